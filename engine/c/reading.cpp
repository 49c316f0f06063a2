#include "engine/c/reading.h"

#include "engine/c/handles.h"

namespace dmlrun::c {
namespace {

template <class Limit>
void set(Limit& limit, std::uint64_t given) noexcept {
  constexpr std::uint64_t kMax = static_cast<Limit>(-1);
  if (given != 0) limit = static_cast<Limit>(std::min(given, kMax));
}

bool read_limits(const dmlrun_limits* given, Limits& limits) noexcept {
  dmlrun_limits known;
  if (!read_struct(given, known)) return false;
  set(limits.document_bytes, known.document_bytes);
  set(limits.depth, known.depth);
  set(limits.values, known.values);
  set(limits.string_bytes, known.string_bytes);
  set(limits.number_characters, known.number_characters);
  set(limits.tensor_bytes, known.tensor_bytes);
  set(limits.model_bytes, known.model_bytes);
  set(limits.join_inputs, known.join_inputs);
  set(limits.npy_header_bytes, known.npy_header_bytes);
  return true;
}

std::optional<FeatureLevel> published_level(std::uint32_t number) noexcept {
  const char name[] = {static_cast<char>('0' + (number >> 12 & 15u)), '.',
                       static_cast<char>('0' + (number >> 8 & 15u))};
  const auto level = feature_level_from_name({name, sizeof name});
  return level == number ? level : std::nullopt;
}

}  // namespace

const char* ReadOptions::take(const dmlrun_read_options* given) noexcept {
  dmlrun_read_options known;
  if (!read_struct(given, known) || !read_limits(known.limits, validation.limits)) return kNewerStruct;
  if (known.feature_level != 0) {
    const auto level = published_level(known.feature_level);
    if (!level) return "the feature level is none of DirectML's, 1.0 to 6.4";
    validation.level = *level;
  }
  strict = known.strict != 0;
  skip_unsupported = known.skip_unsupported != 0;
  any_alignment = known.any_alignment != 0;
  warning_ = known.warning;
  context_ = known.warning_context;
  return nullptr;
}

void ReadOptions::tell() const {
  if (!warning_) return;
  for (const Warning& warning : warnings)
    warning_(context_, warning.where.c_str(), warning.position.line, warning.position.column, warning.message.c_str());
}

}  // namespace dmlrun::c
