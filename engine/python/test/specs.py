"""Specs that the tests share."""
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def tile(dtype="FLOAT32", sizes=(2, 3), repeats=(1, 2), **more):
    return {"type": "TILE", "desc": {"InputTensor": {"DataType": dtype, "Sizes": list(sizes)},
                                     "Repeats": list(repeats)}, **more}


def join(count, dtype="INT16"):
    return {"type": "JOIN", "desc": {"Axis": 1, "InputTensors": [{"DataType": dtype, "Sizes": [2, 3]}] * count}}


def split(columns):
    return {"type": "SPLIT", "desc": {"Axis": 1, "InputTensor": {"DataType": "UINT8", "Sizes": [2, sum(columns)]},
                                      "OutputTensors": [{"DataType": "UINT8", "Sizes": [2, n]} for n in columns]}}


def quantized_add(sizes):
    values = {"DataType": "UINT8", "Sizes": list(sizes)}
    scale = {"DataType": "FLOAT32", "Sizes": [1] * len(sizes)}
    return {"type": "ELEMENT_WISE_QUANTIZED_LINEAR_ADD", "desc": {
        "ATensor": values, "AScaleTensor": scale, "BTensor": values, "BScaleTensor": scale, "OutputScaleTensor": scale}}
