// Fields for the parameters of each effect of the job, made from what the effects declare. They
// change a copy of the job and show what to paste; the job itself stays as it is.

/** The spread of a slider: all of a small range, of a large one what is near the value. */
function sliderRange(parameter, value) {
  const { minimum, maximum } = parameter;
  if (minimum === undefined || maximum === undefined) return null;
  if (maximum - minimum <= 100) return [minimum, maximum];
  const reach = Math.max(40, 4 * Math.abs(value ?? 0));
  return [Math.max(minimum, -reach), Math.min(maximum, reach)];
}

/** A step that goes through the range in some hundred. */
function sliderStep([from, to], isInteger) {
  if (isInteger) return 1;
  const wanted = (to - from) / 200;
  return Math.min(1, 10 ** Math.round(Math.log10(wanted)));
}

const hex = (value) => /^#[0-9a-f]{6}/i.test(value) ? value.slice(0, 7) : null;

/** Any CSS colour as the browser understands it, "#rrggbb"; null if it is none. */
function sixDigits(value) {
  if (typeof value !== "string") return null;
  if (hex(value)) return hex(value);
  const context = document.createElement("canvas").getContext("2d");
  context.fillStyle = "#010203";
  context.fillStyle = value;
  const found = context.fillStyle;
  if (found.startsWith("#")) return found === "#010203" ? null : found;
  const parts = found.match(/[\d.]+/g)?.slice(0, 3).map(Number);
  if (!parts) return null;
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The fields of one effect. `get` and `set` speak of keys from the effect's object on. */
class Fields {
  constructor(get, set) {
    this.get = get;
    this.set = set;
  }

  /** A row, or a group of rows, for a parameter. */
  row(parameter, path) {
    const keys = [...path, parameter.name];
    const { shape } = parameter;
    const value = this.get(keys);
    if (shape.type === "record" && value && typeof value === "object") {
      return this.group(parameter.name, shape.keys, keys);
    }
    if (shape.type === "list" && shape.of.type === "record" && value?.length) {
      const items = value.map((_, index) =>
        this.group(`${parameter.name}[${index}]`, shape.of.keys, [...keys, index]));
      return element("div", { className: "body nested-list" }, ...items);
    }
    const field = element("div", { className: "field" });
    const row = element("div", { className: "parameter", title: parameter.help },
      element("label", { textContent: parameter.name }), field);
    row.dataset.key = keys.join(".");
    const change = (next) => {
      row.classList.add("changed");
      this.set(keys, next);
    };
    this.fill(field, parameter, value ?? parameter.default, change);
    field.querySelector("input, select, textarea")?.setAttribute("aria-label", keys.join("."));
    return row;
  }

  group(name, parameters, keys) {
    return element("fieldset", { className: "nested" }, element("legend", { textContent: name }),
      ...parameters.map((inner) => this.row(inner, keys)));
  }

  fill(field, parameter, value, change) {
    const { shape } = parameter;
    switch (shape.type) {
      case "number":
      case "integer":
        return this.number(field, parameter, value, change);
      case "boolean": {
        const box = element("input", { type: "checkbox", checked: value === true });
        box.addEventListener("change", () => change(box.checked));
        return field.append(box);
      }
      case "choice": {
        const choices = value === undefined ? ["", ...shape.choices] : shape.choices;
        const list = element("select", {}, ...choices.map((each) =>
          new Option(each || "–", each, false, each === value)));
        list.addEventListener("change", () => change(list.value || undefined));
        return field.append(list);
      }
      case "color":
        return this.color(field, value, change);
      case "paint":
        if (value === undefined || sixDigits(value)) return this.color(field, value, change);
        return this.json(field, value, change);
      case "string":
      case "reference": {
        const text = element("input", { type: "text", value: value ?? "" });
        text.addEventListener("input", () => change(text.value));
        return field.append(text);
      }
      default:
        return this.json(field, value, change);
    }
  }

  number(field, parameter, value, change) {
    const isInteger = parameter.shape.type === "integer";
    const range = sliderRange(parameter, value);
    const box = element("input", { type: "number", value: value ?? "", step: isInteger ? 1 : "any" });
    if (parameter.minimum !== undefined) box.min = parameter.minimum;
    if (parameter.maximum !== undefined) box.max = parameter.maximum;
    box.placeholder = "–";
    if (range) {
      const slider = element("input", { type: "range" });
      [slider.min, slider.max] = range;
      slider.step = sliderStep(range, isInteger);
      slider.value = value ?? range[0];
      slider.addEventListener("input", () => {
        box.value = slider.value;
        change(Number(slider.value));
      });
      box.addEventListener("input", () => { slider.value = box.value; });
      field.append(slider);
    }
    box.addEventListener("input", () => {
      if (box.value === "") return change(undefined);
      change(Number(box.value));
    });
    field.append(box, element("span", { className: "unit", textContent: parameter.unit ?? "" }));
  }

  color(field, value, change) {
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
    field.append(well, text);
  }

  /** What has no field of its own is written. */
  json(field, value, change) {
    const text = element("textarea", {
      rows: 1, value: value === undefined ? "" : JSON.stringify(value), placeholder: "–",
    });
    text.addEventListener("input", () => {
      if (text.value.trim() === "") {
        text.classList.remove("invalid");
        return change(undefined);
      }
      try {
        const next = JSON.parse(text.value);
        text.classList.remove("invalid");
        change(next);
      } catch {
        text.classList.add("invalid");
      }
    });
    field.append(text);
  }
}

/** The value at a path of keys. */
function valueAt(root, keys) {
  return keys.reduce((value, key) => value?.[key], root);
}

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

/** All effects of the layers, those in groups too: the layer, the list, the index. */
function* uses(layers, path = "layers") {
  for (const [index, layer] of (Array.isArray(layers) ? layers : []).entries()) {
    const name = layer?.id ? `#${layer.id}` : `${path}[${index}]`;
    for (const [place, use] of (layer?.effects ?? []).entries()) {
      yield { name, list: layer.effects, place, use };
    }
    yield* uses(layer?.layers, `${path}[${index}].layers`);
  }
}

export class Controls {
  /** `tryOut` is given the changed job, or null when nothing is changed any more. */
  constructor(panel, tryOut) {
    this.panel = panel;
    this.tryOut = tryOut;
    this.effects = new Map();
    this.text = "";
    this.isChanged = false;
    this.isBusy = false;
    this.isLate = false;
  }

  declare(effects) {
    this.effects = new Map(effects.map((effect) => [effect.name, effect]));
    this.read(this.text);
  }

  /** Makes the fields anew for a job. */
  read(text) {
    this.text = text;
    this.isChanged = false;
    const open = new Set([...this.panel.querySelectorAll("details[open]")].map((each) => each.dataset.use));
    const hadAny = this.panel.querySelector("details") !== null;
    try {
      this.job = JSON.parse(text);
    } catch {
      return;
    }
    const cards = [...uses(this.job.layers)].map((use, index) => {
      const card = this.card(use);
      card.open = hadAny ? open.has(card.dataset.use) : index === 0;
      return card;
    });
    const none = element("p", { className: "empty", textContent: "This job has no effects." });
    this.panel.replaceChildren(...(cards.length ? cards : [none]));
  }

  card({ name, list, place, use }) {
    const effect = this.effects.get(use?.effect);
    const original = structuredClone(use);
    const code = element("pre");
    const paste = element("div", { className: "paste", hidden: true }, code);
    const body = element("div", { className: "body" });
    const card = element("details", { className: "effect" },
      element("summary", {}, String(use?.effect ?? "?"), element("small", { textContent: `of ${name}` })), body);
    card.dataset.use = `${name} ${place} ${use?.effect}`;
    if (!effect) {
      body.append(element("p", { className: "summary", textContent: "There is no such effect." }));
      return card;
    }
    const set = (keys, value) => {
      const target = valueAt(list[place], keys.slice(0, -1));
      const last = keys[keys.length - 1];
      if (value === undefined) delete target[last];
      else target[last] = value;
      code.textContent = written(list[place]);
      paste.hidden = false;
      this.isChanged = true;
      this.change();
    };
    const fill = () => {
      const fields = new Fields((keys) => valueAt(list[place], keys), set);
      body.replaceChildren(
        element("p", { className: "summary", textContent: effect.summary }),
        ...effect.parameters.map((parameter) => fields.row(parameter, [])), paste);
    };
    const copy = element("button", { type: "button", textContent: "Copy JSON" });
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy JSON"; }, 1200);
    });
    const reset = element("button", { type: "button", textContent: "As saved" });
    reset.addEventListener("click", () => {
      list[place] = structuredClone(original);
      paste.hidden = true;
      fill();
      this.isChanged = JSON.stringify(this.job) !== JSON.stringify(JSON.parse(this.text));
      this.change();
    });
    paste.append(element("div", { className: "group" }, reset, copy));
    fill();
    return card;
  }

  /** Has the job drawn as it is now: one drawing at a time, the last change never left out. */
  async change() {
    this.isLate = this.isBusy;
    if (this.isBusy) return;
    this.isBusy = true;
    do {
      this.isLate = false;
      try {
        await this.tryOut(this.isChanged ? JSON.stringify(this.job) : null);
      } catch {
        // The page says that the preview has ended.
      }
    } while (this.isLate);
    this.isBusy = false;
  }
}
