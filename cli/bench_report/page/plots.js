"use strict";
// Axes, points, lines and bars as SVG text. A plot is drawn again when its width changes.

const escaped = text => String(text).replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const short = v => v >= 99.5 ? v.toFixed(0) : v >= 9.95 ? v.toFixed(1) : v.toFixed(2);
const bytesName = b => {
  const units = ["B", "KB", "MB", "GB"];
  let u = 0;
  for (; b >= 1023.5 && u < 3; ++u) b /= 1024;
  return (b >= 99.5 ? b.toFixed(0) : +b.toPrecision(3)) + " " + units[u];
};
const timeName = ns => ns < 999.5 ? +ns.toPrecision(3) + " ns" : ns < 999.5e3 ? +(ns / 1e3).toPrecision(3) + " \u00b5s" : +(ns / 1e6).toPrecision(3) + " ms";

/** A logarithmic axis: where a value lies between two ends, and round ticks between them. */
function logAxis(least, most, begin, end, base, mostTicks) {
  const at = v => begin + (Math.log(v) - Math.log(least)) / (Math.log(most) - Math.log(least)) * (end - begin);
  let ticks = [];
  const steps = base === 2 ? [1] : [1, 2, 5];
  for (let p = Math.floor(Math.log(least) / Math.log(base)); p <= Math.ceil(Math.log(most) / Math.log(base)); ++p)
    for (const s of steps) ticks.push(s * Math.pow(base, p));
  ticks = ticks.filter(t => t >= least * .999 && t <= most * 1.001);
  if (ticks.length > mostTicks && steps.length > 1) ticks = ticks.filter(t => Math.abs(Math.log10(t) % 1) < 1e-9);
  while (ticks.length > mostTicks) ticks = ticks.filter((_, i) => i % 2 === 0);
  if (ticks.length < 3 && base === 10)
    ticks = [.1, .15, .2, .3, .4, .5, .7, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30, 40, 50, 70, 100].filter(t => t >= least && t <= most);
  return { at, ticks };
}

/**
 * A plot with two logarithmic axes. `points`: {x, y, color, tip}; `lines`: {points: [[x, y]], color, dash}; `marks`: vertical
 * lines {x, label}; `levels`: horizontal ones {y, label}.
 */
function scatter(plot, width) {
  const height = plot.height || 300, left = 46, right = 14, top = 20, bottom = 46;
  const x = logAxis(plot.x[0], plot.x[1], left, width - right, plot.xBase || 2, Math.max(3, Math.floor(width / 78)));
  const y = logAxis(plot.y[0], plot.y[1], height - bottom, top, plot.yBase || 10, 8);
  let s = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(plot.title)}">`;
  for (const t of y.ticks)
    s += `<line x1="${left}" x2="${width - right}" y1="${y.at(t)}" y2="${y.at(t)}" stroke="var(--line)"/>` +
      `<text x="${left - 7}" y="${y.at(t) + 4}" text-anchor="end">${plot.yName ? plot.yName(t) : +t.toPrecision(3)}</text>`;
  for (const t of x.ticks)
    s += `<line x1="${x.at(t)}" x2="${x.at(t)}" y1="${height - bottom}" y2="${height - bottom + 4}" stroke="var(--axis)"/>` +
      `<text x="${x.at(t)}" y="${height - bottom + 18}" text-anchor="middle">${plot.xName ? plot.xName(t) : t}</text>`;
  s += `<line x1="${left}" x2="${width - right}" y1="${height - bottom}" y2="${height - bottom}" stroke="var(--axis)"/>`;
  s += `<text x="${(left + width - right) / 2}" y="${height - 8}" text-anchor="middle">${escaped(plot.xLabel)}</text>`;
  s += `<text x="4" y="${top - 8}">${escaped(plot.yLabel)}</text>`;
  for (const m of plot.marks || [])
    if (m.x > plot.x[0] && m.x < plot.x[1])
      s += `<line x1="${x.at(m.x)}" x2="${x.at(m.x)}" y1="${top}" y2="${height - bottom}" stroke="var(--axis)" stroke-dasharray="2 4"/>` +
        `<text x="${x.at(m.x) - 4}" y="${top + 9}" text-anchor="end">${escaped(m.label)}</text>`;
  for (const l of plot.levels || [])
    s += `<line x1="${left}" x2="${width - right}" y1="${y.at(l.y)}" y2="${y.at(l.y)}" stroke="var(--bad)" stroke-dasharray="5 4"/>` +
      `<text x="${left + 6}" y="${y.at(l.y) - 5}">${escaped(l.label)}</text>`;
  for (const l of plot.lines || []) {
    const path = l.points.map((p, i) => `${i ? "L" : "M"}${x.at(p[0]).toFixed(1)} ${y.at(p[1]).toFixed(1)}`).join("");
    s += `<path d="${path}" fill="none" stroke="${l.color}" stroke-width="${l.width || 1.75}"${l.dash ? ' stroke-dasharray="5 4"' : ""} opacity="${l.opacity || 1}"/>`;
  }
  for (const p of plot.points)
    s += `<circle class="mark" cx="${x.at(p.x).toFixed(1)}" cy="${y.at(p.y).toFixed(1)}" r="${p.r || 4}" fill="${p.color}" stroke="var(--card)" stroke-width="1" data-tip="${escaped(p.tip)}"/>`;
  return s + "</svg>";
}

/** Horizontal bars on a logarithmic axis that begins at 1 or below: {name, value, color, note}. */
function bars(plot, width) {
  const row = 34, left = Math.min(110, width * .3), right = 70, top = 22, height = top + row * plot.bars.length + 26;
  const most = Math.max(2, ...plot.bars.map(b => b.value)) * 1.15, least = Math.min(1, ...plot.bars.map(b => b.value)) * .98;
  const x = logAxis(least, most, left, width - right, 10, Math.floor(width / 80));
  let s = `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(plot.title)}">`;
  for (const t of x.ticks)
    s += `<line x1="${x.at(t)}" x2="${x.at(t)}" y1="${top - 6}" y2="${height - 24}" stroke="var(--line)"/>` +
      `<text x="${x.at(t)}" y="${height - 8}" text-anchor="middle">${t}\u00d7</text>`;
  plot.bars.forEach((b, i) => {
    const y = top + i * row, zero = x.at(1), end = x.at(b.value);
    s += `<text class="name" x="0" y="${y + 15}">${escaped(b.name)}</text>` +
      `<rect class="mark" x="${Math.min(zero, end)}" y="${y + 2}" width="${Math.max(1, Math.abs(end - zero))}" height="18" rx="3" fill="${b.color}" data-tip="${escaped(b.tip)}"/>` +
      `<text class="value" x="${Math.max(zero, end) + 7}" y="${y + 16}">${short(b.value)}\u00d7</text>`;
  });
  const one = x.at(1);
  return s + `<line x1="${one}" x2="${one}" y1="${top - 8}" y2="${height - 24}" stroke="var(--ink)"/><text x="${one}" y="10" text-anchor="${one > 60 ? "middle" : "start"}">dmlrun</text></svg>`;
}

const drawn = [];
/** Draws into a new element of `place`, now and whenever the window's width changes. */
function draw(place, kind, plot) {
  const element = document.createElement("div");
  place.append(element);
  const again = () => { element.innerHTML = kind(plot, Math.max(280, element.clientWidth)); };
  drawn.push(again);
  again();
}
let lastWidth = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth === lastWidth) return;
  lastWidth = window.innerWidth;
  drawn.forEach(again => again());
});

const tip = document.getElementById("tip");
document.addEventListener("pointerover", event => {
  const mark = event.target.closest && event.target.closest("[data-tip]");
  tip.style.display = mark ? "block" : "none";
  if (!mark) return;
  const [title, ...rest] = mark.dataset.tip.split("\n");
  tip.innerHTML = `<b>${escaped(title)}</b>${rest.map(escaped).join("<br>")}`;
  const box = mark.getBoundingClientRect();
  const beside = Math.min(box.right + 10, window.innerWidth - tip.offsetWidth - 8);
  tip.style.left = Math.max(8, beside) + "px";
  tip.style.top = Math.max(8, Math.min(box.top - 8, window.innerHeight - tip.offsetHeight - 8)) + "px";
});
