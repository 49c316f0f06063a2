"""onnxruntime as a peer: a model of one node, bound to the buffers."""
import numpy as np

from gathers import MODES
from quickest import Unsupported
from row_operators import onnx_row


class OnnxRuntime:
    name, exact_add = "onnxruntime", False

    def __init__(self):
        import onnx
        import onnxruntime
        self.onnx, self.runtime, self.version = onnx, onnxruntime, onnxruntime.__version__

    def node(self, task):
        make = self.onnx.helper.make_node
        names = [f"i{n}" for n in range(len(task.inputs))]
        if task.family == "tile":
            return make("Tile", ["i0", "c0"], ["out"]), [np.array(task.desc["Repeats"], np.int64)]
        if task.family == "join":
            return make("Concat", names, ["out"], axis=task.desc["Axis"]), []
        if task.family == "padding":
            if task.desc["PaddingMode"] == "SYMMETRIC":
                raise Unsupported("has no symmetric mode")
            pads = np.array(task.desc["StartPadding"] + task.desc["EndPadding"], np.int64)
            mode = MODES.get(task.desc["PaddingMode"], "constant")
            return make("Pad", ["i0", "c0"], ["out"], mode=mode), [pads]
        (_, s, az), (_, t, bz), (u, oz) = task.operands()
        kind = task.output.dtype
        constants = [np.array(v, k) for v, k in ((s, "f4"), (az, kind), (t, "f4"), (bz, kind), (u, "f4"), (oz, kind))]
        return make("QLinearAdd", ["i0", "c0", "c1", "i1", "c2", "c3", "c4", "c5"], ["out"],
                    domain="com.microsoft"), constants

    def row(self, task):
        name, constants, attributes = onnx_row(task)
        inputs = task.inputs if not constants or task.family == "slice" else task.inputs[:1]
        names = [f"i{n}" for n in range(len(inputs))] + [f"c{n}" for n in range(len(constants))]
        return self.session(task, self.onnx.helper.make_node(name, names, ["out"], **attributes), constants, inputs)

    def prepare(self, task):
        return self.session(task, *self.node(task), task.data_inputs())

    def session(self, task, node, constants, inputs):
        helper = self.onnx.helper
        kind = lambda x: helper.np_dtype_to_tensor_dtype(x.dtype)
        graph = helper.make_graph(
            [node], "peer", [helper.make_tensor_value_info(f"i{n}", kind(x), x.shape) for n, x in enumerate(inputs)],
            [helper.make_tensor_value_info("out", kind(task.output), task.output.shape)],
            [self.onnx.numpy_helper.from_array(c, f"c{n}") for n, c in enumerate(constants)])
        model = helper.make_model(graph,
                                  opset_imports=[helper.make_opsetid("", 19),
                                                 helper.make_opsetid("com.microsoft", 1)])
        model.ir_version = 9
        options = self.runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 4
        try:
            session = self.runtime.InferenceSession(model.SerializeToString(), options, ["CPUExecutionProvider"])
        except Exception as error:
            raise Unsupported("has no such kernel") from error
        binding = session.io_binding()
        for n, x in enumerate(inputs):
            binding.bind_input(f"i{n}", "cpu", 0, x.dtype, x.shape, x.ctypes.data)
        binding.bind_output("out", "cpu", 0, task.output.dtype, task.output.shape, task.output.ctypes.data)
        task.keep += [session, binding, inputs]
        run, raw = session._sess.run_with_iobinding, binding._iobinding  # what run_with_iobinding calls itself
        return lambda: run(raw, None)
