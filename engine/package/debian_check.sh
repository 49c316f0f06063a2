#!/usr/bin/env bash
# dmlrun on a bare Debian, in a folder of its own; needs root, debootstrap and the network.
#   debian_check.sh package RELEASE FOLDER PACKAGE.deb   installs it, then uses it: CMake, pkg-config, C, Python
#   debian_check.sh commands RELEASE FOLDER [quick]      the README's two commands, from a clone
# RELEASE: bookworm (12) or trixie (13). FOLDER/RELEASE is made with debootstrap where it is missing, and kept. A
# package is for the release that it was made on: libraries have other names in others. Ends with `N passed, N failed`.
set -u
if (($# < 3)); then sed -n '2,6s/^# //p' "${BASH_SOURCE[0]}" >&2; exit 2; fi
if ! mkdir -p "$3"; then exit 1; fi
what=$1 release=$2 root=$(cd "$3" && pwd)/$2
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
passed=0 failed=0

check() {  # title command...
  local title=$1; shift
  if "$@" >"$root.check.log" 2>&1; then
    passed=$((passed + 1)); echo "passed: $title"
  else
    failed=$((failed + 1)); echo "FAILED: $title"; tail -n 25 "$root.check.log"
  fi
}

# The network is the host's, and so are the authorities that vouch for it.
authorities=/etc/ssl/certs/ca-certificates.crt
inside() { chroot "$root" /usr/bin/env -i PIP_CERT=/srv/authorities.crt PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/srv \
  LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }

bare() {
  if [[ ! -x $root/usr/bin/apt-get ]]; then debootstrap --variant=minbase "$release" "$root"; fi
  cp /etc/resolv.conf "$root/etc/resolv.conf"
  if [[ -r $authorities ]]; then cp "$authorities" "$root/srv/authorities.crt"; fi
  mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
  mountpoint -q "$root/sys" || mount -t sysfs -o ro sysfs "$root/sys"  # without it PoCL 6 ends the process
  mountpoint -q "$root/dev" || { mount --rbind /dev "$root/dev" && mount --make-rslave "$root/dev"; }
  inside apt-get -q update
}

# What a person would write: ten lines of CMake, one program.
project() {
  local folder=$root/srv/project
  rm -rf "$folder" && mkdir -p "$folder" &&
    cp "$source/engine/examples/embed.cpp" "$source/engine/examples/from_c.c" "$folder"
  cat >"$folder/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(ten_lines LANGUAGES C CXX)
find_package(dmlrun 0.1 REQUIRED)
add_executable(embed embed.cpp)
target_link_libraries(embed PRIVATE dmlrun::dmlrun)
add_executable(from_c from_c.c)
target_link_libraries(from_c PRIVATE dmlrun::shared)
enable_testing()
add_test(NAME embed COMMAND embed)
add_test(NAME from_c COMMAND from_c)
END
  inside sh -ec 'cd /srv/project; cmake -S . -B build; cmake --build build; cd build; ctest --output-on-failure'
}

by_pkg_config() {
  inside sh -ec 'cd /srv/project; g++ -std=c++20 embed.cpp $(pkg-config --cflags --libs dmlrun) -o by_pkg_config
    test "$(./by_pkg_config)" = "3 2 1 2 3 2 1 "'
}

by_add_subdirectory() {
  rm -rf "$root/srv/source" && mkdir -p "$root/srv/source" &&
    git -C "$source" archive HEAD | tar -x -C "$root/srv/source"
  sed 's|find_package.*|add_subdirectory(../source dmlrun)|
       s|dmlrun::shared|dmlrun::dmlrun|' "$root/srv/project/CMakeLists.txt" \
    >"$root/srv/contained.txt"
  inside sh -ec 'mkdir -p /srv/contained; cd /srv/contained; cp ../project/embed.cpp ../project/from_c.c .
    mv ../contained.txt CMakeLists.txt
    cmake -S . -B build -DCMAKE_BUILD_TYPE=Release; cmake --build build -j2; build/embed'
}

program() {
  inside sh -ec 'dmlrun --version; dmlrun backends
    echo "{\"type\": \"TILE\", \"desc\": {\"InputTensor\": {\"DataType\": \"UINT8\",
    \"Sizes\": [2]}, \"Repeats\": [2]}, \"inputs\": {\"InputTensor\": [1, 2]}}" | dmlrun - | grep -q "1, 2, 1, 2"
    test -e /usr/share/man/man1/dmlrun.1 -o -e /usr/share/man/man1/dmlrun.1.gz
    test -e /usr/share/bash-completion/completions/dmlrun'
}

python_package() {
  rm -rf "$root/srv/python" && cp -a "$source/engine/python" "$root/srv/python"
  mkdir -p "$root/srv/source" && cp "$source/CMakeLists.txt" "$root/srv/source/"
  inside sh -ec 'mkdir -p /srv/tree/engine; cp /srv/source/CMakeLists.txt /srv/tree/; rm -rf /srv/tree/engine/python
    mv /srv/python /srv/tree/engine/python; python3 -m venv /srv/venv
    DMLRUN_LIBRARY=/usr/lib/libdmlrun.so /srv/venv/bin/pip install -q /srv/tree/engine/python
    cd /; /srv/venv/bin/python /srv/tree/engine/python/examples/first_kernel.py'
}

readme() {
  rm -rf "$root/srv/clone" && git clone -q "$source" "$root/srv/clone"
  inside sh -ec 'cd /srv/clone; ./dev run specs/examples/tile/rows_and_columns.json | grep -q "Resource .OutputTensor."'
}
tests() { inside sh -ec "cd /srv/clone; ./dev test ${1-}"; }

check "a bare Debian $release" bare
if [[ $what == package ]]; then
  check 'the package is there' cp "$4" "$root/srv/dmlrun.deb"
  check 'the package installs with what it needs' inside apt-get -q install -y --no-install-recommends /srv/dmlrun.deb
  check 'the program runs, with its pages' program
  check 'a compiler, CMake, pkg-config and Python install' inside apt-get -q install -y --no-install-recommends \
    g++ cmake make pkg-config python3-venv nlohmann-json3-dev libimath-dev libxbyak-dev
  check 'ten lines of CMake with find_package(dmlrun)' project
  check 'pkg-config' by_pkg_config
  check 'add_subdirectory()' by_add_subdirectory
  check 'pip install, and the Python example' python_package
else
  check './dev run, from a clone' readme
  check "./dev test ${4-}" tests "${4-}"
  tail -n 1 "$root.check.log"
fi
umount -lR "$root/dev" "$root/proc" "$root/sys" 2>/dev/null
echo "$passed passed, $failed failed"
((failed == 0))
