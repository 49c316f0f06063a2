// What a program is told that takes from a Result what it does not hold.
#include "dmlrun/result.h"

#include <sys/wait.h>
#include <unistd.h>

#include <exception>
#include <string>

#include "engine/test/catch.h"

using namespace dmlrun;

namespace {

/// What std::terminate finds where `access` ends the program; "" where it does not.
template <class Access>
std::string last_words(const Access& access) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  static int writes;
  writes = ends[1];
  const pid_t child = ::fork();
  if (child == 0) {
    std::set_terminate([] {
      try {
        std::rethrow_exception(std::current_exception());
      } catch (const std::exception& found) {
        const std::string_view text = found.what();
        ::_exit(::write(writes, text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 0 : 1);
      }
    });
    access();
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text(1000, 0);
  const ssize_t count = ::read(ends[0], text.data(), text.size());
  ::close(ends[0]);
  int status = -1;
  CHECK((::waitpid(child, &status, 0) == child && status == 0));
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  return text;
}

}  // namespace

TEST_CASE("what a Result does not hold ends the program with the error's text") {
  const Result<std::string> wrong = Error{ErrorCode::size_mismatch, "/desc/Axis", {}, "5 was found", "JOIN-4"};
  const Result<std::string> right = std::string("a");
  const std::string said =
      "the value of a dmlrun::Result was taken, which holds an error: /desc/Axis: 5 was found [JOIN-4]";
  CHECK(last_words([&] { static_cast<void>(*wrong); }) == said);
  CHECK(last_words([&] { static_cast<void>(wrong->size()); }) == said);
  CHECK(last_words([&] { static_cast<void>(Result<std::string>(wrong).value()); }) == said);
  const std::string none = "the error of a dmlrun::Result was taken, which holds none";
  CHECK(last_words([&] { static_cast<void>(right.error()); }) == none);
  CHECK(last_words([&] { static_cast<void>(Result<void>().error()); }) == none);
  CHECK(last_words([&] { static_cast<void>(*right); }).empty());
}
