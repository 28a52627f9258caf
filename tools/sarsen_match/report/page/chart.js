"use strict";
// A chart: series of [x, y] or [x, y, low, high], drawn as lines with bands.
const COLORS = ["var(--a)", "var(--b)", "var(--c)", "var(--d)"];
const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of children) element.append(child);
  return element;
}

function ticks(low, high) {
  const step = 10 ** Math.floor(Math.log10((high - low) / 2));
  const wide = [1, 2, 5, 10].map(n => n * step).find(n => (high - low) / n <= 5);
  const found = [];
  for (let at = Math.ceil(low / wide) * wide; at <= high + wide * 1e-9; at += wide) found.push(+at.toPrecision(10));
  return found;
}

function chart(caption, series, levels = []) {
  const drawn = Object.entries(series).filter(([, points]) => points.some(p => p[1] !== null));
  if (!drawn.length) return null;
  const width = 420, height = 230, left = 52, bottom = 24, top = 10, right = 10;
  const all = drawn.flatMap(([, points]) => points);
  // The intervals of the first few pairs are so wide that nothing else could be seen.
  const core = all.filter(p => p[1] !== null).flatMap(p => {
    const wide = p.length > 2 && (p[2] === null || p[3] === null || p[0] < all[all.length - 1][0] / 20);
    return wide ? [p[1]] : p.slice(1);
  }).filter(y => y !== null).concat(levels);
  let low = Math.min(...core), high = Math.max(...core);
  if (high - low < 1e-9) { low -= 1; high += 1; }
  const pad = (high - low) * 0.06; low -= pad; high += pad;
  const xs = all.map(p => p[0]);
  const from = Math.min(0, ...xs), to = Math.max(from + 1, ...xs);
  const x = v => left + (v - from) / (to - from) * (width - left - right);
  const y = v => top + (high - Math.min(high, Math.max(low, v))) / (high - low) * (height - top - bottom);
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": caption });
  for (const at of ticks(low, high)) {
    root.append(svg("line", { x1: left, x2: width - right, y1: y(at), y2: y(at), stroke: "var(--line)" }),
      svg("text", { x: left - 6, y: y(at) + 4, "text-anchor": "end" }, String(at)));
  }
  for (const at of ticks(from, to)) root.append(svg("text", { x: x(at), y: height - 6, "text-anchor": "middle" }, String(at)));
  for (const level of levels) root.append(svg("line", { x1: left, x2: width - right, y1: y(level), y2: y(level), stroke: "var(--mark)", "stroke-dasharray": "4 3" }));
  drawn.forEach(([, points], i) => {
    const color = COLORS[i % COLORS.length];
    const band = points.filter(p => p.length > 2 && p[2] !== null && p[3] !== null);
    if (band.length > 1) {
      const edge = band.map(p => `${x(p[0])},${y(p[3])}`).concat(band.slice().reverse().map(p => `${x(p[0])},${y(p[2])}`));
      root.append(svg("polygon", { points: edge.join(" "), fill: color, opacity: 0.18 }));
    }
    const line = points.filter(p => p[1] !== null).map(p => `${x(p[0])},${y(p[1])}`);
    if (line.length === 1) root.append(svg("circle", { cx: line[0].split(",")[0], cy: line[0].split(",")[1], r: 3, fill: color }));
    root.append(svg("polyline", { points: line.join(" "), fill: "none", stroke: color, "stroke-width": 1.8 }));
  });
  const figure = document.createElement("figure"), words = document.createElement("figcaption");
  words.append(caption);
  drawn.forEach(([name], i) => {
    const label = document.createElement("span");
    label.textContent = `  ${name}`;
    label.style.color = COLORS[i % COLORS.length];
    if (name) words.append(label);
  });
  figure.append(root, words);
  return figure;
}
