"use strict";
// The sections of the page.

const body = id => document.querySelector(`#${id} .body`);
const card = (place, title) => {
  const element = document.createElement("div");
  element.className = "card";
  if (title) element.innerHTML = `<h3>${escaped(title)}</h3>`;
  place.append(element);
  return element;
};
const legend = (place, items) => {
  place.insertAdjacentHTML("beforeend", `<div class="legend">${items.map(i =>
    `<span><i class="${i.line ? "stroke" : ""}${i.dash ? " dash" : ""}" style="background:${i.color};border-color:${i.color}"></i>${escaped(i.name)}</span>`).join("")}</div>`);
};
const table = (heads, rows) => `<table>${heads.some(h => h.name) ? `<thead><tr>${heads.map(h => `<th class="${h.kind || ""}">${h.name}</th>`).join("")}</tr></thead>` : ""}<tbody>${
  rows.map(r => `<tr>${r.map((v, i) => `<td class="${heads[i].kind || ""}">${v}</td>`).join("")}</tr>`).join("")}</tbody></table>`;
const remove = id => document.getElementById(id).remove();

function tiles() {
  const goals = main.filter(c => c.goal), beside = main.filter(c => bestPeer(c));
  const wins = beside.filter(c => bestPeer(c)[1] >= 1 / 1.05).length;
  const narrow = main.filter(c => c.peers.onnxruntime && /^u8/.test(c.name) && /\[N,1\]|3 to 4|width 1|3 and 1|two mono/.test(c.name));
  const list = [];
  if (results.partial) list.push(["partial: the bench was interrupted after", `${results.cells.length}<small> ${results.cells.length === 1 ? "cell" : "cells"}</small>`]);
  if (goals.length) list.push(["cells that reach their goal", `${goals.filter(c => !missesGoal(c)).length}<small> of ${goals.length}</small>`]);
  if (beside.length) list.push(["cells where no peer is more than 5\u00a0% faster", `${wins}<small> of ${beside.length}</small>`]);
  if (beside.length) list.push(["the best peer of each cell takes", `${short(geometricMean(beside.map(c => bestPeer(c)[1])))}\u00d7<small> as long</small>`]);
  if (narrow.length) list.push(["onnxruntime, bytes with inner extents up to 4", `${short(geometricMean(narrow.map(c => c.peers.onnxruntime)))}\u00d7<small> as long</small>`]);
  const joins = main.filter(c => c.family === "join" && c.peers.onednn);
  if (joins.length) list.push(["onednn, joins", `${short(geometricMean(joins.map(c => c.peers.onednn)))}\u00d7<small> as long</small>`]);
  document.getElementById("tiles").innerHTML = list.map(([t, v]) => `<div><dt>${t}</dt><dd>${v}</dd></div>`).join("");
}

function peersSection() {
  if (!peerFigures.length) return remove("peers");
  const place = card(body("peers")), timed = peerFigures.filter(p => p.mean > 0);
  if (timed.length)
    draw(place, bars, { title: "geometric means by peer", bars: timed.map(p => ({ name: p.name, value: p.mean, color: "var(--c1)", tip: `${p.name} ${p.version}\n${short(p.mean)} \u00d7 dmlrun's time, ${p.cells.length} cells` })) });
  const cellsName = n => `${n} ${n === 1 ? "cell" : "cells"}`;
  /** What is to be known of a peer's figures; the cells themselves say it, too. */
  const remarks = p => {
    const inexact = [...p.words].filter(([w]) => w.startsWith("not exact")).reduce((sum, [, n]) => sum + n, 0);
    return (inexact ? [`not exact in ${cellsName(inexact)}`] : []).concat([...p.words].filter(([w]) => isTrouble(w)).map(([w, n]) => `${w} (${cellsName(n)})`)).join("; ");
  };
  place.insertAdjacentHTML("beforeend", table(
    [{ name: "peer" }, { name: "version", kind: "wide" }, { name: "cells", kind: "n" }, { name: "closest", kind: "n" }, { name: "faster in", kind: "n" }, { name: "", kind: "wide" }],
    peerFigures.map(p => [escaped(p.name), `<span class="w">${escaped(p.version)}</span>`, p.cells.length || "\u2013", p.least ? short(p.least) + "\u00d7" : "\u2013",
      p.mean ? `<span class="${p.faster ? "bad" : ""}">${p.faster}</span>` : "\u2013", `<small>${escaped(remarks(p))}</small>`])));
}

/** Where a peer was measured several times: by how much it was faster in each. */
const repeatsOf = l => {
  const repeats = ((l.c.peer_repeats || {})[l.peer[0]] || []).map(t => short(1 / t));
  return repeats.length ? ` <small>${repeats.join(", ")}</small>` : "";
};

function losersSection() {
  const place = card(body("losers")), shown = 12, anyPeer = losers.some(l => l.peer);
  const failed = results.cells.filter(c => c.error && whole(c)).map(c => [`${escaped(c.family)}: ${escaped(c.name)} <small>${escaped(way(c))}</small>`,
    `<span class="bad">${escaped(c.error)}</span>`, "", "", ""].slice(0, anyPeer ? 5 : 4));
  if (!losers.length && !failed.length && !main.some(c => c.goal || bestPeer(c))) return remove("losers");
  if (!losers.length && !failed.length) { place.textContent = "None."; return; }
  const rows = failed.concat(losers.map(l => [`${escaped(l.c.family)}: ${escaped(l.c.name)} <small>${escaped(way(l.c))}</small>`, short(l.c.ratio_memcpy),
    l.c.goal ? `<span class="${l.missed ? "bad" : ""}">${short(l.c.goal)}</span>` : "\u2013", l.missed ? short(l.missed) + "\u00d7" : "",
    l.peer ? `<span class="bad">${escaped(l.peer[0])} ${short(l.lost)}\u00d7</span>${repeatsOf(l)}` : ""].slice(0, anyPeer ? 5 : 4)));
  const heads = [{ name: "cell" }, { name: "\u00d7 memcpy", kind: "n" }, { name: "goal", kind: "n" }, { name: "of goal", kind: "n wide" }, { name: "faster peer", kind: "n" }].slice(0, anyPeer ? 5 : 4);
  place.innerHTML = table(heads, rows.slice(0, shown));
  if (rows.length > shown)
    body("losers").insertAdjacentHTML("beforeend", `<details><summary>${rows.length - shown} more, less far from their goals</summary><div class="card">${table(heads, rows.slice(shown))}</div></details>`);
}

function goalSteps(row, color) {
  const edges = [[1024, 32768], [32768, 786432], [786432, 33554432], [33554432, 536870912]], points = [];
  regions.forEach((region, i) => {
    const goals = main.filter(c => c.row === row && c.region === region && c.goal).map(c => c.goal);
    if (goals.length) points.push([edges[i][0], median(goals)], [edges[i][1], median(goals)]);
  });
  return points.length ? [{ points, color, dash: true, width: 1.25, opacity: .75 }] : [];
}

function sizesSection() {
  for (const [family, title] of families) {
    const cells = main.filter(c => c.family === family && c.output_bytes >= 1024);
    if (!cells.length) continue;
    const place = card(body("sizes"), title), rows = [...new Set(cells.map(c => c.row))].sort((a, b) => (a === "") - (b === ""));
    const color = row => colors[rows.indexOf(row) % colors.length];
    const values = cells.flatMap(c => [c.ratio_memcpy, c.goal || 1]).concat(memsetLine.map(p => p[1]));
    draw(place, scatter, {
      title, height: 310, x: [1024, 536870912], y: [Math.min(.2, ...values) * .9, Math.max(3, ...values) * 1.6], xLabel: "bytes of output, logarithmic", yLabel: "time \u00f7 memcpy's time, logarithmic",
      xName: bytesName, marks: (results.caches || []).map((b, i) => ({ x: b, label: `L${i + 1}` })),
      lines: [{ points: [[1024, 1], [536870912, 1]], color: "var(--ink)", width: 1.25 }, { points: memsetLine.filter(p => p[0] >= 1024), color: "var(--faint)" }]
        .concat(rows.filter(Boolean).flatMap(r => goalSteps(r, color(r)))),
      points: cells.map(c => ({ x: c.output_bytes, y: c.ratio_memcpy, color: color(c.row), tip: tipOf(c) })),
    });
    legend(place, rows.map(r => ({ name: r || "other shapes, no goal", color: color(r) })).concat(
      { name: "goals", color: "var(--soft)", line: true, dash: true }, { name: "memcpy", color: "var(--ink)", line: true }, { name: "memset", color: "var(--faint)", line: true }));
  }
  if (!body("sizes").children.length) remove("sizes");
}

const heatName = t => t < 1.1 ? t.toFixed(2) : t < 99.5 ? t.toFixed(1) : t.toFixed(0);
/** From red below 1 over nothing at 1 to blue at 100. */
function heatColor(times) {
  const share = times < 1 ? Math.min(1, Math.log(1 / times) / Math.log(2)) : Math.min(1, Math.log(times) / Math.log(60));
  const color = times < 1 / 1.05 ? "var(--bad)" : "var(--c1)";
  return `color-mix(in srgb, ${color} ${Math.round(8 + 62 * share)}%, var(--card))`;
}

function heatSection() {
  const beside = main.filter(c => bestPeer(c));
  if (!beside.length) return remove("heat");
  const place = card(body("heat"));
  let s = `<div class="scale">best peer takes${[.7, 1, 2, 5, 20, 60].map(t => `<span style="background:${heatColor(t)}">${t}\u00d7</span>`).join("")}as long</div><div class="heat"><span></span>${regions.map(r => `<span class="h">${r}</span>`).join("")}`;
  for (const [family, title] of families) {
    const cells = beside.filter(c => c.family === family);
    if (!cells.length) continue;
    s += `<span class="f">${escaped(title)}</span>`;
    const shapes = [...new Set(cells.map(c => c.name.slice(0, c.name.lastIndexOf(", "))))];
    for (const shape of shapes) {
      s += `<span class="s">${escaped(shape)}</span>`;
      for (const region of regions) {
        const here = cells.filter(c => c.region === region && c.name.slice(0, c.name.lastIndexOf(", ")) === shape);
        const worst = here.reduce((w, c) => !w || bestPeer(c)[1] < bestPeer(w)[1] ? c : w, null);
        s += worst ? `<span class="v" style="background:${heatColor(bestPeer(worst)[1])}" data-tip="${escaped(tipOf(worst))}">${heatName(bestPeer(worst)[1])}</span>` : `<span class="v none">\u00b7</span>`;
      }
    }
  }
  place.innerHTML = s + "</div>";
}

/** Geometric means, by region, of cells of one way by the same cells of another. */
function compared(of, by, value) {
  const key = c => c.family + c.name + c.placement, base = new Map(measured.filter(by).map(c => [key(c), c]));
  return regions.map(r => {
    const ratios = measured.filter(c => of(c) && c.region === r && base.has(key(c))).map(c => value(c, base.get(key(c))));
    return ratios.length ? short(geometricMean(ratios)) + "\u00d7" : "\u2013";
  });
}

function waysSection() {
  const rows = [], base = whole, has = f => measured.some(f), movers = moves, share = (c, b) => c.ratio_memcpy / b.ratio_memcpy;
  const add = (name, of, value) => { if (has(of)) rows.push([name, ...compared(of, c => base(c), value)]); };
  // In the same rounds as one thread, where that was measured.
  const gain = (c, b) => c.gain || 1 / share(c, b);
  add("two threads: faster, moving bytes", c => c.threads === 2 && movers(c), gain);
  add("two threads: faster, quantized add", c => c.threads === 2 && !movers(c), gain);
  add("AVX2 only: time by all instructions'", c => c.threads === 1 && c.isa === "avx2", share);
  add("AVX-512 without VBMI: time by all instructions'", c => c.threads === 1 && c.isa === "avx512", share);
  if (!rows.length) return remove("ways");
  card(body("ways")).innerHTML = table([{ name: "" }, ...regions.map(name => ({ name, kind: "n" }))], rows);
  waysListed();
}

/** Cells of the other ways beyond what they are to keep, each with its figure: lists that are opened by a click. */
function waysListed() {
  const key = c => c.family + c.name + c.placement, base = new Map(measured.filter(whole).map(c => [key(c), c]));
  const share = c => c.gain ? 1 / c.gain : c.ratio_memcpy / base.get(key(c)).ratio_memcpy, isLarge = c => c.region === "L3" || c.region === "DRAM";
  // More columns stand beside a cell's figure where `more` has figures for them; `said` says what is to be known of those listed.
  const list = (title, of, limit, isBad, figure, more = [], said = () => "") => {
    const all = measured.filter(c => of(c) && base.has(key(c)) && limit(c)), bad = all.filter(c => isBad(share(c), limit(c))).sort((a, b) => share(b) - share(a));
    if (!all.length) return;
    const shown = more.filter(m => bad.some(m.of));
    const element = document.createElement(bad.length ? "details" : "p");
    if (!bad.length) element.className = "note", element.textContent = `${title}: none of ${all.length} cells`;
    else element.innerHTML = `<summary>${escaped(title)}: ${bad.length} of ${all.length} cells${said(bad)}</summary><div class="card">${table([{ name: "cell" }, { name: "found", kind: "n" }, { name: "to be", kind: "n" }].concat(shown.map(m => ({ name: m.name, kind: "n" }))),
      bad.map(c => [`${escaped(c.family)}: ${escaped(c.name)} <small>${escaped(way(c))}</small>`, `<span class="bad">${short(figure(share(c)))}\u00d7</span>`, short(limit(c)) + "\u00d7"].concat(shown.map(m => m.of(c) ? short(m.of(c)) + (m.unit ?? "\u00d7") : "\u2013"))))}</div>`;
    body("ways").append(element);
  };
  const plain = [{ name: "memcpy", of: c => c.gain_memcpy }, { name: "memset", of: c => c.gain_memset }];
  const sums = [{ name: "cycles per 64 sums, 42 at most", unit: "", of: c => c.family === "qadd" && c.cycles_per_64 }];
  const two = c => c.threads === 2, faster = c => c.output_bytes >= 4194304 ? 1.8 : c.output_bytes >= 196608 ? 1.4 : 0;
  list("Two threads less than 1.8\u00d7 as fast from 4 MB, 1.4\u00d7 from 256 KB", two, faster, (s, l) => 1 / s < l, s => 1 / s, plain, bad => {
    const beside = bad.filter(c => c.gain_memcpy), as = beside.filter(gainsAsPlainMoves);
    return beside.length ? `; in ${as.length} of ${beside.length === bad.length ? "these" : beside.length} plain copies and fills of two threads gain no more` : "";
  });
  list("Two threads slower than one by more than 5\u00a0%", two, () => 1, s => s > 1.05, s => 1 / s);
  list("AVX2 takes longer than 1.15\u00d7 from L3 up, 1.6\u00d7 below", c => c.threads === 1 && c.isa === "avx2", c => isLarge(c) ? 1.15 : 1.6, (s, l) => s > l, s => s, sums, bad => {
    const added = bad.filter(c => sums[0].of(c)), within = added.filter(c => c.cycles_per_64 <= 42);
    return added.length ? `; ${within.length} of the ${added.length} with quantized sums take 42 cycles per 64 sums or less` : "";
  });
  list("AVX-512 without VBMI takes longer than 1.3\u00d7", c => c.threads === 1 && c.isa === "avx512", () => 1.3, (s, l) => s > l, s => s);
}

function growthSection() {
  const grown = (results.growth || []).map(g => ({ ...g, points: g.points.filter(p => p.at > 0) })).filter(g => g.points.length);
  if (!grown.length) return remove("growth");
  const span = values => [Math.min(...values) / 1.3, Math.max(...values) * 1.5];
  for (const g of grown) {
    const xs = g.points.map(p => p.at), x = [Math.min(...xs) / 1.15, Math.max(...xs) * 1.15];
    const say = p => `${p.at}: ${short(p.microseconds)} \u00b5s, ${bytesName(p.code_bytes)} of code` + (p.ratio_memcpy ? `, runs ${short(p.ratio_memcpy)} \u00d7 memcpy` : "");
    const plot = (title, value, yLabel, color, more) => {
      const points = g.points.filter(p => value(p) > 0);
      if (points.length)
        draw(card(body("growth"), title), scatter, { title, height: 240, x, y: span(points.map(value).concat(more.levels ? more.levels.map(l => l.y) : [])), xLabel: g.title, yLabel,
          lines: [{ points: points.map(p => [p.at, value(p)]), color, opacity: .6 }], points: points.map(p => ({ x: p.at, y: value(p), color, r: 3.5, tip: say(p) })), ...more });
    };
    plot(`Compile time against ${g.title}`, p => p.microseconds, "\u00b5s", "var(--c1)", {});
    plot(`Code against ${g.title}`, p => p.code_bytes, "bytes", "var(--c4)", { yBase: 2, yName: bytesName, levels: [{ y: 16384, label: "16 KB, the most" }] });
    if (g.points.some(p => p.ratio_memcpy))
      plot(`Run time against ${g.title}, 256 KB of output`, p => p.ratio_memcpy, "time \u00f7 memcpy's time", "var(--c2)", { levels: [] });
  }
}

function machineSection() {
  const caches = (results.caches || []).map(bytesName).join(", "), load = (results.load || []).filter(v => v >= 0).map(v => v.toFixed(1));
  const rows = [["processor", escaped(results.cpu)], ["caches", caches], ["cores", results.cores], ["system", escaped(results.system)],
    ["load before and after", load.join(", ") + (load.some(v => v > .7 * (results.cores || 1)) ? " <span class=\"bad\">(others used the machine)</span>" : "")],
    ["dmlrun", escaped(results.version)], ["peers", Object.entries(results.peer_versions || {}).map(([n, v]) => `${escaped(n)} ${escaped(v)}`).join("; ")],
    ["measured", escaped(results.moment)], ["made again by", `<code>${escaped(results.command)}</code>`]].filter(r => r[1] !== "" && r[1] !== undefined);
  const place = card(body("machine"));
  place.innerHTML = table([{ name: "" }, { name: "" }], rows.map(([k, v]) => [`<span class="note">${k}</span>`, `<span class="w">${v}</span>`]));
  const trap = results.copy_trap > 1.5 ? ` On this processor memcpy itself takes ${short(results.copy_trap)} times as long where its destination lies 4 bytes behind its source in their pages (64 KB); memcpy is measured where it does not.` : "";
  place.insertAdjacentHTML("beforeend", `<p class="note">Work takes turns in rounds: memcpy, memset, dmlrun, the peers, another one first each time. A figure is the median over rounds of the ratio of two times of the same round, in processor time. Every result is compared with the reference before it is timed. Peers run where outputs begin 2 KiB behind their inputs in their pages; numpy, onnxruntime and Halide are called from Python, whose call costs count below some KB.${trap}</p>`);
}

/** The table of the terminal, in its words: the columns in which some cell has something. */
function allSection() {
  const words = c => wordsOf(c) ? ` <small class="words">${escaped(wordsOf(c))}</small>` : "";
  const named = c => `${escaped(c.family)}: ${escaped(c.name)} <small>${escaped(way(c))}</small>`;
  const columns = [
    ["cell", "", c => c.error ? `${named(c)}: <span class="bad">${escaped(c.error)}</span>${words(c)}` : named(c) + words(c)],
    ["x memcpy", "n", c => `<span class="${missesGoal(c) ? "bad" : ""}">${short(c.ratio_memcpy)}</span>`],
    ["x memset", "n wide", c => short(c.ratio_memset)],
    ["goal", "n", c => c.goal && short(c.goal)],
    ["GB/s", "n wide", c => c.nanoseconds && short(c.output_bytes / c.nanoseconds)],
    ["least", "n wide", c => c.least_nanoseconds && timeName(c.least_nanoseconds)],
    ["median", "n", c => c.nanoseconds && timeName(c.nanoseconds)],
    ["spread", "n wide", c => `${Math.round(100 * c.noise)} %`],
    ["c/64", "n wide", c => c.cycles_per_64 && c.cycles_per_64.toFixed(1)],
    ["best peer", "n", c => bestPeer(c) && `${escaped(bestPeer(c)[0])} ${short(bestPeer(c)[1])}\u00d7`]];
  const cells = results.cells.filter(c => c.error).concat(measured);
  const shown = columns.filter(([name, , value]) => name === "cell" || measured.some(value));
  card(body("all")).innerHTML = table(shown.map(([name, kind]) => ({ name, kind })),
    cells.map(c => shown.map(([name, , value]) => name === "cell" ? value(c) : c.error ? "" : value(c) || "\u2013")));
  const legend = document.getElementById("legend").textContent.trim().replace("! where", "red where").split("\n").map(line => line.split(/ {2,}/));
  card(body("all")).innerHTML = table([{ name: "" }, { name: "" }], legend.filter(([name]) => shown.some(s => s[0] === name)).map(line => line.map(escaped)));
  document.querySelector("#all details").open = cells.length <= 12;
}

document.getElementById("summary").textContent = summarySentence();
tiles(), peersSection(), losersSection(), sizesSection(), heatSection(), waysSection(), growthSection(), machineSection(), allSection();
