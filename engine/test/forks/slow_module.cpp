// A module whose loading takes long: it writes a byte to the descriptor in DMLRUN_SLOW_MODULE when that begins.
#include <chrono>
#include <cstdlib>
#include <thread>

#include <unistd.h>

namespace {

int load_slowly() {
  if (const char* descriptor = std::getenv("DMLRUN_SLOW_MODULE")) (void)!::write(std::atoi(descriptor), "b", 1);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  return 7;
}

const int whole = load_slowly();

}  // namespace

extern "C" __attribute__((visibility("default"))) const int* dmlrun_slow_module() { return &whole; }
