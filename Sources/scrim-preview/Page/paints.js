import { button, choice, element } from "./dom.js";
import { lengthFields, numberFields } from "./numbers.js";

/** Any CSS colour as the browser understands it, "#rrggbb"; null if it is none. */
export function sixDigits(value) {
  if (typeof value !== "string") return null;
  if (/^#[0-9a-f]{6}/i.test(value)) return value.slice(0, 7);
  const context = document.createElement("canvas").getContext("2d");
  context.fillStyle = "#010203";
  context.fillStyle = value;
  const found = context.fillStyle;
  if (found.startsWith("#")) return found === "#010203" ? null : found;
  const parts = found.match(/[\d.]+/g)?.slice(0, 3).map(Number);
  if (!parts) return null;
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** A well and a text. */
export function colorFields(value, change) {
  const well = element("input", { type: "color", value: sixDigits(value) ?? "#000000" });
  const text = element("input", { type: "text", value: value ?? "", placeholder: "–" });
  well.addEventListener("input", () => {
    // What follows six digits is how far one sees through.
    const alpha = /^#[0-9a-f]{8}$/i.test(text.value) ? text.value.slice(7) : "";
    text.value = well.value + alpha;
    change(text.value);
  });
  text.addEventListener("input", () => {
    well.value = sixDigits(text.value) ?? well.value;
    change(text.value === "" ? undefined : text.value);
  });
  return [well, text];
}

const kind = (paint) => paint?.linear ? "linear" : paint?.radial ? "radial" : "color";

/** Stops as pairs: a colour alone is at an end, or in the middle between its neighbours. */
function paired(stops) {
  const pairs = stops.map((stop) => typeof stop === "string" ? [stop, null] : [...stop]);
  pairs[0][1] ??= 0;
  pairs.at(-1)[1] ??= 1;
  let before = 0;
  pairs.forEach(([, offset], index) => {
    if (offset === null) return;
    const start = pairs[before][1];
    for (let at = before + 1; at < index; at++) {
      pairs[at][1] = rounded(start + (offset - start) * (at - before) / (index - before));
    }
    before = index;
  });
  return pairs;
}

/** The same paint as one of another kind. */
function turned(paint, to) {
  const stops = paint?.[kind(paint)]?.stops
    ?? [[typeof paint === "string" ? paint : "#000000", 0], ["#ffffff", 1]];
  if (to === "linear") return { linear: { angle: 90, stops } };
  if (to === "radial") return { radial: { center: ["50%", "50%"], radius: "50%", stops } };
  return stops[0][0];
}

/** A colour, or a gradient with its stops. */
export function paintFields(value, change) {
  const rest = element("div", { className: "paint" });
  const fill = () => rest.replaceChildren(...(kind(value) === "color"
    ? [element("div", { className: "field" }, ...colorFields(value, take))]
    : gradientRows(value, take)));
  const take = (next) => {
    value = next;
    change(value);
  };
  const kinds = choice(
    [["color", "colour"], ["linear", "linear gradient"], ["radial", "radial gradient"]],
    kind(value), "Kind of paint", (to) => {
      take(turned(value, to));
      fill();
    });
  fill();
  return [element("div", { className: "stack" }, kinds, rest)];
}

function row(name, ...fields) {
  return element("div", { className: "parameter" }, element("label", { textContent: name }),
    element("div", { className: "field" }, ...fields));
}

/** The rows of a gradient: how it lies, a strip of it, its stops. */
function gradientRows(paint, change) {
  const name = kind(paint);
  let gradient = { ...paint[name], stops: paired(paint[name].stops) };
  const strip = element("div", { className: "strip" });
  const list = element("div", { className: "stops" });
  const show = () => {
    const css = gradient.stops.map(([color, offset]) => `${color} ${offset * 100}%`);
    strip.style.setProperty("--stops", `linear-gradient(90deg, ${css.join(", ")})`);
  };
  const set = (keys) => {
    gradient = { ...gradient, ...keys };
    show();
    change({ [name]: gradient });
  };
  const fill = () => list.replaceChildren(
    ...gradient.stops.map((stop, index) => stopRow(stop, index, gradient.stops.length > 2, {
      // No stop may lie before the one above it: those in the way are pushed along.
      move: (offset) => {
        set({ stops: gradient.stops.map(([color, old], at) =>
          [color, at < index ? Math.min(old, offset) : at > index ? Math.max(old, offset) : offset]) });
        list.querySelectorAll(".stop").forEach((each, at) => {
          if (at === index) return;
          for (const field of each.querySelectorAll("[type=range], [type=number]")) {
            field.value = gradient.stops[at][1];
          }
        });
      },
      paint: (color) => set({
        stops: gradient.stops.map((old, at) => at === index ? [color, old[1]] : old),
      }),
      remove: () => {
        set({ stops: gradient.stops.filter((_, at) => at !== index) });
        fill();
      },
    })),
    element("div", { className: "group" },
      button("Add stop", "Adds a stop in the widest gap", () => {
        set({ stops: withOneMore(gradient.stops) });
        fill();
      }),
      button("Reverse", "Reverses the colours", () => {
        set({ stops: gradient.stops.map(([color, at]) => [color, rounded(1 - at)]).reverse() });
        fill();
      })));
  fill();
  show();
  return [...placeRows(name, gradient, set), strip, list];
}

const rounded = (value) => Math.round(value * 1000) / 1000;

function placeRows(name, gradient, set) {
  if (name === "linear") {
    const angle = { shape: { type: "number" }, unit: "°", minimum: -360, maximum: 360 };
    return [row("angle",
      ...numberFields(angle, gradient.angle ?? 180, (next) => set({ angle: next })))];
  }
  let center = gradient.center ?? ["50%", "50%"];
  const part = (index) => lengthFields(center[index], (next) => {
    center = center.map((old, at) => at === index ? next ?? "50%" : old);
    set({ center });
  })[0];
  return [
    row("center", part(0), part(1), element("span", { className: "unit", textContent: "px, %" })),
    row("radius", ...lengthFields(gradient.radius ?? "50%", (next) => set({ radius: next }))),
  ];
}

function stopRow([color, offset], index, isSpare, { move, paint, remove }) {
  const share = { shape: { type: "number" }, minimum: 0, maximum: 1 };
  const fields = numberFields(share, offset, (next) => next !== undefined && move(next));
  const colors = colorFields(color, (next) => next && paint(next));
  const made = element("div", { className: "stop" }, ...colors, ...fields.slice(0, 2));
  for (const field of made.children) {
    field.setAttribute("aria-label", `${colors.includes(field) ? "Colour" : "Offset"} of stop ${index}`);
  }
  const away = button("×", "Removes this stop", remove);
  away.className = "remove";
  away.disabled = !isSpare;
  made.append(away);
  return made;
}

/** The stops with one more, in the middle of the widest gap. */
function withOneMore(stops) {
  let at = 1;
  for (let index = 2; index < stops.length; index += 1) {
    if (stops[index][1] - stops[index - 1][1] > stops[at][1] - stops[at - 1][1]) at = index;
  }
  const between = [stops[at - 1][0], rounded((stops[at - 1][1] + stops[at][1]) / 2)];
  return [...stops.slice(0, at), between, ...stops.slice(at)];
}
