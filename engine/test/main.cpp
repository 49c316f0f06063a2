// ThreadSanitizer asks for this, where it is on. Tests expect that memory may lack. They leave a fault of the code
// under test by a jump out of the signal's handler, which ThreadSanitizer takes for a handler that never ends.
extern "C" const char* __tsan_default_options();
extern "C" const char* __tsan_default_options() { return "allocator_may_return_null=1:report_signal_unsafe=0"; }

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_session.hpp>
int main(int argc, char** argv) { return Catch::Session().run(argc, argv); }
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
