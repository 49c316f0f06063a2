"use strict";
// What the report says, out of the results.

/** Objects without a prototype: names that a file chooses find nothing but what the file has. */
const bare = (_, value) => value && typeof value === "object" && !Array.isArray(value) ? Object.assign(Object.create(null), value) : value;
const results = JSON.parse(document.getElementById("results").textContent, bare);
const measured = results.cells.filter(c => !c.error && c.ratio_memcpy > 0);
const families = [["tile", "TILE"], ["padding", "PADDING"], ["join", "JOIN"], ["qadd", "Quantized add"]]
  .concat([...new Set(measured.map(c => c.family))].filter(f => !["tile", "padding", "join", "qadd"].includes(f)).map(f => [f, f]));
const moves = c => !["qadd", "elementwise"].includes(c.family);
const colors = ["var(--c1)", "var(--c2)", "var(--c3)", "var(--c4)", "var(--c5)", "var(--c6)"];
const regions = ["L1", "L2", "L3", "DRAM"];

const geometricMean = values => Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length);
const median = values => values.slice().sort((a, b) => a - b)[Math.floor(values.length / 2)];
const whole = c => c.threads === 1 && !c.isa;
/** One thread, all instructions, each cell once: beside the peers where it was, else where outputs begin like inputs. */
const main = (() => {
  const byName = new Map();
  for (const c of measured.filter(whole)) {
    const key = c.family + c.name, known = byName.get(key);
    if (!known || Object.keys(c.peers).length > Object.keys(known.peers).length) byName.set(key, c);
  }
  return [...byName.values()];
})();
const bestPeer = c => Object.entries(c.peers).reduce((best, p) => !best || p[1] < best[1] ? p : best, null);
/** What is said of the peers of a cell, those of whom the same is said together. */
const wordsOf = c => {
  const names = new Map();
  for (const [name, words] of Object.entries(c.peer_words || {})) names.set(words, (names.get(words) || []).concat(name));
  return [...names].map(([words, who]) => `${who.join(", ")}: ${words}`).join("; ");
};
/** Of a peer that was there and has no right to a figure: it crashed, hung, failed or gave wrong bytes. */
const isTrouble = words => /^(crashes|hangs|ends the|wrong|fails|changes|takes more)/.test(words);
/** Whether plain copies and fills of its output gain no more by several threads, but for noise. */
const gainsAsPlainMoves = c => c.gain_memcpy > 0 && c.gain >= .97 * Math.max(c.gain_memcpy, c.gain_memset);
const missesGoal = c => c.goal && c.ratio_memcpy > c.goal;
const way = c => [c.placement === "skew" ? "2 KiB skew" : "equal offsets", c.threads > 1 ? c.threads + " threads" : "", c.isa].filter(Boolean).join(", ");
const tipOf = c => {
  const peer = bestPeer(c);
  const words = wordsOf(c);
  const gain = c.gain ? [`${short(c.gain)} \u00d7 as fast as one thread` + (c.gain_memcpy ? `; memcpy ${short(c.gain_memcpy)} \u00d7, memset ${short(c.gain_memset)} \u00d7` : "")] : [];
  return [`${c.family}: ${c.name}`, `${short(c.ratio_memcpy)} \u00d7 memcpy, ${short(c.ratio_memset)} \u00d7 memset` + (c.goal ? `, goal ${short(c.goal)}` : ""),
    `${timeName(c.nanoseconds)} in the median, ${way(c)}, ${c.backend}`].concat(gain).concat(peer ? [`${peer[0]} takes ${short(peer[1])} \u00d7 as long`] : []).concat(words ? [words] : []).join("\n");
};

const peerFigures = Object.keys(results.peer_versions || {}).map(name => {
  const cells = main.filter(c => c.peers[name] > 0), times = cells.map(c => c.peers[name]);
  const words = new Map();
  for (const said of results.cells.map(c => (c.peer_words || {})[name]).filter(Boolean)) words.set(said, (words.get(said) || 0) + 1);
  return { name, version: results.peer_versions[name], cells, mean: times.length ? geometricMean(times) : 0,
    faster: times.filter(t => t < 1 / 1.05).length, least: times.length ? Math.min(...times) : 0, words };
}).sort((a, b) => b.mean - a.mean);

/** Cells where a peer is more than 5 % faster or the goal is missed; by how much, at most. */
const losers = measured.filter(c => c.threads === 1 && !c.isa).map(c => {
  const peer = bestPeer(c), lost = peer && peer[1] < 1 / 1.05 ? 1 / peer[1] : 0, missed = missesGoal(c) ? c.ratio_memcpy / c.goal : 0;
  return { c, peer: lost ? peer : null, lost, missed, by: Math.max(lost, missed) };
}).filter(l => l.by > 0).sort((a, b) => (b.lost > 0) - (a.lost > 0) || b.by - a.by);

/** memset's time by memcpy's over sizes: what an operator that reads little could reach. */
const memsetLine = (() => {
  const groups = new Map();
  for (const c of measured.filter(c => c.threads === 1 && c.ratio_memset > 0)) {
    const key = Math.round(Math.log2(c.output_bytes));
    groups.set(key, (groups.get(key) || []).concat(c.ratio_memcpy / c.ratio_memset));
  }
  return [...groups].filter(([, v]) => v.length > 2).sort((a, b) => a[0] - b[0]).map(([k, v]) => [Math.pow(2, k), median(v)]);
})();

function summarySentence() {
  const goals = main.filter(c => c.goal), reached = goals.filter(c => !missesGoal(c)).length;
  const faster = main.filter(c => { const p = bestPeer(c); return p && p[1] < 1 / 1.05; }).length;
  const movers = main.filter(c => moves(c) && c.output_bytes >= 4096);
  const listed = peerFigures.filter(p => p.mean > 0).map(p => `${p.name} ${short(p.mean)}`);
  const where = results.cpu || "this machine", mean = cells => short(geometricMean(cells.map(c => c.ratio_memcpy)));
  let text;
  if (movers.length) text = `On ${where}, one thread: where bytes are moved, dmlrun takes ${mean(movers)} times as long as memcpy of the output (geometric mean of ${movers.length} ${movers.length === 1 ? "cell" : "cells"} from 4 KB). `;
  else if (measured.length) text = `On ${where}: dmlrun takes ${mean(measured)} times as long as memcpy of the output (geometric mean of ${measured.length} ${measured.length === 1 ? "cell" : "cells"}: ${[...new Set(measured.map(way))].join("; ")}). `;
  else return `On ${where}: nothing was measured.`;
  if (listed.length) text += `Others take longer by factors of ${listed.join(", ")}. `;
  if (goals.length) text += `${reached} of ${goals.length} cells reach their goal`;
  if (listed.length) text += !goals.length ? `In ${faster || "none"} of the cells a peer is more than 5 % faster.` : faster ? `; in ${faster} a peer is more than 5 % faster.` : "; in none is a peer more than 5 % faster.";
  else if (goals.length) text += ".";
  return text.trim();
}
