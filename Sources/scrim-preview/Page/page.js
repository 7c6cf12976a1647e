// Follows what the preview draws: shows the picture, the job with its mistakes, and the controls.

import { Controls } from "./controls.js";
import { Inputs } from "./inputs.js";
import { Wall } from "./wall.js";

const find = (id) => document.getElementById(id);
const state = find("state");
const switchedOn = new Set();
let zoom = "fit";
let saved = null;
let shown = null;
let output = 0;

const controls = new Controls(find("controls"), tryOut);
const inputs = new Inputs(find("inputs"), find("rows"), showRow);
const wall = new Wall(find("wall"), find("tip"));

// What is drawn ---------------------------------------------------------------------------------

/** Waits for one drawing after the other. */
async function follow() {
  for (;;) {
    try {
      const answer = await fetch(`drawing?after=${saved?.version ?? 0}`);
      if (answer.status === 204) continue;
      if (!answer.ok) throw new Error(await answer.text());
      await take(await answer.json());
    } catch (error) {
      say("wrong", "The preview has stopped");
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

async function take(drawing) {
  const isNew = saved?.document !== drawing.document;
  // Asked for beside the picture, which comes first.
  const effects = saved?.plugins !== drawing.plugins ? fetch("effects") : null;
  saved = drawing;
  find("job").textContent = drawing.job;
  const hadInputs = !find("tab-inputs").hidden;
  find("tab-inputs").hidden = !drawing.template;
  inputs.read(drawing.template);
  inputs.note(drawing.messages);
  if (drawing.template && !hadInputs) choose("inputs");
  if (!drawing.template && hadInputs) choose("document");
  showDocument(drawing);
  await show(drawing, "drawn");
  if (isNew) controls.read(drawing.document);
  if (effects) controls.declare(await (await effects).json());
  document.title = `${drawing.isDrawn ? "" : "✗ "}${drawing.job} – Scrim preview`;
  // What was being tried goes on being tried with what was saved around it.
  if (!isNew && controls.isChanged) controls.change();
}

/** Draws a document that is not saved. */
async function tryOut(text) {
  if (text === null) return show(saved, "drawn");
  const { version } = saved;
  const answer = await fetch("draw", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: text,
  });
  if (!answer.ok) return say("wrong", await answer.text());
  const drawing = await answer.json();
  // Something was saved meanwhile.
  if (saved.version === version) await show(drawing, "tried");
}

/** Has another row of a template, or other values, rendered; the drawing arrives as after a save. */
async function showRow(choice) {
  try {
    const answer = await fetch("choose", {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(choice),
    });
    if (!answer.ok) say("wrong", await answer.text());
  } catch {
    // The page says that the preview has ended.
  }
}

function say(kind, words) {
  state.dataset.state = kind;
  state.textContent = words;
}

function words(drawing, kind) {
  if (!drawing.isDrawn) {
    const errors = drawing.messages.filter((message) => message.kind === "error");
    if (kind === "tried" && errors.length) return errors[0].words;
    if (!errors.length) return "Not rendered";
    return errors.length === 1 ? "1 error" : `${errors.length} errors`;
  }
  return kind === "tried"
    ? `Tried, not saved · ${drawing.milliseconds} ms` : `Rendered in ${drawing.milliseconds} ms`;
}

/** Puts a drawing on the wall once its images are loaded. */
async function show(drawing, kind) {
  const outputs = drawing.pictures?.outputs ?? [];
  output = Math.min(output, Math.max(0, outputs.length - 1));
  listOutputs(outputs);
  // Newer ones may have taken their place.
  if (outputs.length && !await wall.show(drawing.pictures.variants, output)) return;
  shown = drawing;
  wall.setStale(!drawing.isDrawn);
  say(drawing.isDrawn ? kind : "wrong", words(drawing, kind));
  document.body.dataset.version = saved.version;
  wall.place(zoom);
  overlay();
}

function listOutputs(outputs) {
  const list = find("output");
  list.hidden = outputs.length < 2;
  list.replaceChildren(...outputs.map((each, index) => {
    const words = `${each.file} · ${each.width} × ${each.height}`;
    return new Option(words, index, false, index === output);
  }));
}

// The job ---------------------------------------------------------------------------------------

const TOKEN = /("(?:[^"\\]|\\.)*"?)(\s*:)?|(-?\b\d[\d.eE+-]*)/g;

/** The line with keys, strings and numbers set off. */
function* coloured(text) {
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > from) yield [text.slice(from, match.index), ""];
    const isNote = match[1]?.startsWith('"//');
    const name = isNote ? "note" : match[3] ? "number" : match[2] ? "key" : "string";
    yield [match[1] ?? match[3], name];
    if (match[2]) yield [match[2], ""];
    from = match.index + match[0].length;
  }
  if (from < text.length) yield [text.slice(from), ""];
}

function span(text, name) {
  const element = document.createElement(name === "mark" ? "mark" : "span");
  if (name && name !== "mark") element.className = name;
  element.textContent = text;
  return element;
}

function showDocument(drawing) {
  const lines = drawing.document.split(/\r\n|\n|\r/);
  const messages = new Map();
  for (const message of drawing.messages) {
    if (message.line) messages.set(message.line, [...(messages.get(message.line) ?? []), message]);
  }
  const items = lines.map((text, index) => {
    const item = document.createElement("li");
    // What is wrapped goes on below where the line begins.
    item.style.setProperty("--indent", `${text.match(/^\s*/)[0].length + 2}ch`);
    const here = messages.get(index + 1) ?? [];
    // Columns count whole characters, as in Swift's scalars.
    const places = new Set(here.map((message) => message.column - 1));
    let column = 0;
    for (const [part, name] of coloured(text)) {
      const length = [...part].length;
      const isMarked = [...places].some((place) => place >= column && place < column + length);
      item.append(span(part, isMarked && part.trim() ? "mark" : name));
      column += length;
    }
    if (here.length) {
      item.className = here.some((message) => message.kind === "error") ? "marked" : "noted";
    }
    for (const message of here) {
      const words = span(message.words, `words ${message.kind}`);
      words.title = message.text;
      item.append(words);
    }
    return item;
  });
  find("lines").replaceChildren(...items);

  // Those without a line.
  const list = find("messages");
  const rest = drawing.messages.filter((message) => !message.line);
  list.hidden = rest.length === 0;
  list.replaceChildren(...rest.map((message) => {
    const item = document.createElement("li");
    item.className = message.kind;
    item.textContent = message.text;
    return item;
  }));
  const count = (kind) => drawing.messages.filter((message) => message.kind === kind).length;
  const badge = count("error") || (count("trouble") ? "!" : "");
  find("tab-document").replaceChildren("Job", ...(badge ? [span(String(badge), "count")] : []));
  if (!drawing.isDrawn && find("inputs").hidden) {
    choose("document");
    find("lines").querySelector(".marked")?.scrollIntoView({ block: "center" });
  }
}

// What is around it -----------------------------------------------------------------------------

function overlay() {
  wall.overlay(["region", "extent", "line", "frame"].filter((kind) => switchedOn.has(kind)));
}

function toggle(kind) {
  if (!switchedOn.delete(kind)) switchedOn.add(kind);
  const button = document.querySelector(`[data-overlay="${kind}"]`);
  button.setAttribute("aria-pressed", switchedOn.has(kind));
  overlay();
}

function resize(to) {
  zoom = to;
  for (const button of document.querySelectorAll("[data-zoom]")) {
    button.setAttribute("aria-pressed", button.dataset.zoom === to);
  }
  wall.place(zoom);
}

function choose(name) {
  for (const each of ["document", "inputs", "controls"]) {
    find(`tab-${each}`).setAttribute("aria-selected", each === name);
    find(each).hidden = each !== name;
  }
}

for (const button of document.querySelectorAll("[data-overlay]")) {
  button.addEventListener("click", () => toggle(button.dataset.overlay));
}
for (const button of document.querySelectorAll("[data-zoom]")) {
  button.addEventListener("click", () => resize(button.dataset.zoom));
}
for (const name of ["document", "inputs", "controls"]) {
  find(`tab-${name}`).addEventListener("click", () => choose(name));
}
find("output").addEventListener("change", (event) => {
  output = Number(event.target.value);
  if (shown) show(shown, state.dataset.state);
});
addEventListener("resize", () => { wall.place(zoom); });
addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey) return;
  const kind = { f: "frame", l: "line", e: "extent", r: "region" }[event.key];
  if (kind) toggle(kind);
  if (event.key === "ArrowLeft") inputs.step(-1);
  if (event.key === "ArrowRight") inputs.step(1);
  if (event.key === "0") resize("fit");
  if (["1", "2", "4"].includes(event.key)) resize(`${event.key}00`);
});

follow();
