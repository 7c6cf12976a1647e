// The form of a template: a field for each input, and the steps through the rows of its data.

import { button, element } from "./dom.js";
import { parameterRow } from "./fields.js";

/** A value as `--set` takes it. */
const text = (value) => typeof value === "string" ? value : JSON.stringify(value);

/** A text of `--set` as a field shows it. */
function value(input, text) {
  if (["text", "string", "choice", "color"].includes(input.shape.type)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export class Inputs {
  /** `choose` is given a row and the settings, and shows them. */
  constructor(panel, steps, choose) {
    this.panel = panel;
    this.steps = steps;
    this.send = choose;
    this.settings = {};
    this.row = 1;
    this.filled = null;
    this.isBusy = false;
    this.isLate = false;
    const [back, on] = steps.querySelectorAll("button");
    this.box = steps.querySelector("input");
    this.count = steps.querySelector("span");
    back.addEventListener("click", () => this.step(-1));
    on.addEventListener("click", () => this.step(1));
    this.box.addEventListener("change", () => this.go(Number(this.box.value)));
  }

  /** Shows the fields of a template; those that are being filled in stay. */
  read(template) {
    this.template = template;
    this.steps.hidden = !template || template.rows === null;
    if (!template) {
      this.filled = null;
      return this.panel.replaceChildren();
    }
    const [back, on] = this.steps.querySelectorAll("button");
    this.count.textContent = `of ${template.rows}`;
    this.box.max = template.rows;
    if (document.activeElement !== this.box) this.box.value = template.row;
    back.disabled = template.row <= 1;
    on.disabled = template.row >= template.rows;
    const { inputs, values, row, data, unusedColumns } = template;
    const filled = JSON.stringify([inputs, values, row, data, unusedColumns]);
    if (filled === this.filled) return;
    this.filled = filled;
    if (!this.isBusy) this.row = row;
    this.settings = { ...template.settings };
    this.fill();
  }

  /** Shows errors and warnings above the fields. */
  note(messages) {
    const isError = ({ kind }) => kind === "error";
    this.messages = [...messages.filter(isError), ...messages.filter((each) => !isError(each))];
    this.list?.replaceChildren(...this.messages.map(({ kind, text }) =>
      element("li", { className: kind, textContent: text })));
  }

  fill() {
    const { inputs, data, row, unusedColumns } = this.template;
    const words = data ? `Row ${row} of ${data}. Changes are rendered, not written.`
      : "Changes are rendered, not written.";
    this.reset = button("Reset", "Takes all changes back", () => {
      this.settings = {};
      this.fill();
      this.choose();
    });
    this.reset.hidden = Object.keys(this.settings).length === 0;
    const head = element("div", { className: "head" }, element("p", { textContent: words }), this.reset);
    const rows = inputs.map((input) => this.field(input));
    const none = element("p", { className: "empty", textContent: "This template has no inputs." });
    const unused = unusedColumns.length
      ? [element("p", { className: "empty", textContent: `Columns that no input takes: ${unusedColumns.join(", ")}` })]
      : [];
    this.list = element("ul", { className: "messages" });
    this.note(this.messages ?? []);
    this.panel.replaceChildren(head, this.list, ...(rows.length ? rows : [none]), ...unused);
  }

  field(input) {
    const part = element("div", { className: "input" });
    const given = input.name in this.settings
      ? value(input, this.settings[input.name]) : this.template.values[input.name];
    const show = (shown) => {
      const row = parameterRow({ ...input, default: input.default ?? undefined }, "", shown ?? undefined,
        (next) => this.set(input.name, next));
      row.classList.toggle("changed", input.name in this.settings);
      part.replaceChildren(row);
      if (input.help) part.append(element("p", { className: "help", textContent: input.help }));
      if (input.examples.length) {
        part.append(element("div", { className: "examples" }, ...input.examples.map((example) =>
          button(text(example), `Sets ${input.name} to this example`, () => {
            this.set(input.name, example);
            show(example);
          }))));
      }
    };
    show(given);
    return part;
  }

  set(name, next) {
    if (next === undefined) delete this.settings[name];
    else this.settings[name] = text(next);
    this.reset.hidden = Object.keys(this.settings).length === 0;
    this.choose();
  }

  step(by) {
    // From the row that was asked for last, which may not be shown yet.
    if (this.template) this.go((this.isBusy ? this.row : this.template.row) + by);
  }

  /** Shows another row as the data has it. */
  go(row) {
    if (!this.template?.rows || !Number.isInteger(row)) return;
    this.row = Math.min(this.template.rows, Math.max(1, row));
    this.settings = {};
    this.choose();
  }

  /** One request after the other, the last choice never left out. */
  async choose() {
    this.isLate = this.isBusy;
    if (this.isBusy) return;
    this.isBusy = true;
    do {
      this.isLate = false;
      await this.send({ row: this.row, settings: this.settings });
    } while (this.isLate);
    this.isBusy = false;
  }
}
