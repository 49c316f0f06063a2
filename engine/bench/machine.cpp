#include "engine/bench/machine.h"

#include <sched.h>
#include <sys/utsname.h>

#include <ctime>
#include <fstream>

namespace dmlrun::bench {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string name, family, model;
  for (std::string line; std::getline(file, line) && !line.empty();) {
    const std::size_t colon = line.find(':');
    const std::string value = colon + 2 < line.size() ? line.substr(colon + 2) : "";
    if (line.rfind("model name", 0) == 0) name = value;
    else if (line.rfind("cpu family", 0) == 0) family = value;
    else if (line.rfind("model\t", 0) == 0) model = value;
  }
  if (name.empty()) return "unknown processor";
  // Virtual machines hide the name that is sold; the numbers tell the microarchitecture.
  return family.empty() ? name : name + " (family " + family + ", model " + model + ")";
}

std::array<std::uint64_t, 3> cache_bytes() {
  std::array<std::uint64_t, 3> levels{32u << 10, 1u << 20, 32u << 20};
  for (int index = 0; index < 8; ++index) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    std::ifstream level_file(folder + "level"), size_file(folder + "size"), type_file(folder + "type");
    std::size_t level = 0;
    std::uint64_t kilobytes = 0;
    std::string type;
    if (!(level_file >> level) || !(size_file >> kilobytes) || !(type_file >> type)) break;
    if (type != "Instruction" && level >= 1 && level <= levels.size()) levels[level - 1] = kilobytes << 10;
  }
  return levels;
}

unsigned cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? static_cast<unsigned>(CPU_COUNT(&set)) : 1;
}

double load() {
  double minutes[1];
  return getloadavg(minutes, 1) == 1 ? minutes[0] : -1;
}

std::string system_name() {
  utsname names{};
  if (uname(&names) != 0) return "unknown system";
  const std::string release = names.release;
  return std::string(names.sysname) + " " + release.substr(0, release.find('.', release.find('.') + 1));
}

std::string moment() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[40];
  return std::strftime(text, sizeof text, "%Y-%m-%dT%H:%MZ", &parts) > 0 ? text : "";
}

}  // namespace dmlrun::bench
