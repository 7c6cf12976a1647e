// Fields for the parameters of each effect and content of the job, made from what these declare, and
// for the numbers and colours of its layers. They change a copy of the job and show what to paste; the
// job itself stays as it is.

import { button, element } from "./dom.js";
import { parameterRow } from "./fields.js";

/** JSON as people write it: short objects on a line. */
function written(value, indent = "") {
  const line = JSON.stringify(value, null, 1)?.replace(/\n\s*/g, " ") ?? "null";
  if (typeof value !== "object" || value === null || line.length + indent.length <= 60) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => `${inner}${written(item, inner)}`)
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${written(item, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const isOperator = (value) => Object.keys(value ?? {}).some((key) => key.startsWith("$"));

/**
 * All contents and effects of the styles and layers, those in groups too: the layer, what it is in and at which key; or
 * why there are none.
 */
function* uses(job) {
  for (const [name, style] of Object.entries(job?.styles ?? {})) yield* own(style, `the style ${name}`);
  yield* inside(job?.layers, "layers");
}

function* inside(layers, path) {
  if (isOperator(layers)) yield { name: path, reason: "An operator makes these layers for each row." };
  for (const [index, layer] of (Array.isArray(layers) ? layers : []).entries()) {
    const place = `${path}[${index}]`;
    if (isOperator(layer)) {
      yield { name: place, reason: "An operator makes this layer for each row." };
      continue;
    }
    yield* own(layer, layer?.id ? `#${layer.id}` : place);
    yield* inside(layer?.layers, `${place}.layers`);
  }
}

function* own(layer, name) {
  const content = layer?.content;
  if (isOperator(content)) yield { name, reason: "An operator makes its content for each row." };
  else if (content) yield { name, list: layer, place: "content", use: content };
  const effects = layer?.effects;
  if (isOperator(effects)) yield { name, reason: "An operator makes its effects for each row." };
  for (const [place, use] of (Array.isArray(effects) ? effects : []).entries()) {
    yield isOperator(use)
      ? { name, reason: "An operator makes this effect for each row." } : { name, list: effects, place, use };
  }
}

/** The name by which an effect or a content is declared. */
const declared = (use) => (use?.kind === undefined ? String(use?.effect ?? "?") : `content:${use.kind}`);

const px = (minimum, maximum) => ({ shape: { type: "number" }, minimum, maximum, unit: "px" });
const paint = { shape: { type: "paint" } };

/** The keys of a layer that have fields, where they are numbers or paints. */
const LAYER_KEYS = {
  "text.size": px(1, 2000), "text.weight": { shape: { type: "integer" }, minimum: 1, maximum: 1000 },
  "text.color": paint, "text.lineHeight": { shape: { type: "number" }, minimum: 0.5, maximum: 4 },
  "text.letterSpacing": px(-1000, 1000), "frame.x": px(-1e6, 1e6), "frame.y": px(-1e6, 1e6),
  "frame.width": px(0, 1e6), "frame.height": px(0, 1e6), "frame.gap": px(-1e6, 1e6),
  "flex.gap": px(0, 1e6), padding: px(0, 1e6), cornerRadius: px(0, 1e6), fill: paint, background: paint,
  opacity: { shape: { type: "number" }, minimum: 0, maximum: 1 },
  rotate: { shape: { type: "number" }, minimum: -180, maximum: 180, unit: "°" },
};

const at = (layer, key) => key.split(".").reduce((value, part) => value?.[part], layer);

function set(layer, key, value) {
  const [first, second] = key.split(".");
  const [owner, name] = second ? [layer[first] ??= {}, second] : [layer, first];
  if (value === undefined) delete owner[name];
  else owner[name] = value;
}

/** The keys of a layer with fields: those that it has, as a number or a paint. */
function keys(layer) {
  return Object.keys(LAYER_KEYS).filter((key) => {
    const value = at(layer, key);
    if (LAYER_KEYS[key] !== paint) return typeof value === "number";
    return typeof value === "string" ? !value.includes("${")
      : value && !Array.isArray(value) && !isOperator(value) && value.source === undefined;
  });
}

/** All layers with such keys, those in groups too, and the styles. */
function* layers(job) {
  for (const [name, style] of Object.entries(job?.styles ?? {})) yield { name: `the style ${name}`, layer: style };
  yield* nested(job?.layers, "layers");
}

function* nested(list, path) {
  for (const [index, layer] of (Array.isArray(list) ? list : []).entries()) {
    if (!layer || isOperator(layer)) continue;
    const place = `${path}[${index}]`;
    yield { name: layer.id ? `#${layer.id}` : place, layer };
    yield* nested(layer.layers, `${place}.layers`);
  }
}

/** A card that says why something cannot be changed here. */
function fixed({ name, reason }) {
  const card = element("details", { className: "effect" },
    element("summary", {}, "…", element("small", { textContent: `of ${name}` })),
    element("div", { className: "body" },
      element("p", { className: "summary", textContent: `${reason} Change it in the job.` })));
  card.dataset.use = `${name} ${reason}`;
  return card;
}

export class Controls {
  /** `tryOut` is given the changed job, or null when nothing is changed any more. */
  constructor(panel, tryOut) {
    this.panel = panel;
    this.tryOut = tryOut;
    this.declarations = new Map();
    this.job = null;
    this.saved = null;
    this.isChanged = false;
    this.isBusy = false;
    this.isLate = false;
  }

  /** Makes the fields anew for other effects and contents; what is being tried stays. */
  declare({ effects, contents }) {
    this.declarations = new Map([
      ...effects.map((effect) => [effect.name, effect]),
      ...contents.map((content) => [`content:${content.name}`, content]),
    ]);
    this.fill();
  }

  /** Makes the fields anew for a job that was saved. */
  read(text) {
    try {
      this.saved = JSON.parse(text);
    } catch {
      return;
    }
    this.job = structuredClone(this.saved);
    this.isChanged = false;
    this.fill();
  }

  fill() {
    const open = new Set([...this.panel.querySelectorAll("details[open]")].map((each) => each.dataset.use));
    const hadAny = this.panel.querySelector("details") !== null;
    const saved = [...uses(this.saved)];
    const cards = [...uses(this.job)].map((use, index) => {
      const card = use.reason ? fixed(use) : this.card(use, saved[index].use);
      card.open = hadAny ? open.has(card.dataset.use) : index === 0;
      return card;
    });
    const before = [...layers(this.saved)];
    const others = [...layers(this.job)].flatMap(({ name, layer }, index) =>
      keys(layer).length ? [this.layerCard(name, layer, before[index].layer)] : []);
    for (const card of others) card.open = open.has(card.dataset.use);
    const none = element("p", { className: "empty", textContent: "This job has no effects and no contents of plugins." });
    this.panel.replaceChildren(...(cards.length ? cards : [none]), ...others);
  }

  /** The numbers and colours of a layer. */
  layerCard(name, layer, saved) {
    const body = element("div", { className: "body" });
    const card = element("details", { className: "effect layer" }, element("summary", {}, name), body);
    card.dataset.use = `layer ${name}`;
    const code = element("pre");
    const paste = element("div", { className: "paste" }, code);
    const look = () => {
      const changed = {};
      for (const key of keys(saved)) {
        if (!same(at(layer, key), at(saved, key))) set(changed, key, at(layer, key) ?? null);
      }
      code.textContent = written(changed);
      paste.hidden = Object.keys(changed).length === 0;
      this.isChanged = !same(this.job, this.saved);
    };
    body.append(...keys(saved).map((key) =>
      parameterRow({ ...LAYER_KEYS[key], name: key, help: `${key} of ${name}` }, "", at(layer, key), (value) => {
        set(layer, key, value);
        look();
        this.change();
      })), paste);
    look();
    return card;
  }

  card({ name, list, place, use }, saved) {
    const declaration = this.declarations.get(declared(use));
    const body = element("div", { className: "body" });
    const card = element("details", { className: "effect" },
      element("summary", {}, String(use?.kind ?? use?.effect ?? "?"), element("small", { textContent: `of ${name}` })),
      body);
    card.dataset.use = `${name} ${place} ${declared(use)}`;
    if (!declaration) {
      const kind = place === "content" ? "content" : "effect";
      body.append(element("p", { className: "summary", textContent: `Unknown ${kind}.` }));
      return card;
    }
    const code = element("pre");
    const paste = element("div", { className: "paste" }, code);
    const look = () => {
      code.textContent = written(list[place]);
      paste.hidden = same(list[place], saved);
      this.isChanged = !same(this.job, this.saved);
    };
    const fill = () => body.replaceChildren(
      element("p", { className: "summary", textContent: declaration.summary }),
      ...declaration.parameters.map((parameter) =>
        parameterRow(parameter, "", list[place][parameter.name], (value) => {
          if (value === undefined) delete list[place][parameter.name];
          else list[place][parameter.name] = value;
          look();
          this.change();
        })), paste);
    const copy = button("Copy JSON", "Copies the JSON above", async () => {
      await navigator.clipboard.writeText(code.textContent);
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy JSON"; }, 1200);
    });
    const reset = button("As saved", "Discards changes that were tried", () => {
      list[place] = structuredClone(saved);
      fill();
      look();
      this.change();
    });
    paste.append(element("div", { className: "group" }, reset, copy));
    fill();
    look();
    return card;
  }

  /** Has the job drawn as it is now: one drawing at a time, the last change never left out. */
  async change() {
    this.isLate = this.isBusy;
    if (this.isBusy) return;
    this.isBusy = true;
    this.panel.setAttribute("aria-busy", "true");
    do {
      this.isLate = false;
      try {
        await this.tryOut(this.isChanged ? JSON.stringify(this.job) : null);
      } catch {
        // The page says that the preview has ended.
      }
    } while (this.isLate);
    this.isBusy = false;
    this.panel.removeAttribute("aria-busy");
  }
}
