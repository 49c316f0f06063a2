#include "cli/files/unfinished_file.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>
#include <utility>

namespace dmlrun::cli {
namespace {

enum class State : unsigned char { free, changing, named };

struct Place {
  std::atomic<State> state = State::free;
  char path[1024] = {};
};

// As many as a process may usually open. All zeros: a constructor would touch 256 pages, a sixth of a small run's time.
constinit std::array<Place, 1024> places;

}  // namespace

UnfinishedFile::UnfinishedFile(const std::string& path) noexcept {
  if (path.size() >= sizeof Place::path) return;
  for (std::size_t i = 0; i < places.size(); ++i) {
    State expected = State::free;
    if (!places[i].state.compare_exchange_strong(expected, State::changing)) continue;
    std::memcpy(places[i].path, path.c_str(), path.size() + 1);
    places[i].state = State::named;
    place_ = i;
    return;
  }
}

UnfinishedFile::UnfinishedFile(UnfinishedFile&& other) noexcept : place_(std::exchange(other.place_, kNone)) {}

UnfinishedFile& UnfinishedFile::operator=(UnfinishedFile&& other) noexcept {
  std::swap(place_, other.place_);
  return *this;
}

UnfinishedFile::~UnfinishedFile() {
  if (place_ != kNone) places[place_].state = State::free;
}

void remove_unfinished_files() noexcept {
  for (const Place& place : places)
    if (place.state == State::named) ::unlink(place.path);
}

}  // namespace dmlrun::cli
