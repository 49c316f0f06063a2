// dmlrun_rejections FOLDER: writes the rejections of every implemented operator there, each named after its rule, for
// dmlrun check. Exit status 2 where that cannot be done.
#include <cstdio>
#include <exception>
#include <fstream>

#include "dmlrun/spec.h"
#include "engine/test/rejections.h"

using namespace dmlrun;

int main(int count, char** arguments) try {
  if (count != 2) return std::fprintf(stderr, "dmlrun_rejections FOLDER\n"), 2;
  std::size_t written = 0;
  for (const std::string_view type : operator_types())
    for (const test::Rejection& one : test::rejections_of(*operators::find_row(type))) {
      std::ofstream file(std::string(arguments[1]) + "/" + one.rule->id + ".json");
      file << one.text << std::flush;
      if (!file) return std::fprintf(stderr, "%s: cannot write there\n", arguments[1]), 2;
      ++written;
    }
  std::printf("%zu rejections\n", written);
  return 0;
} catch (const std::exception& error) {
  return std::fprintf(stderr, "%s\n", error.what()), 2;
}
