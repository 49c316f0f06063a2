"""What adapters of other programs share: the loop that answers `dmlrun fuzz --against` and `dmlrun verify --against`,
and one node of ONNX run by onnxruntime."""
import sys

import numpy as np

TYPES = {
    "FLOAT32": "f4", "FLOAT16": "f2", "FLOAT64": "f8", "UINT8": "u1", "UINT16": "u2", "UINT32": "u4", "UINT64": "u8",
    "INT8": "i1", "INT16": "i2", "INT32": "i4", "INT64": "i8"}


class Unsupported(Exception):
    pass


def answer_each(results_of):
    """`results_of(folder)` gives the output arrays by name, or raises Unsupported."""
    for line in sys.stdin:
        folder = line.rstrip("\n")
        try:
            for name, array in results_of(folder).items():
                np.save(f"{folder}/result/{name}.npy", array)
            answer = "ok"
        except Unsupported as why:
            answer = "unsupported " + str(why)
        except Exception as wrong:
            answer = f"error {type(wrong).__name__}: {wrong}"
        print(answer.replace("\n", " ")[:1000], flush=True)


class Onnx:
    def __init__(self):
        import onnx
        import onnxruntime
        self.onnx, self.runtime = onnx, onnxruntime

    def run(self, operator, feeds, output_type, domain="", **attributes):
        """The one output of run_all()."""
        return self.run_all(operator, feeds, output_type, 1, domain, **attributes)[0]

    def run_all(self, operator, feeds, output_type, count, domain="", **attributes):
        """Runs a model of one node whose inputs are `feeds`, in order; None where an optional one is absent."""
        helper, names = self.onnx.helper, [f"i{n}" if feed is not None else "" for n, feed in enumerate(feeds)]
        outputs = [f"o{n}" for n in range(count)]
        element = lambda dtype: helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        graph = helper.make_graph(
            [helper.make_node(operator, names, outputs, domain=domain, **attributes)], "one",
            [helper.make_tensor_value_info(n, element(f.dtype), f.shape) for n, f in zip(names, feeds) if n],
            [helper.make_tensor_value_info(name, element(output_type), None) for name in outputs])
        versions = [helper.make_opsetid("", 20)] + ([helper.make_opsetid(domain, 1)] if domain else [])
        model = helper.make_model(graph, opset_imports=versions, ir_version=9)
        try:
            options = self.runtime.SessionOptions()
            options.log_severity_level, options.intra_op_num_threads = 4, 1
            session = self.runtime.InferenceSession(model.SerializeToString(), options,
                                                    providers=["CPUExecutionProvider"])
        except Exception as refusal:
            raise Unsupported(str(refusal)) from refusal
        return session.run(None, {n: f for n, f in zip(names, feeds) if n})
