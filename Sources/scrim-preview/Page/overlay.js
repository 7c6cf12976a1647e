// Lays over the picture where layers stand, where their lines are, how far they reach with their
// effects, and what is drawn of each step.

const SVG = "http://www.w3.org/2000/svg";
const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 2, useGrouping: false });

/** "x 40, y 20, 560 × 96 px" of the upright bounds of four corners. */
function measure(corners) {
  const xs = corners.filter((_, index) => index % 2 === 0);
  const ys = corners.filter((_, index) => index % 2 === 1);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const words = [left, top, width, height].map((value) => NUMBER.format(value));
  return `x ${words[0]}, y ${words[1]}, ${words[2]} × ${words[3]} px`;
}

/** The shapes of one kind: class, corners, what they are. */
function* shapes(layer, kind) {
  if (kind === "frame") yield [layer.frame, "frame"];
  if (kind === "line") {
    for (const [index, line] of layer.lines.entries()) yield [line, `line ${index}`];
  }
  const last = layer.steps.length - 1;
  for (const [index, step] of layer.steps.entries()) {
    const after = index === 0 ? "content" : `effect ${index - 1}, ${step.name}`;
    if (kind === "extent" && (index === last || index === 0)) yield [step.extent, `extent, ${after}`];
    if (kind === "region") {
      if (step.region) yield [step.region, `rendered by ${after}`];
      if (step.backdrop) yield [step.backdrop, `read from the backdrop by ${after}`];
    }
  }
}

/** Draws what is switched on. */
export function drawOverlay(svg, plan, kinds, tip) {
  svg.replaceChildren();
  tip.hidden = true;
  if (!plan) return;
  svg.setAttribute("viewBox", `0 0 ${plan.canvas[0]} ${plan.canvas[1]}`);
  svg.setAttribute("preserveAspectRatio", "none");
  for (const kind of kinds) {
    for (const layer of plan.layers) {
      for (const [corners, what] of shapes(layer, kind)) {
        if (corners.length < 8) continue;
        const polygon = document.createElementNS(SVG, "polygon");
        polygon.setAttribute("points", corners.join(" "));
        polygon.setAttribute("class", kind);
        const words = `${layer.name}: ${what} · ${measure(corners)}`;
        polygon.setAttribute("aria-label", words);
        polygon.addEventListener("pointermove", (event) => {
          tip.hidden = false;
          tip.textContent = words;
          tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
          tip.style.top = `${Math.min(event.clientY + 16, innerHeight - tip.offsetHeight - 8)}px`;
        });
        polygon.addEventListener("pointerleave", () => { tip.hidden = true; });
        svg.append(polygon);
      }
    }
  }
}
