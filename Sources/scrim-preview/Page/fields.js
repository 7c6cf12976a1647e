// Fields for values of every shape that an effect can declare. Each is given its value and what to
// call with the next one; those of parts make of a part's change one of the whole.

import { button, choice, element } from "./dom.js";
import { lengthFields, numberFields } from "./numbers.js";
import { colorFields, paintFields } from "./paints.js";

/** A row for a parameter, or a group of rows. `change(undefined)` takes the key away. */
export function parameterRow(parameter, path, value, change) {
  const place = joined(path, parameter.name);
  const isRequired = parameter.required === true;
  const { shape } = parameter;
  if (shape.type === "record") {
    return recordRow(parameter, place, value, change, isRequired);
  }
  value ??= parameter.default;
  if (shape.type === "list") return listRow(parameter, place, value ?? [], change);
  const field = element("div", { className: "field" });
  const label = element("label", { textContent: parameter.name });
  const row = element("div", { className: "parameter", title: parameter.help ?? "" }, label, field);
  row.dataset.key = place;
  field.append(...fieldsFor(parameter, place, value, (next) => {
    row.classList.add("changed");
    change(next);
  }));
  const first = field.querySelector("input, select, textarea");
  if (!first?.hasAttribute("aria-label")) first?.setAttribute("aria-label", place);
  return row;
}

/** The place of a part of a value: "strokes[0].width". */
function joined(path, name) {
  return name.startsWith("[") || !path || !name ? path + name : `${path}.${name}`;
}

/** The fields of a value that has a row. */
function fieldsFor(parameter, place, value, change) {
  const { shape } = parameter;
  switch (shape.type) {
    case "number":
    case "integer":
      return numberFields({ ...parameter, minimum: parameter.minimum ?? shape.minimum }, value, change);
    case "length":
      return lengthFields(value, change);
    case "boolean": {
      const box = element("input", { type: "checkbox", checked: value === true });
      box.addEventListener("change", () => change(box.checked));
      return [box];
    }
    case "choice": {
      const words = value === undefined ? ["", ...shape.choices] : shape.choices;
      return [choice(words.map((word) => [word, word || "–"]), value ?? "", place,
        (word) => change(word || undefined))];
    }
    case "color":
      return colorFields(value, change);
    case "paint":
      return paintFields(value, change);
    case "text": {
      const words = value ?? "";
      const text = element("textarea", {
        rows: Math.min(6, String(words).split("\n").length), value: words, placeholder: "–",
      });
      text.addEventListener("input", () => change(text.value === "" ? undefined : text.value));
      return [text];
    }
    case "string":
    case "reference": {
      const text = element("input", { type: "text", value: value ?? "", placeholder: "–" });
      text.addEventListener("input", () => change(text.value === "" ? undefined : text.value));
      return [text];
    }
    case "tuple":
      return [tupleFields(parameter, place, value, change)];
    case "union":
      return [unionFields(parameter, place, value, change)];
    case "list":
    case "record":
      return [parameterRow({ ...parameter, name: "" }, place, value, change)];
    default:
      return [writtenField(value, change)];
  }
}

/** A group of rows, or the offer to add it. */
function recordRow(parameter, place, value, change, isRequired) {
  const group = element("fieldset", { className: "nested", title: parameter.help ?? "" });
  group.dataset.key = place;
  const isThere = () => value && typeof value === "object" && !Array.isArray(value);
  const take = (next) => {
    value = next;
    change(value);
  };
  const fill = () => {
    const legend = element("legend", {}, ...(parameter.name ? [parameter.name] : []));
    if (!isThere()) {
      legend.append(button("Add", `Adds ${place}`, () => {
        take(sample(parameter));
        fill();
      }));
      return group.replaceChildren(legend);
    }
    if (!isRequired && parameter.name) {
      const away = button("×", `Removes ${place}`, () => {
        take(undefined);
        fill();
      });
      away.className = "remove";
      legend.append(away);
    }
    if (!legend.hasChildNodes()) legend.hidden = true;
    group.replaceChildren(legend, ...parameter.shape.keys.map((inner) =>
      parameterRow(inner, place, value[inner.name], (next) => {
        const { [inner.name]: _, ...rest } = value;
        take(next === undefined ? rest : { ...value, [inner.name]: next });
      })));
  };
  fill();
  return group;
}

/** A row or a group for each item, and buttons that add and remove some. */
function listRow(parameter, place, value, change) {
  const { shape } = parameter;
  const group = element("fieldset", { className: "nested list", title: parameter.help ?? "" });
  group.dataset.key = place;
  const most = shape.most ?? Infinity;
  const take = (next) => {
    value = next;
    // None is the default as a rule, and is not said then.
    change(value.length || shape.least || parameter.default?.length ? value : undefined);
  };
  const fill = () => {
    const legend = element("legend", { textContent: parameter.name || place });
    const add = button("Add", `Adds to ${place}`, () => {
      take([...value, sample(itemOf(parameter, ""))]);
      fill();
    });
    add.disabled = value.length >= most;
    legend.append(add);
    group.replaceChildren(legend, ...value.map((item, index) => {
      const part = { ...itemOf(parameter, `[${index}]`), required: true };
      const row = parameterRow(part, place, item, (next) => {
        take(value.map((old, at) => at === index ? next ?? old : old));
      });
      const away = button("×", `Removes ${place}[${index}]`, () => {
        take(value.filter((_, at) => at !== index));
        fill();
      });
      away.className = "remove";
      away.disabled = value.length <= (shape.least ?? 0);
      return element("div", { className: "item" }, row, away);
    }));
  };
  fill();
  return group;
}

/** What an item of a list, or a value of a union, takes over of the parameter. */
function itemOf(parameter, name, shape = parameter.shape.of) {
  const { unit, minimum, maximum } = parameter;
  return { name, shape, unit, minimum, maximum };
}

/** One field a value, side by side. */
function tupleFields(parameter, place, value, change) {
  const list = Array.isArray(value) ? [...value] : sample(parameter);
  return element("div", { className: "stack" }, ...parameter.shape.elements.map((inner, index) => {
    const item = { ...itemOf(parameter, inner.name, inner.shape), ...inner };
    return parameterRow(item, place, list[index], (next) => {
      list[index] = next ?? sample(item);
      change([...list]);
    });
  }));
}

/** Which of several shapes, and the fields of that. */
function unionFields(parameter, place, value, change) {
  const shapes = parameter.shape.any;
  const body = element("div", { className: "stack" });
  // A word that is one of a choice is no colour or text.
  let chosen = shapes.findIndex((shape) => shape.type === "choice" && fits(value, shape));
  if (chosen < 0) chosen = shapes.findIndex((shape) => fits(value, shape));
  const fill = () => body.replaceChildren(...(chosen < 0 ? [] : fieldsOf(chosen)));
  const fieldsOf = (index) => {
    const item = { ...itemOf(parameter, "", shapes[index]), required: true };
    const fields = fieldsFor(item, place, value, (next) => {
      value = next;
      change(value);
    });
    return [element("div", { className: "field" }, ...fields)];
  };
  const kinds = shapes.map((shape, index) => [String(index), brief(shape)]);
  const isOptional = parameter.required !== true && parameter.default === undefined;
  if (chosen < 0 || isOptional) kinds.unshift(["-1", "–"]);
  const list = choice(kinds, String(chosen), `Kind of ${place}`, (index) => {
    chosen = Number(index);
    value = chosen < 0 ? undefined : sample(itemOf(parameter, "", shapes[chosen]));
    change(value);
    fill();
  });
  fill();
  return element("div", { className: "stack" }, list, body);
}

/** What has no field of its own is written. */
function writtenField(value, change) {
  const text = element("textarea", {
    rows: 1, value: value === undefined ? "" : JSON.stringify(value), placeholder: "–",
  });
  text.addEventListener("input", () => {
    text.classList.remove("invalid");
    if (text.value.trim() === "") return change(undefined);
    try {
      change(JSON.parse(text.value));
    } catch {
      text.classList.add("invalid");
    }
  });
  return text;
}

/** A few words for a shape, for a list of them. */
function brief(shape) {
  switch (shape.type) {
    case "record": return shape.keys.map((key) => key.name).slice(0, 4).join(", ");
    case "tuple": return `${shape.elements.length} values`;
    case "choice": return shape.choices.join(", ");
    case "length": return "length";
    default: return shape.type === "color" ? "colour" : shape.type;
  }
}

/** Whether a value may be meant as one of a shape. */
function fits(value, shape) {
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  switch (shape.type) {
    case "number":
    case "integer": return typeof value === "number";
    case "boolean": return typeof value === "boolean";
    case "choice": return shape.choices.includes(value);
    case "reference": return typeof value === "string" && value.startsWith("#");
    case "string":
    case "color": return typeof value === "string";
    case "paint":
      return typeof value === "string" || isObject && ("linear" in value || "radial" in value);
    case "length": return typeof value === "number" || typeof value === "string";
    case "list": return Array.isArray(value);
    case "tuple": return Array.isArray(value) && value.length === shape.elements.length;
    case "record": return isObject && Object.keys(value).every((key) =>
      shape.keys.some((each) => each.name === key));
    case "union": return shape.any.some((each) => fits(value, each));
    default: return false;
  }
}

/** A value to begin with. */
function sample(parameter) {
  const { shape } = parameter;
  if (parameter.default !== undefined && parameter.default !== null) return structuredClone(parameter.default);
  const within = (value) => Math.min(
    parameter.maximum ?? Infinity, Math.max(parameter.minimum ?? shape.minimum ?? -Infinity, value));
  switch (shape.type) {
    case "number":
    case "integer": return within(parameter.maximum <= 2 ? parameter.maximum / 2 : 10);
    case "length": return within(100);
    case "boolean": return true;
    case "choice": return shape.choices[0];
    case "color":
    case "paint": return "#000000";
    case "reference": return "#canvas";
    case "text":
    case "string": return "";
    case "list": return Array.from({ length: Math.max(1, shape.least ?? 0) }, () => sample(itemOf(parameter, "")));
    case "tuple": return shape.elements.map((inner) => sample({ ...itemOf(parameter, "", inner.shape), ...inner }));
    case "union": return sample(itemOf(parameter, "", shape.any[0]));
    case "record": {
      // A text needs words, whichever way it has them.
      const isText = shape.keys.some((key) => key.name === "markup");
      const needed = shape.keys.filter((key) => key.required).map((key) => [key.name, sample(key)]);
      return { ...(isText ? { string: "Text" } : {}), ...Object.fromEntries(needed) };
    }
    default: return null;
  }
}
