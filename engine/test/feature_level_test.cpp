// What each feature level lets through, against the tables of DirectML's pages, not those of specs/.
#include <algorithm>
#include <string>
#include <vector>

#include "dmlrun/spec.h"
#include "engine/fuzz/legal_desc.h"
#include "engine/fuzz/random_desc.h"
#include "engine/test/catch.h"
#include "engine/test/support_tables.h"

using namespace dmlrun;
using namespace dmlrun::test;

namespace {

using Types = std::vector<DataType>;

constexpr FeatureLevel kLevels[] = {0x1000, 0x2000, 0x2100, 0x3000, 0x3100, 0x4000, 0x4100, 0x5000,
                                    0x5100, 0x5200, 0x6000, 0x6100, 0x6200, 0x6300, 0x6400};
constexpr DataType kAllTypes[] = {DataType::float32, DataType::float16, DataType::uint32, DataType::uint16,
                                  DataType::uint8,   DataType::int32,   DataType::int16,  DataType::int8,
                                  DataType::float64, DataType::uint64,  DataType::int64};

const Types kBytes = {DataType::int8, DataType::uint8};

/// Whose table is tested: the first output's, which the other tensors that are not of one element have, too; or that of
/// the first tensor where the output has one type.
std::string_view judged(const operators::OperatorRow& row) {
  for (const operators::RowField& field : row.fields)
    if (field.output && field.fixed_type == DataType::unknown) return field.name;
  return row.fields[0].name;
}

SupportCell expected(std::string_view op, FeatureLevel level) {
  return decided_support().find(op)->second.at(judged(*operators::find_row(op)), level);
}

TensorDesc tensor_of_rank(DataType type, std::size_t rank, std::uint32_t size = 2) {
  TensorDesc desc;
  desc.type = type;
  desc.sizes = Dimensions::filled(rank, size);
  return desc;
}

ElementWiseQuantizedLinearAddDesc quantized(DataType type, std::size_t rank) {
  ElementWiseQuantizedLinearAddDesc d;
  d.a = d.b = d.output = tensor_of_rank(type, rank);
  d.a_scale = d.b_scale = d.output_scale = tensor_of_rank(DataType::float32, rank, 1);
  d.a_zero_point = d.b_zero_point = d.output_zero_point = tensor_of_rank(type, rank, 1);
  return d;
}

/// A small desc that is legal but perhaps for the level, with `type` for the tensors that are not of one element; those
/// whose table is another than the output's have a type of their first level.
Desc desc_of(std::string_view op, DataType type, std::size_t rank, const std::vector<std::uint64_t>& modes) {
  const operators::OperatorRow& row = *operators::find_row(op);
  std::vector<DataType> types;
  for (const operators::RowField* field : fuzz::typed_tensors(row)) {
    const bool is_free = !field->output && row.supported(field->name, kLatestFeatureLevel) !=
                                               row.supported(judged(row), kLatestFeatureLevel);
    types.push_back(is_free ? decided_support().find(op)->second.at(field->name, row.since).types[0] : type);
  }
  const auto is_whole = [&](const Desc& desc) {
    return std::none_of(row.fields.begin(), row.fields.end(), [&](const operators::RowField& field) {
      // An activation may have a level of its own; statistics that are not spatial may be repeated at some only.
      return (field.optional_since > row.since && !desc.get<TensorDesc>(field.name)) ||
             desc.get<FusedActivation>(field.name) ||
             (field.name == "Spatial" && desc.at<std::uint64_t>("Spatial") == 0);
    });
  };
  for (std::uint64_t seed = 1;; ++seed) {
    fuzz::Random random(seed, rank);
    Desc desc = fuzz::make_legal(random, {&row, modes, rank, types, false}, 16);
    if (is_whole(desc)) return desc;
  }
}

/// With the first value of each enumeration.
Desc desc_of(std::string_view op, DataType type, std::size_t rank) {
  std::vector<std::uint64_t> modes;
  for (const operators::RowField& field : operators::find_row(op)->fields)
    if (field.kind == operators::FieldKind::enumeration) modes.push_back(field.values[0].value);
  return desc_of(op, type, rank, modes);
}

Result<Operator> at_level(Desc desc, FeatureLevel level) {
  Validation validation;
  validation.level = level;
  return Operator::make(std::move(desc), validation);
}

bool contains(const Types& types, DataType type) { return std::find(types.begin(), types.end(), type) != types.end(); }

std::string shown(FeatureLevel level) { return std::to_string(level >> 12) + "." + std::to_string(level >> 8 & 15); }

}  // namespace

TEST_CASE("each level takes the ranks of its table, both ends and neither neighbour", "[exhaustive]") {
  for (std::string_view op : operator_types())
    for (FeatureLevel level : kLevels) {
      const SupportCell table = expected(op, level);
      for (std::size_t rank = 1; rank <= 8; ++rank) {
        INFO(op << " at " << shown(level) << " with " << rank << " dimensions");
        const DataType type = table.types.empty() ? DataType::uint8 : table.types[0];
        auto made = at_level(desc_of(op, type, rank), level);
        CHECK(made.has_value() == (table.least_rank != 0 && rank >= table.least_rank && rank <= table.most_rank));
        if (made) continue;
        CHECK(made.error().code == (table.least_rank == 0 ? ErrorCode::feature_level : ErrorCode::rank_mismatch));
        CHECK_FALSE(made.error().rule.empty());
      }
      INFO(op << " at " << shown(level) << " without dimensions");
      Desc desc = desc_of(op, DataType::uint8, 1);
      for (TensorDesc* tensor : fuzz::tensors_of(desc)) tensor->sizes = tensor->strides = {};
      CHECK_FALSE(at_level(desc, level).has_value());
    }
}

TEST_CASE("each level takes the data types of its table and refuses every other one", "[exhaustive]") {
  for (std::string_view op : operator_types())
    for (FeatureLevel level : kLevels) {
      const SupportCell table = expected(op, level);
      for (DataType type : kAllTypes) {
        INFO(op << " at " << shown(level) << " of " << name(type));
        auto made = at_level(desc_of(op, type, 4), level);
        CHECK(made.has_value() == contains(table.types, type));
        if (made) continue;
        const bool exists = table.least_rank != 0;
        CHECK(made.error().code == (exists ? ErrorCode::type_mismatch : ErrorCode::feature_level));
        if (!exists) CHECK(made.error().where == "/type");
      }
      Desc desc = desc_of(op, DataType::uint8, 4);
      for (TensorDesc* tensor : fuzz::tensors_of(desc)) tensor->type = DataType::unknown;
      CHECK_FALSE(at_level(desc, level).has_value());
    }
}

TEST_CASE("statistics that are not spatial are whole in height and width until feature level 4.0") {
  TensorDesc whole, row;
  whole.type = row.type = DataType::float32;
  whole.sizes = {2, 3, 4, 5};
  row.sizes = {1, 3, 1, 5};
  for (const FeatureLevel level : kLevels)
    for (const bool spatial : {false, true})
      for (const TensorDesc& mean : {whole, row})
        for (const TensorDesc& variance : {whole, row}) {
          INFO(shown(level) << ", " << spatial << ", " << mean.sizes[2] << ", " << variance.sizes[2]);
          const bool is_legal =
              level >= 0x4000 || spatial || (mean.sizes == whole.sizes && variance.sizes == whole.sizes);
          CHECK(at_level(BatchNormalizationDesc{.input = whole,
                                                .mean = mean,
                                                .variance = variance,
                                                .scale = row,
                                                .bias = row,
                                                .output = whole,
                                                .spatial = spatial},
                         level)
                    .has_value() == is_legal);
        }
}

TEST_CASE("the exponents of POW have the type of what they raise until feature level 3.0") {
  for (const FeatureLevel level : kLevels)
    for (const DataType type : {DataType::float32, DataType::float16})
      for (const DataType exponent : {DataType::float32, DataType::float16}) {
        INFO(shown(level) << ", " << name(type) << " to " << name(exponent));
        ElementWisePowDesc desc;
        desc.input = desc.output = tensor_of_rank(type, 4);
        desc.exponent = tensor_of_rank(exponent, 4);
        const auto made = at_level(desc, level);
        CHECK(made.has_value() == (level >= 0x3000 || type == exponent));
        if (!made) CHECK(made.error().rule == "POW-7");
      }
}

TEST_CASE("TILE refuses FLOAT64 at every level") {
  for (FeatureLevel level : kLevels)
    for (std::size_t rank = 1; rank <= 8; ++rank) {
      INFO(shown(level) << ", " << rank << " dimensions");
      CHECK_FALSE(at_level(desc_of("TILE", DataType::float64, rank), level).has_value());
    }
}

TEST_CASE("PADDING1 exists from 5.0 on, quantized add from 4.0 on, SLICE1 from 2.1 on, the others always") {
  for (FeatureLevel level : kLevels) {
    INFO(shown(level));
    CHECK(at_level(desc_of("PADDING1", DataType::float32, 4), level).has_value() == (level >= 0x5000));
    CHECK(at_level(desc_of("ELEMENT_WISE_QUANTIZED_LINEAR_ADD", DataType::int8, 4), level).has_value() ==
          (level >= 0x4000));
    CHECK(at_level(desc_of("SLICE1", DataType::float32, 4), level).has_value() == (level >= 0x2100));
    for (std::string_view op : {"TILE", "JOIN", "PADDING", "SLICE", "SPLIT"})
      CHECK(at_level(desc_of(op, DataType::float32, 4), level).has_value());
  }
}

TEST_CASE("SYMMETRIC exists from 3.0 on, WRAP from 6.4 on, the other modes always") {
  const auto since = [](PaddingMode mode) -> FeatureLevel {
    return mode == PaddingMode::symmetric ? 0x3000 : mode == PaddingMode::wrap ? 0x6400 : 0x1000;
  };
  for (FeatureLevel level : kLevels)
    for (PaddingMode mode : {PaddingMode::constant, PaddingMode::edge, PaddingMode::reflection, PaddingMode::symmetric,
                             PaddingMode::wrap}) {
      INFO(shown(level) << ", mode " << static_cast<int>(mode));
      auto padding = at_level(desc_of("PADDING", DataType::float32, 4, {static_cast<std::uint64_t>(mode)}), level);
      CHECK(padding.has_value() == (level >= since(mode)));
      if (!padding) CHECK(padding.error().code == ErrorCode::feature_level);
      if (!padding) CHECK(padding.error().where == "/PaddingMode");
      auto padding1 = at_level(desc_of("PADDING1", DataType::float32, 4, {static_cast<std::uint64_t>(mode)}), level);
      CHECK(padding1.has_value() == (level >= 0x5000 && level >= since(mode)));
    }
}

TEST_CASE("quantized add takes INT8 and UINT8 in any mixture, and FLOAT32 scales only") {
  for (DataType a : kBytes)
    for (DataType b : kBytes)
      for (DataType output : kBytes) {
        auto d = quantized(a, 1);
        d.b.type = d.b_zero_point->type = b;
        d.output.type = d.output_zero_point->type = output;
        CHECK(at_level(d, 0x4000).has_value());
      }
  for (DataType scale : kAllTypes)
    for (int which = 0; which < 3; ++which) {
      INFO(name(scale) << " as scale " << which);
      auto d = quantized(DataType::uint8, 1);
      (which == 0 ? d.a_scale : which == 1 ? d.b_scale : d.output_scale).type = scale;
      CHECK(at_level(d, 0x6400).has_value() == (scale == DataType::float32));
    }
}

TEST_CASE("a higher level never refuses what a lower one took", "[exhaustive]") {
  for (std::string_view op : operator_types())
    for (DataType type : kAllTypes)
      for (std::size_t rank = 1; rank <= 8; ++rank) {
        const Desc desc = desc_of(op, type, rank);
        bool taken = false;
        for (FeatureLevel level : kLevels) {
          const bool now = at_level(desc, level).has_value();
          if (taken && !now)
            FAIL_CHECK(op << " of " << name(type) << ", " << rank << " dimensions, at " << shown(level));
          taken = now;
        }
      }
}

TEST_CASE("only the names of published levels are levels") {
  const struct {
    std::string_view name;
    FeatureLevel level;
  } known[] = {{"1.0", 0x1000}, {"2.0", 0x2000}, {"2.1", 0x2100}, {"3.0", 0x3000}, {"3.1", 0x3100},
               {"4.0", 0x4000}, {"4.1", 0x4100}, {"5.0", 0x5000}, {"5.1", 0x5100}, {"5.2", 0x5200},
               {"6.0", 0x6000}, {"6.1", 0x6100}, {"6.2", 0x6200}, {"6.3", 0x6300}, {"6.4", 0x6400}};
  for (const auto& row : known) CHECK(feature_level_from_name(row.name) == row.level);
  for (std::string_view text : {"",     "2.2",  "1.1", "4.2",  "5.3",  "6.5",  "7.0",    "6",      "6.",   ".4",
                                "06.4", "6.40", "6,4", " 6.4", "6.4 ", "+6.4", "0x6400", "latest", "10.0", "0.0"}) {
    INFO("\"" << text << "\"");
    CHECK_FALSE(feature_level_from_name(text).has_value());
  }
}
