"""A program of a user, which mypy --strict checks (test_types.py) and which runs."""
from typing import Optional

import dmlrun
import numpy as np

SPEC = {"type": "TILE", "desc": {"InputTensor": {"DataType": "FLOAT32", "Sizes": [2]}, "Repeats": [2]},
        "inputs": {"InputTensor": [1, 2]}, "expected": {"OutputTensor": [1, 2, 1, 2]}}
MODEL = {"resources": {"x": {"initialValuesDataType": "FLOAT32", "initialValues": [1, 2]},
                       "y": {"initialValuesDataType": "FLOAT32", "initialValues": {"valueCount": 4, "value": 0}}},
         "dispatchables": {"tile": {"type": "TILE", "desc": {
             "InputTensor": {"DataType": "FLOAT32", "Sizes": [2]},
             "OutputTensor": {"DataType": "FLOAT32", "Sizes": [4]},
             "RepeatsCount": 1, "Repeats": [2]}}},
         "commands": [{"type": "dispatch", "dispatchable": "tile",
                       "bindings": {"InputTensor": "x", "OutputTensor": "y"}},
                      {"type": "print", "resource": "y"}]}


def refusal(spec: str) -> Optional[dmlrun.Error]:
    try:
        dmlrun.compile(spec, backend="interpreter")
    except dmlrun.Error as error:
        return error
    return None


def fields(x: np.ndarray) -> None:
    """Fields as arrays, numbers of numpy, lists and tuples."""
    pad, axis, ones, x2 = np.array([1]), np.int64(0), np.ones((1, 1, 1, 1), np.float32), dmlrun.join([x, x], axis=0)
    for repeats in np.array([2]), [np.uint8(2)], [2], (2,), x.shape:
        dmlrun.tile(x, repeats=repeats)
    dmlrun.padding(x, padding_mode="CONSTANT", padding_value=np.float32(1), start_padding=pad, end_padding=(0,))
    dmlrun.slice1(x, input_window_offsets=pad, input_window_sizes=[1], input_window_strides=np.array([1]))
    dmlrun.split(x2, axis=axis, outputs=[None, (None, pad.shape), (np.float32, [1]), {"Sizes": (1,)}])
    dmlrun.join([x, x], axis=axis, output=np.int64(4))
    dmlrun.leaky_relu(x, alpha=np.float32(0.5))
    dmlrun.clip(x, min=np.float64(0), max=1)
    dmlrun.batch_normalization(ones, ones, ones, ones, ones, spatial=np.bool_(True), epsilon=np.float32(0))
    dmlrun.value_scale_2d(x.reshape(1, 1, 1, 2), scale=np.int8(1), bias=np.array([0.5]))
    dmlrun.value_scale_2d(x.reshape(1, 1, 1, 2), scale=1, bias=[np.float32(0.5)])
    dmlrun.value_scale_2d(x.reshape(1, 1, 1, 2), scale=0.5, bias=[1])


def main() -> None:
    x = np.arange(2, dtype=np.float32)
    kernel: dmlrun.Kernel = dmlrun.compile(SPEC, threads=1)
    call: dmlrun.BoundCall = kernel.bind(x)
    call()
    names: list[str] = [tensor.name for tensor in kernel.inputs + kernel.outputs]
    text: str = dmlrun.explain(SPEC)
    result: dmlrun.CheckResult = dmlrun.check(SPEC, ulp=0)
    model = dmlrun.Model(MODEL)
    run: dmlrun.ModelResult = model.run()
    size: int = model.resources["y"].nbytes
    found = refusal("{}")
    code: str = found.code if found else ""
    total: np.ndarray = dmlrun.add(dmlrun.tile(x, repeats=[2]), 1, output=np.float32)
    dmlrun.padding(x, padding_mode="EDGE", start_padding=[1], end_padding=[0])
    fields(x)
    same: bool = bool(dmlrun.compare(total, total))
    print(names, len(text), bool(result), len(run.prints), size, code, same)


if __name__ == "__main__":
    main()
