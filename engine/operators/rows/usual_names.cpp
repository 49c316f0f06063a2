#include "engine/operators/rows/usual_names.h"

#include "engine/text/letter_case.h"

namespace dmlrun::operators {
namespace {

constexpr UsualNames kUsualNames[] = {
    {"ACTIVATION_PARAMETERIZED_RELU", " PRELU "},
    {"ACTIVATION_SCALED_ELU", " SELU "},
    {"ACTIVATION_SIGMOID", " EXPIT LOGISTIC "},
    {"ACTIVATION_SWISH", " SILU "},
    {"AVERAGE_POOLING", " AVGPOOL AVGPOOL1D AVGPOOL2D AVGPOOL3D GLOBALAVERAGEPOOL "},
    {"BATCH_NORMALIZATION", " BN BATCHNORM1D BATCHNORM2D BATCHNORM3D "},
    {"CAST", " CONVERT ASTYPE "},
    {"CONVOLUTION", " CONV1D CONV2D CONV3D CONVTRANSPOSE CONVTRANSPOSE1D CONVTRANSPOSE2D CONVTRANSPOSE3D "},
    {"CUMULATIVE_PRODUCT", " CUMPROD "},
    {"CUMULATIVE_SUMMATION", " CUMSUM "},
    {"DEPTH_TO_SPACE1", " PIXELSHUFFLE "},
    {"DIAGONAL_MATRIX", " EYE EYELIKE "},
    {"DIAGONAL_MATRIX1", " TRIL TRIU TRILU "},
    {"ELEMENT_WISE_ABS", " ABSOLUTE FABS "},
    {"ELEMENT_WISE_ACOS", " ARCCOS "},
    {"ELEMENT_WISE_ACOSH", " ARCCOSH "},
    {"ELEMENT_WISE_ASIN", " ARCSIN "},
    {"ELEMENT_WISE_ASINH", " ARCSINH "},
    {"ELEMENT_WISE_ATAN", " ARCTAN "},
    {"ELEMENT_WISE_ATANH", " ARCTANH "},
    {"ELEMENT_WISE_ATAN_YX", " ATAN2 ARCTAN2 "},
    {"ELEMENT_WISE_BIT_AND", " BITWISEAND "},
    {"ELEMENT_WISE_BIT_COUNT", " BITWISECOUNT POPCOUNT "},
    {"ELEMENT_WISE_BIT_NOT", " BITWISENOT BITWISEINVERT INVERT "},
    {"ELEMENT_WISE_BIT_OR", " BITWISEOR "},
    {"ELEMENT_WISE_BIT_SHIFT_LEFT", " BITWISELEFTSHIFT LEFTSHIFT "},
    {"ELEMENT_WISE_BIT_SHIFT_RIGHT", " BITWISERIGHTSHIFT RIGHTSHIFT "},
    {"ELEMENT_WISE_BIT_XOR", " BITWISEXOR "},
    {"ELEMENT_WISE_CLIP", " CLAMP HARDTANH RELU6 "},
    {"ELEMENT_WISE_CONSTANT_POW", " SQUARE "},
    {"ELEMENT_WISE_DIFFERENCE_SQUARE", " SQUAREDDIFFERENCE "},
    {"ELEMENT_WISE_DIVIDE", " TRUEDIVIDE "},
    {"ELEMENT_WISE_IDENTITY", " COPY CLONE "},
    {"ELEMENT_WISE_IF", " WHERE SELECT MASKEDFILL "},
    {"ELEMENT_WISE_IS_INFINITY", " ISINF "},
    {"ELEMENT_WISE_LOGICAL_EQUALS", " EQUAL EQ "},
    {"ELEMENT_WISE_LOGICAL_GREATER_THAN", " GREATER GT "},
    {"ELEMENT_WISE_LOGICAL_GREATER_THAN_OR_EQUAL", " GREATEREQUAL GREATEROREQUAL GE "},
    {"ELEMENT_WISE_LOGICAL_LESS_THAN", " LESS LT "},
    {"ELEMENT_WISE_LOGICAL_LESS_THAN_OR_EQUAL", " LESSEQUAL LESSOREQUAL LE "},
    {"ELEMENT_WISE_MAX", " MAXIMUM FMAX "},
    {"ELEMENT_WISE_MIN", " MINIMUM FMIN "},
    {"ELEMENT_WISE_MODULUS_FLOOR", " MOD MODULO REMAINDER "},
    {"ELEMENT_WISE_MODULUS_TRUNCATE", " FMOD "},
    {"ELEMENT_WISE_NEGATE", " NEGATIVE "},
    {"ELEMENT_WISE_POW", " POWER FLOATPOWER "},
    {"ELEMENT_WISE_RECIP", " RECIPROCAL "},
    {"ELEMENT_WISE_ROUND", " RINT TRUNC TRUNCATE FIX "},
    {"ELEMENT_WISE_SIGN", " SGN "},
    {"FILL_VALUE_CONSTANT", " FULL FULLLIKE ZEROS ZEROSLIKE ONES ONESLIKE CONSTANTOFSHAPE "},
    {"FILL_VALUE_SEQUENCE", " ARANGE RANGE LINSPACE "},
    {"GATHER", " TAKE EMBEDDING INDEXSELECT "},
    {"GATHER_ELEMENTS", " TAKEALONGAXIS "},
    {"GEMM", " MATMUL MM BMM ADDMM DOT "},
    {"JOIN", " CONCAT CONCATENATE CAT HSTACK VSTACK "},
    {"LOCAL_RESPONSE_NORMALIZATION", " LRN "},
    {"MAX_POOLING", " MAXPOOL1D MAXPOOL2D MAXPOOL3D GLOBALMAXPOOL "},
    {"MEAN_VARIANCE_NORMALIZATION",
     " LAYERNORM LAYERNORMALIZATION INSTANCENORM INSTANCENORMALIZATION GROUPNORM GROUPNORMALIZATION "},
    {"MULTIHEAD_ATTENTION", " ATTENTION SCALEDDOTPRODUCTATTENTION "},
    {"REDUCE",
     " SUM PROD LOGSUMEXP REDUCESUM REDUCEMEAN REDUCEPROD REDUCEMAX REDUCEMIN REDUCEL1 REDUCEL2 REDUCELOGSUM "
     "REDUCELOGSUMEXP REDUCESUMSQUARE "},
    {"ELEMENT_WISE_ADD", " SUM "},
    {"RESAMPLE", " RESIZE INTERPOLATE "},
    {"REVERSE_SUBSEQUENCES", " REVERSESEQUENCE "},
    {"SCATTER_ELEMENTS", " SCATTER "},
    {"SLICE1", " FLIP REVERSE "},
    {"SPACE_TO_DEPTH1", " PIXELUNSHUFFLE "},
    {"SPLIT", " CHUNK "},
    {"TOP_K", " SORT ARGSORT "},
};

constexpr UsualNames kUsualFields[] = {
    {"ATensor", " X1 INPUT "},
    {"Alpha", " NEGATIVESLOPE THETA "},
    {"Axis", " DIM "},
    {"BTensor", " X2 OTHER "},
    {"BiasTensor", " BETA "},
    {"BlockSize", " UPSCALEFACTOR DOWNSCALEFACTOR "},
    {"ConditionTensor", " MASK "},
    {"DataType", " DTYPE TYPE ELEMENTTYPE "},
    {"Epsilon", " EPS "},
    {"InfinityMode", " MODE "},
    {"InputTensor", " X X1 A DATA "},
    {"InputTensors", " TENSORS ARRAYS TUP "},
    {"InputWindowOffsets", " STARTS "},
    {"InputWindowStrides", " STEPS "},
    {"Max", " AMAX MAXVAL "},
    {"MeanTensor", " RUNNINGMEAN "},
    {"Min", " AMIN MINVAL THRESHOLD "},
    {"Offset", " K DIAGONAL "},
    {"Offsets", " STARTS "},
    {"Order", " MODE "},
    {"OutputCount", " SECTIONS INDICESORSECTIONS CHUNKS "},
    {"PaddingMode", " MODE "},
    {"PaddingValue", " CONSTANTVALUES CONSTANTVALUE FILLVALUE VALUE "},
    {"Repeats", " REPS DIMS MULTIPLES "},
    {"RoundingMode", " MODE "},
    {"ScaleTensor", " WEIGHT GAMMA XSCALE YSCALE "},
    {"Sizes", " SHAPE DIMS DIMENSIONS "},
    {"SigmoidInputScale", " BETA ALPHA "},
    {"SlopeTensor", " WEIGHT "},
    {"StartPadding", " PAD PADS PADWIDTH "},
    {"Steepness", " BETA "},
    {"Strides", " STEPS "},
    {"Threshold", " LAMBD "},
    {"Value", " FILLVALUE "},
    {"ValueDataType", " DTYPE "},
    {"ValueDelta", " STEP "},
    {"ValueStart", " START "},
    {"VarianceTensor", " RUNNINGVAR "},
    {"ZeroPointTensor", " XZEROPOINT YZEROPOINT "},
    {"OutputTensor", " DTYPE DATATYPE TO SHAPE NUMCLASSES DEPTH "},
};

constexpr UsualNames kUsualValues[] = {
    {"COLUMN_ROW_DEPTH", " CRD "},   {"CONSTANT", " ZEROS "}, {"DEPTH_COLUMN_ROW", " DCR "},
    {"EDGE", " REPLICATE NEAREST "}, {"EITHER", " BOTH "},    {"TOWARD_ZERO", " TRUNC TRUNCATE FIX "},
    {"WRAP", " CIRCULAR "},
};

std::vector<std::string_view> meant_by(std::string_view name, std::span<const UsualNames> table) {
  const std::string word = " " + joined_name(name) + " ";
  std::vector<std::string_view> meant;
  for (const UsualNames& row : table)
    if (word.size() > 2 && row.names.find(word) != std::string_view::npos) meant.push_back(row.meant);
  return meant;
}

}  // namespace

std::span<const UsualNames> all_usual_names() noexcept { return kUsualNames; }

std::string joined_name(std::string_view name) {
  std::string made = text::upper_case(name);
  std::erase_if(made, [](char c) { return c == '_' || c == '-' || c == ' '; });
  return made;
}

std::vector<std::string_view> usual_names(std::string_view name) { return meant_by(name, kUsualNames); }

std::span<const UsualNames> all_usual_fields() noexcept { return kUsualFields; }

std::vector<std::string_view> usual_fields(std::string_view name) { return meant_by(name, kUsualFields); }

std::span<const UsualNames> all_usual_values() noexcept { return kUsualValues; }

std::vector<std::string_view> usual_values(std::string_view name) { return meant_by(name, kUsualValues); }

}  // namespace dmlrun::operators
