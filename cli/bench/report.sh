# shellcheck shell=bash disable=SC2154
# `./dev bench`: a part of ./dev, which has what is called here and not defined.

# The systems that dmlrun is compared with, in an environment of their own. What cannot be installed is said in the
# report, and tried again the next time.
peers=build/peers
setup_peers() {
  local wanted='numpy==2.4.6 onnxruntime==1.31.1 onednn-cpu-gomp==2023.2.0 halide==21.0.0'
  local one python=/usr/bin/python3
  local installed=$root/$peers/installed
  [[ -x $python ]] || python=$(command -v python3) || fail "python3 is missing"
  [[ -x $root/$peers/bin/python3 ]] || "$python" -m venv "$root/$peers" || fail "python3 -m venv failed"
  touch "$installed"
  for one in $wanted; do
    grep -qxF -- "$one" "$installed" && continue
    say "installing into $peers (250 MB to download in all): $one"
    if "$root/$peers/bin/python3" -m pip install --quiet --disable-pip-version-check --retries 2 "$one" >&2; then
      echo "$one" >>"$installed"
    else
      say "could not install $one"
    fi
  done
  "$root/$peers/bin/python3" -c 'import numpy' 2>/dev/null ||
    fail "numpy, which the comparison needs, is not in $peers; 'build/dmlrun bench' measures without other systems"
  install_missing_peer_libraries 'libxnnpack0|XNNPACK, in the comparison'
}

# Debian's, since PyPI's takes gigabytes; seen from the environment of the peers, behind everything that is in it.
setup_torch() {
  install_missing_peer_libraries 'python3-torch|torch, in the full comparison'
  local packages; packages=$("$root/$peers/bin/python3" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  if [[ -d /usr/lib/python3/dist-packages/torch ]]; then echo /usr/lib/python3/dist-packages >"$packages/torch.pth"; fi
}

install_missing_peer_libraries() {  # name|why...
  command -v dpkg-query >/dev/null || return 0
  local missing
  mapfile -t missing < <(missing_of "$@")
  ((${#missing[@]} == 0)) || install_packages "${missing[@]}" || true
}

# The report: every cell beside the peers, and what dmlrun does alone in its other ways. bench [quick|full|keep]
bench() {
  local grid=${1-standard} folder=$root/build/bench options=() keep=no
  (($# < 2)) || fail "bench takes one word; found '$2', too: 'build/dmlrun bench --help' has its own options"
  [[ $grid =~ ^(quick|standard|full|keep)$ ]] || fail "bench takes quick, standard, full, keep or parts; found '$grid'"
  if [[ $grid == keep ]]; then grid=full keep=yes; fi
  [[ $grid != quick ]] || options=(--quick)
  # torch, once it is there, would be in every report.
  [[ $grid == full ]] || options+=(--peers "onnxruntime,numpy,numpy-by-hand,onednn,xnnpack,halide")
  setup_peers
  [[ $grid != full ]] || setup_torch
  build release build dmlrun-cli dmlrun_shared dmlrun_bench_rounds || fail "the build failed"
  mkdir -p "$folder"
  say "dmlrun bench, then the same cells beside the peers"
  "$root/build/dmlrun" bench --grid "$grid" --json "$folder/own.json" >/dev/null || fail "dmlrun bench ended with $?"
  "$root/$peers/bin/python3" -B "$root/cli/bench/peers/compare_peers.py" "$root/build" --base "$folder/own.json" \
    --json "$folder/results.json" "${options[@]}" --command "./dev bench $grid" || fail "the comparison ended with $?"
  "$root/build/dmlrun" bench --read "$folder/results.json" --html "$folder/report.html"
  say "the report: build/bench/report.html, and its figures: build/bench/results.json"
  if [[ $keep == yes ]]; then
    mkdir -p "$root/docs/benchmark"
    cp "$folder/report.html" "$folder/results.json" "$root/docs/benchmark/"
    say "kept in docs/benchmark"
  fi
}

# Element-wise rows beside the peers and a copy of the same traffic. bench rows [ARGS]
bench_rows() {
  setup_peers
  setup_torch
  build release build dmlrun_shared dmlrun_bench_rounds || fail "the build failed"
  "$root/$peers/bin/python3" -B "$root/cli/bench/peers/rows.py" "$root/build" "$@"
}

# What the parts cost: calls, plans, expressions, pipelines, models, the whole program.
bench_parts() {
  build release build dmlrun-cli dmlrun_plans_bench dmlrun_calls_bench dmlrun_model_bench ||
    fail "the build failed"
  "$root/build/engine/bench/dmlrun_calls_bench"
  "$root/build/engine/bench/dmlrun_plans_bench"
  # Only where there is machine code to time.
  if ninja -C "$root/build" -t query dmlrun_halide_bench >/dev/null 2>&1; then
    build release build dmlrun_halide_bench || fail "the build failed"
    "$root/build/dmlrun_halide_bench"
  fi
  if ninja -C "$root/build" -t query dmlrun_elementwise_bench >/dev/null 2>&1; then
    build release build dmlrun_elementwise_bench || fail "the build failed"
    "$root/build/jit/bench/dmlrun_elementwise_bench"
  fi
  local files; files=$(mktemp -d)
  "$root/build/cli/bench/dmlrun_model_bench" "$files" || { rm -rf "$files"; fail "the bench of models failed"; }
  rm -rf "$files"
  python3 -B "$root/cli/bench/program_bench.py" "$root/build/dmlrun"
}
