// DxDispatch's tables of names (specs/dxdispatch) against the operators' own, and against each other.
#include "engine/model/catalogue.h"

#include <algorithm>

#include "engine/operators/specification.h"
#include "engine/test/catch.h"

using namespace dmlrun;
using model::Catalogue;
using model::CatalogueField;

namespace {

std::vector<CatalogueField> fields_of(Catalogue& catalogue, std::string_view type) {
  auto fields = catalogue.fields(type);
  REQUIRE(fields);
  REQUIRE(fields->has_value());
  return **fields;
}

/// "InterpolationMode" -> "DML_INTERPOLATION_MODE"
std::string enum_name(std::string_view words) {
  std::string name = "DML";
  for (char c : words) {
    if (c >= 'A' && c <= 'Z') name += '_';
    name += c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c;
  }
  return name;
}

/// Whether DxDispatch's kind of a field is ours; kinds that only one of them has are not compared.
bool same_kind(const operators::FieldSpecification& field, std::string_view kind) {
  using operators::FieldKind;
  switch (field.kind) {
    case FieldKind::tensor: return kind == "tensor";
    case FieldKind::tensor_array: return kind == "T[]";
    case FieldKind::count: return kind == "u32";
    case FieldKind::float32: return kind == "f32";
    case FieldKind::data_type: return kind == "enum TensorDataType";
    case FieldKind::scalar: return kind == "scalar(" + field.of[0] + ")";
    case FieldKind::enumeration: return kind.starts_with("enum ") && enum_name(kind.substr(5)) == field.enum_prefix;
    default: return kind == "u32" || kind == "i32" || kind == "u32[]" || kind == "i32[]";
  }
}

}  // namespace

TEST_CASE("every operator here has the fields that DxDispatch reads, in its order") {
  Catalogue catalogue;
  for (const operators::Specification& table : operators::specifications()) {
    INFO(table.type);
    const std::vector<CatalogueField> known = fields_of(catalogue, table.type);
    REQUIRE(known.size() == table.fields.size());
    for (std::size_t i = 0; i < known.size(); ++i) {
      const operators::FieldSpecification& field = table.fields[i];
      INFO(field.name);
      CHECK(known[i].name == field.name);
      CHECK(known[i].optional == field.optional);
      CHECK(known[i].output == field.output);
      CHECK(same_kind(field, known[i].kind));
    }
  }
}

TEST_CASE("the catalogue has all 174 operators, and every enumeration that they speak of") {
  Catalogue catalogue;
  auto types = catalogue.operator_types();
  REQUIRE(types);
  CHECK(types->size() == 174);
  for (std::string_view type : *types)
    for (const CatalogueField& field : fields_of(catalogue, type)) {
      if (!field.kind.starts_with("enum ")) continue;
      auto values = catalogue.enum_values(enum_name(field.kind.substr(5)));
      INFO(type << "." << field.name);
      REQUIRE(values);
      CHECK_FALSE(values->empty());
    }
}

TEST_CASE("operators are found by both names, others are not") {
  Catalogue catalogue;
  CHECK(fields_of(catalogue, "GEMM").size() == fields_of(catalogue, "DML_OPERATOR_GEMM").size());
  CHECK_FALSE(catalogue.fields("gemm")->has_value());
  CHECK_FALSE(catalogue.fields("")->has_value());
}

TEST_CASE("values of enumerations are found by both names") {
  Catalogue catalogue;
  const auto known = [&](std::string_view enumeration, std::string_view word) {
    return *catalogue.is_enum_value(enumeration, word);
  };
  CHECK(known("DXGI_FORMAT", "R8_UINT"));
  CHECK(known("DXGI_FORMAT", "DXGI_FORMAT_B4G4R4A4_UNORM"));
  CHECK(known("dmlCompileType", "DmlCompileGraph"));
  CHECK(known("DML_EXECUTION_FLAG", "DML_EXECUTION_FLAG_NONE"));
  CHECK_FALSE(known("DML_EXECUTION_FLAG", "DML_EXECUTION_FLAGS_NONE"));
  CHECK_FALSE(known("DXGI_FORMAT", "r8_uint"));
  CHECK_FALSE(known("NOTHING", "NONE"));
  CHECK(catalogue.enum_values("DXGI_FORMAT")->size() == 116);
}
