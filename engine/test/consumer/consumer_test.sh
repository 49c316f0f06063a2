#!/usr/bin/env bash
# Uses the library as others do. usage: consumer_test.sh SOURCE BUILD CMAKE CXX [all]; BUILD is a built tree of SOURCE.
# With `all`, builds the library inside another project and the API's tests without exceptions, too. Ends with
# `N passed, N failed`.
set -u
source=$1 build=$2 cmake=$3 cxx=$4 extent=${5-}
here=$source/engine/test/consumer
work=$build/consumer
passed=0 failed=0
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1
if command -v ccache >/dev/null; then launcher=ccache; else launcher=''; fi
configure=("$cmake" -G Ninja "-DCMAKE_CXX_COMPILER=$cxx" "-DCMAKE_CXX_COMPILER_LAUNCHER=$launcher"
  -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG")
flags=(-std=c++20 -Wall -Wextra -Wpedantic -Werror)

# A test is a function; it passes when each of its commands succeeds. Its output is shown when it fails.
check() {  # title function
  # Not as a condition: bash does not end a function at a failing command while its result is being tested.
  (set -e; "$2") >"$work/$2.log" 2>&1
  if (($? == 0)); then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    printf 'FAILED: %s\n' "$1"
    tail -n 25 "$work/$2.log"
  fi
}

refuses() { if "$@"; then echo "succeeded, but must fail: $*"; return 1; fi; }

installs_and_moves() {
  "$cmake" --install "$build" --prefix "$work/first"
  "$work/first/bin/dmlrun" --version
  test -z "$(find "$work/first" -path '*/include/*' -type f -not -path '*/include/dmlrun/*.h')"
  refuses grep -rlF -e "$source" -e "$build" "$work/first/lib" --include='*.cmake' --include='*.pc'
  mv "$work/first" "$work/prefix"
}

find_package() {
  "${configure[@]}" -S "$here/find_package" -B found "-DCMAKE_PREFIX_PATH=$work/prefix"
  "$cmake" --build found
  found/program
  # Another minor version may differ before 1.0, and must be refused.
  sed 's/find_package(dmlrun 0.1 /find_package(dmlrun 0.2 /; s|\.\./program|'"$here"'/program|' \
    "$here/find_package/CMakeLists.txt" >newer.txt
  mkdir -p newer && mv newer.txt newer/CMakeLists.txt
  refuses "${configure[@]}" -S newer -B newer/build "-DCMAKE_PREFIX_PATH=$work/prefix"
}

# As a shared library.
add_subdirectory() {
  "${configure[@]}" -S "$here/add_subdirectory" -B contained "-DDMLRUN_SOURCE=$source" -DBUILD_SHARED_LIBS=ON \
    "$(sed -n 's/^DMLRUN_WARNINGS_AS_ERRORS:BOOL=/-D&/p' "$build/CMakeCache.txt")"
  [[ $extent == all ]] || return 0
  "$cmake" --build contained
  contained/program
}

pkg_config() {
  export PKG_CONFIG_PATH
  PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name dmlrun.pc)")
  # shellcheck disable=SC2046
  "$cxx" "${flags[@]}" "$here/program.cpp" $(pkg-config --cflags --libs dmlrun) -o by_pkg_config
  LD_LIBRARY_PATH=$(pkg-config --variable=libdir dmlrun) ./by_pkg_config
  # The commands of docs/embedding.md, for a program in C.
  local cc libdir printed='3 2 1 2 3 2 1 '
  cc=$(sed -n 's/^CMAKE_C_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
  cc=${cc:-cc}
  libdir=$(pkg-config --variable=libdir dmlrun)
  # shellcheck disable=SC2046
  "$cc" "$source/engine/examples/from_c.c" $(pkg-config --cflags --libs dmlrun) "-Wl,-rpath,$libdir" -o c_shared
  test "$(env -u LD_LIBRARY_PATH ./c_shared)" = "$printed"
  # shellcheck disable=SC2046
  "$cc" "$source/engine/examples/from_c.c" $(pkg-config --cflags dmlrun) "$libdir/libdmlrun.a" \
    $(pkg-config --static --libs-only-l dmlrun | sed 's/-ldmlrun//') -pthread -o c_static
  test "$(./c_static)" = "$printed"
  refuses grep -q libdmlrun <(ldd c_static)
}

# The examples, as a project of their own; what they print is what they are for.
examples() {
  "${configure[@]}" -S "$source/engine/examples" -B examples "-DCMAKE_PREFIX_PATH=$work/prefix"
  "$cmake" --build examples
  test "$(examples/embed)" = '3 2 1 2 3 2 1 '
  test "$(examples/two_inputs)" = '11 22 13 24 '
  test "$(examples/typed_desc)" = '3 2 1 2 3 2 1 '
  test "$(examples/from_c)" = '3 2 1 2 3 2 1 '
  examples/own_executor
  test "$(examples/many_threads 64000)" = '16 threads, 64000 runs, 0 wrong'
  if [[ -e $build/dmlrun_halide.so ]]; then  # made with the halide component, holds nothing of it
    test "$(examples/ahead_of_time)" = '3 2 1 2 3 2 1 6 5 4 5 6 5 4 '
    refuses grep -qE 'dmlrun|Halide|stdc' <(ldd examples/ahead_of_time)
  fi
  local answers
  answers=$(printf '%s\n' \
    '{"type": "TILE", "desc": {"InputTensor": {"DataType": "UINT8", "Sizes": [2]}, "Repeats": [2]}}' \
    '{"type": "NOPE"}' '[[[[[[[[[[[[[[[[[[[[[[' '{"type": "TILE", "type": "TILE"}' '' | examples/hostile_service)
  test "$(cut -d' ' -f1,2 <<<"$answers" | tr '\n' ';')" = \
    'compiled TILE,;refused unknown_operator;refused too_deep;refused duplicate_key;refused syntax;'
}

# A project in C, on the static and the shared library; components that are there, that are not, and that nobody knows.
only_c() {
  "$cmake" -G Ninja -S "$here/c_project" -B only_c "-DCMAKE_PREFIX_PATH=$work/prefix"
  "$cmake" --build only_c
  only_c/program
  only_c/program_shared
  refuses grep -q libdmlrun <(ldd only_c/program)
  ldd only_c/program_shared | grep -q libdmlrun.so
  local project=("$cmake" -G Ninja -S "$here/c_project" -B only_c/again "-DCMAKE_PREFIX_PATH=$work/prefix")
  refuses "${project[@]}" -DDMLRUN_WANTED=nobody
  local modules; modules=$(echo "$work"/prefix/lib*/dmlrun)
  if [[ -d $modules ]]; then mv "$modules" "$modules.away"; fi
  "${project[@]}" -DDMLRUN_WANTED=halide >only_c.log 2>&1 && missed=no || missed=yes
  if [[ -d $modules.away ]]; then mv "$modules.away" "$modules"; fi
  test "$missed" = yes
  grep -q 'module halide is not installed' only_c.log
}

# What people carry: 5 MB together without their symbols; and of the library, what a C++ program has already.
small() {
  local library each
  library=$(readlink -f "$(find "$work/prefix" -name libdmlrun.so)")
  strip -o stripped_library "$library"
  strip -o stripped_program "$work/prefix/bin/dmlrun"
  for each in stripped_library stripped_program; do
    echo "$each: $(stat -c %s $each) bytes"
    (($(stat -c %s $each) <= 5000000))
  done
  refuses grep -vE 'linux-vdso|libstdc\+\+|libm\.|libgcc_s|libc\.|ld-linux' <(ldd "$library")
}

# The same project as find_package(), with BUILD_SHARED_LIBS.
shared() {
  "${configure[@]}" -S "$here/find_package" -B found_shared "-DCMAKE_PREFIX_PATH=$work/prefix" -DBUILD_SHARED_LIBS=ON
  "$cmake" --build found_shared
  found_shared/program
  ldd found_shared/program | grep -q libdmlrun.so
  refuses grep -q libdmlrun.so <(ldd found/program)
}

pages() {
  man -l --warnings "$work/prefix/share/man/man1/dmlrun.1" >page.txt 2>page.err
  test ! -s page.err
  grep -q -e --feature-level page.txt
  bash -c "source '$work/prefix/share/bash-completion/completions/dmlrun'; complete -p dmlrun"
}

no_exceptions() {
  local library
  library=$(find "$work/prefix" -name 'libdmlrun.a')
  for header in "$work"/prefix/include/dmlrun/*.h; do
    echo "#include <dmlrun/${header##*/}>" | "$cxx" "${flags[@]}" -fno-exceptions -fno-rtti -I"$work/prefix/include" \
      -fsyntax-only -x c++ -
  done
  "$cxx" "${flags[@]}" -fno-exceptions -fno-rtti -I"$work/prefix/include" "$here/program.cpp" "$library" -o plain
  ./plain
  "$cxx" "${flags[@]}" -fno-exceptions -fno-rtti -I"$work/prefix/include" "$here/kept_code.cpp" "$library" -o kept_code
  ./kept_code
  if [[ $extent == all ]] && "$cmake" --build "$build" --target help | grep -q api_tests_without_exceptions; then
    "$cmake" --build "$build" --target dmlrun_api_tests_without_exceptions
    "$build/engine/test/dmlrun_api_tests_without_exceptions"
  fi
}

must_not_compile() {
  local command each
  command=("$cxx" -std=c++20 -I"$source/engine/include" -fsyntax-only)
  "${command[@]}" -DARRAYS "$here/runs_on_no_array.cpp"
  for each in 'CONSTANT arrays of numbers or of std::byte' 'POINTER arrays of numbers' \
    'RESULT a Kernel: compile' 'PARSED a Kernel: compile' 'OPERATOR a Kernel: compile'; do
    refuses "${command[@]}" "-D${each%% *}" "$here/runs_on_no_array.cpp" 2>arrays.txt
    grep -q "error: static.*takes ${each#* }" arrays.txt
    test "$(grep -c 'error:' arrays.txt)" = 1
  done
  command=("$cxx" -std=c++20 -Werror=unused-result -I"$source/engine/include" -fsyntax-only)
  "${command[@]}" -DKEPT "$here/ignores_a_result.cpp"
  refuses "${command[@]}" "$here/ignores_a_result.cpp"
  # Below C++20 one sentence, and no other error.
  command=("$cxx" -std=c++17 -I"$source/engine/include" -fsyntax-only)
  refuses "${command[@]}" -include dmlrun/dmlrun.h -x c++ /dev/null 2>older.txt
  grep -q 'are C++20: compile with -std=c++20 or later' older.txt
  test "$(grep -c 'error:' older.txt)" = 1
  refuses "${command[@]}" -include dmlrun/run.h -x c++ /dev/null 2>older.txt
  grep -q 'are C++20: compile with -std=c++20 or later' older.txt
}

check 'an installation holds its parts and can be moved' installs_and_moves
check 'the library and the program are small and need little' small
check 'find_package(dmlrun) finds a moved installation, links and runs' find_package
check 'add_subdirectory() with a shared library is configured, and with `all` links and runs' add_subdirectory
check 'find_package(dmlrun) with BUILD_SHARED_LIBS links the shared library' shared
check 'the examples build against an installation, and do what they show' examples
check 'a project in C links either library, and finds the components that are there' only_c
if command -v man >/dev/null; then
  check 'the manual page is formatted without a warning' pages
else
  echo 'left out: man is not installed'
fi
if command -v pkg-config >/dev/null; then
  check 'pkg-config compiles and links a program that runs' pkg_config
else
  echo 'left out: pkg-config is not installed'
fi
check 'public headers and programs compile without exceptions and run-time types, and run' no_exceptions
check 'a Result that is ignored, and a run of what is no array, do not compile' must_not_compile
echo "$passed passed, $failed failed"
((failed == 0))
