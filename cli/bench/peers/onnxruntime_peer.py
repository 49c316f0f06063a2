"""onnxruntime as a peer: a model of one node, bound to the buffers."""
import numpy as np

from gathers import MODES
from onnx_model import model
from quickest import Unsupported
from row_operators import onnx_row
from task import packed


class OnnxRuntime:
    name, exact_add = "onnxruntime", False

    def __init__(self):
        import onnxruntime
        self.runtime, self.version = onnxruntime, onnxruntime.__version__

    @staticmethod
    def node(task):
        """The name of its operator, what follows the inputs as constants, and its attributes."""
        if task.family == "tile":
            return "Tile", [np.array(task.desc["Repeats"], np.int64)], {}
        if task.family == "join":
            return "Concat", [], {"axis": task.desc["Axis"]}
        if task.family == "padding":
            if task.desc["PaddingMode"] == "SYMMETRIC":
                raise Unsupported("has no symmetric mode")
            pads = np.array(task.desc["StartPadding"] + task.desc["EndPadding"], np.int64)
            return "Pad", [pads], {"mode": MODES.get(task.desc["PaddingMode"], "constant")}
        raise Unsupported("is not asked")

    def row(self, task):
        name, constants, attributes = onnx_row(task)
        inputs = task.inputs if not constants or task.type in ("SLICE", "SLICE1") else task.inputs[:1]
        output = task.output
        if task.type == "ELEMENT_WISE_LOGICAL_LESS_THAN":
            output = output.view(bool)
        if task.type == "ELEMENT_WISE_IF":
            inputs = [inputs[0].view(bool), *inputs[1:]]
        return self.session(task, name, constants, attributes, inputs, output)

    def prepare(self, task):
        if task.family == "qadd":
            return self.qadd(task)
        return self.session(task, *self.node(task), task.data_inputs(), task.output)

    def qadd(self, task):
        """Constants lie between its inputs."""
        (_, s, az), (_, t, bz), (u, oz) = task.operands()
        kind = task.output.dtype
        constants = [np.array(v, k) for v, k in ((s, "f4"), (az, kind), (t, "f4"), (bz, kind), (u, "f4"), (oz, kind))]
        names = ["i0", "c0", "c1", "i1", "c2", "c3", "c4", "c5"]
        return self.session(task, "QLinearAdd", constants, {}, task.data_inputs(), task.output, names, "com.microsoft")

    def session(self, task, name, constants, attributes, inputs, output, names=(), domain=""):
        inputs = [packed(x) for x in inputs] if task.family == "elementwise" else inputs
        made = model(name, domain, attributes, [(x.dtype, x.shape) for x in inputs], constants,
                     (output.dtype, output.shape), names)
        options = self.runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            session = self.runtime.InferenceSession(made, options, ["CPUExecutionProvider"])
        except Exception as error:
            raise Unsupported("has no such kernel") from error
        binding = session.io_binding()
        for n, x in enumerate(inputs):
            binding.bind_input(f"i{n}", "cpu", 0, x.dtype, x.shape, x.ctypes.data)
        binding.bind_output("out", "cpu", 0, output.dtype, output.shape, output.ctypes.data)
        task.keep += [session, binding, inputs]
        run, raw = session._sess.run_with_iobinding, binding._iobinding  # what run_with_iobinding calls itself
        return lambda: run(raw, None)
