"""Element-wise operators of rows that stand for all of them, each with outputs of 4 KB to 64 MB."""
KB = 1 << 10
SIZES = (4 * KB, 64 * KB, 1024 * KB, 8192 * KB, 65536 * KB)  # bytes of output
COLUMNS = 512
BYTES = {"FLOAT32": 4, "FLOAT16": 2, "INT32": 4, "UINT32": 4, "INT64": 8, "UINT8": 1}


def tensor(kind, sizes, strides=None):
    return {"DataType": kind, "Sizes": sizes, **({"Strides": strides} if strides else {})}


def flat(type_name, kinds, out=None, values=None, **fields):
    """An operator on packed tensors of one axis: names and data types of its tensors, then its other fields."""
    def desc(count):
        tensors = {name: tensor(kind, [count]) for name, kind in kinds.items()}
        return {**tensors, **({"OutputTensor": tensor(out, [count])} if out else {}), **fields}
    return type_name, out or list(kinds.values())[-1], desc, values or {}


def two(type_name, kind, **fields):
    return flat(type_name, {"ATensor": kind, "BTensor": kind}, **fields)


def broadcast(type_name, kind, strides):
    """Rows of COLUMNS elements, and a second operand that is repeated."""
    def desc(count):
        sizes = [count // COLUMNS, COLUMNS]
        return {"ATensor": tensor(kind, sizes), "BTensor": tensor(kind, sizes, strides)}
    return type_name, kind, desc, {}


def scaled(type_name, kind, out):
    """Of all elements one scale and one zero point."""
    def desc(count):
        one = lambda what: tensor(what, [count], [0])
        return {"InputTensor": tensor(kind, [count]), "ScaleTensor": one("FLOAT32"), "ZeroPointTensor": one("UINT8"),
                "OutputTensor": tensor(out, [count])}
    return type_name, out, desc, {"ScaleTensor": 0.0039, "ZeroPointTensor": 3}


def batch_normalization(count):
    channel = tensor("FLOAT32", [1, 16, 1, 1])
    return {"InputTensor": tensor("FLOAT32", [1, 16, 8, count // 128]), "MeanTensor": channel,
            "VarianceTensor": channel, "ScaleTensor": channel, "BiasTensor": channel, "Spatial": True, "Epsilon": 1e-5}


def one(type_name, kind="FLOAT32", **fields):
    return flat(type_name, {"InputTensor": kind}, **fields)


ROWS = {
    "f32 add": two("ELEMENT_WISE_ADD", "FLOAT32"),
    "f16 add": two("ELEMENT_WISE_ADD", "FLOAT16"),
    "i32 add": two("ELEMENT_WISE_ADD", "INT32"),
    "u8 add": two("ELEMENT_WISE_ADD", "UINT8"),
    **{f"{short} add, a row": broadcast("ELEMENT_WISE_ADD", kind, [0, 1])
       for short, kind in (("f32", "FLOAT32"), ("f16", "FLOAT16"), ("i32", "INT32"), ("u8", "UINT8"))},
    **{f"{short} add, a column": broadcast("ELEMENT_WISE_ADD", kind, [1, 0])
       for short, kind in (("f32", "FLOAT32"), ("f16", "FLOAT16"), ("i32", "INT32"), ("u8", "UINT8"))},
    "f32 multiply": two("ELEMENT_WISE_MULTIPLY", "FLOAT32"),
    "f32 clip": one("ELEMENT_WISE_CLIP", Min=-4, Max=4),
    "f32 to f16": one("CAST", out="FLOAT16"),
    "f16 to f32": one("CAST", "FLOAT16", out="FLOAT32"),
    "u8 to f32": one("CAST", "UINT8", out="FLOAT32"),
    "f32 to u8": one("CAST", out="UINT8"),
    "i64 to i32": one("CAST", "INT64", out="INT32"),
    "f32 less": two("ELEMENT_WISE_LOGICAL_LESS_THAN", "FLOAT32", out="UINT8"),
    "f32 if": flat("ELEMENT_WISE_IF", {"ConditionTensor": "UINT8", "ATensor": "FLOAT32", "BTensor": "FLOAT32"}),
    "u8 quantize": scaled("ELEMENT_WISE_QUANTIZE_LINEAR", "FLOAT32", "UINT8"),
    "f32 subtract": two("ELEMENT_WISE_SUBTRACT", "FLOAT32"),
    "f32 max": two("ELEMENT_WISE_MAX", "FLOAT32"),
    "f32 relu": one("ACTIVATION_RELU"),
    "f32 leaky relu": one("ACTIVATION_LEAKY_RELU", Alpha=0.01),
    "f32 hard swish": one("ACTIVATION_HARD_SWISH", Alpha=0.16666667, Beta=0.5),
    "u8 dequantize": scaled("ELEMENT_WISE_DEQUANTIZE_LINEAR", "UINT8", "FLOAT32"),
    "f32 batch normalization": ("BATCH_NORMALIZATION", "FLOAT32", batch_normalization, {}),
    "f32 round": one("ELEMENT_WISE_ROUND", RoundingMode="HALVES_TO_NEAREST_EVEN"),
    "u32 bit and": two("ELEMENT_WISE_BIT_AND", "UINT32"),
    "i32 modulus": two("ELEMENT_WISE_MODULUS_TRUNCATE", "INT32"),
}
FUNCTIONS = {  # exact here and inexact elsewhere: apart from what is the same everywhere
    "f32 exp": one("ELEMENT_WISE_EXP"),
    "f32 tanh": one("ACTIVATION_TANH"),
    "f32 sigmoid": one("ACTIVATION_SIGMOID"),
}


def cells(text="", rows=None, sizes=SIZES):
    """As `dmlrun bench --list` describes them, those with `text` in their names."""
    for name, (type_name, out, desc, values) in (rows or ROWS).items():
        for size in sizes:
            words = f"{name}, {size // KB} KB" if size < KB * KB else f"{name}, {size // KB // KB} MB"
            if text in words:
                yield {"family": "elementwise", "name": words, "row": name, "output_bytes": size, "values": values,
                       "goal": 0, "goal_unit": "none", "is_function": name in FUNCTIONS,
                       "spec": {"type": type_name, "desc": desc(size // BYTES[out])}}
