# An image to run dmlrun in: the program, the library, and the Python package. docs/installing.md has its use.
ARG BASE=debian:12-slim

FROM ${BASE} AS build
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    g++ cmake ninja-build nlohmann-json3-dev libcli11-dev libimath-dev libxbyak-dev libzydis-dev zlib1g-dev python3
WORKDIR /src
COPY CMakeLists.txt CMakePresets.json LICENSE ./
COPY cli cli
COPY engine engine
COPY jit jit
COPY specs specs
RUN cmake --preset no-halide -B build -G Ninja -DDMLRUN_BUILD_TESTS=OFF && \
    cmake --build build --target dmlrun_installable && DESTDIR=/made cmake --install build --prefix /usr/local --strip

FROM ${BASE}
RUN apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
    libstdc++6 libmpfr6 libzydis4.0 libzycore1.4 python3 python3-numpy && rm -rf /var/lib/apt/lists/*
COPY --from=build /made/usr/local /usr/local
COPY engine/python/dmlrun /usr/local/lib/python3.11/dist-packages/dmlrun
RUN ldconfig && dmlrun backends && python3 -c 'import dmlrun, numpy; dmlrun.tile(numpy.zeros(2, "f"), repeats=[2])'
WORKDIR /work
ENTRYPOINT ["dmlrun"]
CMD ["--help"]
