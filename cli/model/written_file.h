// The files of writeFile: DxDispatch's .npy layout, or raw bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/files/output_file.h"
#include "engine/model/model.h"

namespace dmlrun::cli {

/// Version 1.0 as DxDispatch writes it: no blanks after colons, "<" also before one-byte types.
[[nodiscard]] std::string dxdispatch_npy_header(DataType type, std::span<const std::uint64_t> shape);

/// Writes a resource's bytes to `path`, all or nothing; folders that are missing are made. Of a .npy file only as many
/// elements as model::written_shape says.
void write_resource(const model::Model& model, const model::Command& command, const model::Content& content,
                    std::span<const std::byte> bytes, const std::string& path, Durability durability);

}  // namespace dmlrun::cli
