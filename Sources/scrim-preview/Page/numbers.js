import { element } from "./dom.js";

/** The spread of a slider: all of a small range and of angles, of a large one what is near the value. */
function sliderRange({ minimum, maximum, unit }, value) {
  if (minimum === undefined || maximum === undefined) return null;
  if (maximum - minimum <= 100 || unit === "°") return [minimum, maximum];
  const reach = Math.max(40, 4 * Math.abs(value ?? 0));
  return [Math.max(minimum, -reach), Math.min(maximum, reach)];
}

/** A step that goes through the range in some hundred. */
function sliderStep([from, to], isInteger) {
  if (isInteger) return 1;
  const wanted = (to - from) / 200;
  return Math.min(1, 10 ** Math.round(Math.log10(wanted)));
}

/** A slider, where the range has two ends, and a field. */
export function numberFields(parameter, value, change) {
  const isInteger = parameter.shape.type === "integer";
  const range = sliderRange(parameter, value);
  const box = element("input", { type: "number", value: value ?? "", step: isInteger ? 1 : "any" });
  if (parameter.minimum !== undefined) box.min = parameter.minimum;
  if (parameter.maximum !== undefined) box.max = parameter.maximum;
  box.placeholder = "–";
  const fields = [box, element("span", { className: "unit", textContent: parameter.unit ?? "" })];
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
    fields.unshift(slider);
  }
  box.addEventListener("input", () => change(box.value === "" ? undefined : Number(box.value)));
  return fields;
}

/** A number of px, or a percentage. */
export function lengthFields(value, change) {
  const text = element("input", { type: "text", value: value ?? "", placeholder: "–" });
  text.addEventListener("input", () => {
    const words = text.value.trim();
    if (words === "") return change(undefined);
    change(Number.isNaN(Number(words)) ? words : Number(words));
  });
  const unit = element("span", { className: "unit", textContent: "px, %" });
  return [text, unit];
}
