// The sheets with the images: one, or one for each variant of a template side by side.

import { element } from "./dom.js";
import { drawOverlay } from "./overlay.js";

const SVG = "http://www.w3.org/2000/svg";
const GAP = 24;
const CAPTION = 26;

export class Wall {
  constructor(wall, tip) {
    this.wall = wall;
    this.tip = tip;
    this.sheets = wall.querySelector("#sheets");
    this.parts = [this.part(this.sheets.querySelector("figure"))];
    this.shown = [];
  }

  part(figure) {
    return {
      figure, sheet: figure.querySelector(".sheet"), picture: figure.querySelector("img"),
      overlay: figure.querySelector("svg"), caption: figure.querySelector("figcaption"),
    };
  }

  made() {
    const overlay = document.createElementNS(SVG, "svg");
    overlay.setAttribute("class", "overlay");
    overlay.setAttribute("aria-hidden", "true");
    const sheet = element("div", { className: "sheet" },
      element("img", { className: "picture", alt: "" }), overlay);
    return this.part(element("figure", {}, sheet, element("figcaption")));
  }

  /** Shows an output of each variant once all are loaded; false if newer ones have taken their place. */
  async show(variants, output) {
    const shown = variants.map((variant) => (
      { ...variant, chosen: variant.outputs[Math.min(output, variant.outputs.length - 1)] }));
    try {
      await Promise.all(shown.map(({ chosen }) => {
        const loading = new Image();
        loading.src = chosen.source;
        return loading.decode();
      }));
    } catch {
      return false;
    }
    while (this.parts.length < shown.length) this.parts.push(this.made());
    this.parts.length = Math.max(1, shown.length);
    for (const [index, { name, chosen, plan }] of shown.entries()) {
      const { picture, caption } = this.parts[index];
      picture.src = chosen.source;
      // As readers hear it who cannot see the image.
      picture.alt = plan?.alt ?? `${chosen.file}, ${chosen.width} × ${chosen.height} pixels`;
      picture.hidden = false;
      caption.hidden = name === null;
      caption.replaceChildren(element("b", { textContent: name ?? "" }),
        ` ${chosen.width} × ${chosen.height}`);
    }
    this.sheets.replaceChildren(...this.parts.map(({ figure }) => figure));
    this.shown = shown;
    return true;
  }

  setStale(isStale) {
    for (const { sheet } of this.parts) sheet.classList.toggle("stale", isStale);
  }

  /** Gives the sheets their sizes: all at one scale. */
  place(zoom) {
    const space = getComputedStyle(this.wall);
    const width = this.wall.clientWidth - parseFloat(space.paddingLeft) * 2;
    const height = this.wall.clientHeight - parseFloat(space.paddingTop) * 2;
    const sizes = this.shown.map(({ chosen, plan }) => {
      const ratio = plan.canvas[1] / plan.canvas[0];
      // SVGs have the size of the canvas, images one pixel per pixel of the screen.
      const own = chosen.format === "svg" ? plan.canvas[0] : chosen.width / devicePixelRatio;
      return { width: own, height: own * ratio, hasCaption: chosen && this.shown.length > 1 };
    });
    const scale = zoom === "fit" ? fitting(sizes, width, height) : Number(zoom) / 100;
    // Enlarged, pixels are squares.
    this.wall.classList.toggle("enlarged", scale > 1);
    for (const [index, size] of sizes.entries()) {
      const { sheet } = this.parts[index];
      sheet.style.width = `${Math.max(1, size.width * scale)}px`;
      sheet.style.height = `${Math.max(1, size.height * scale)}px`;
    }
  }

  overlay(kinds) {
    for (const [index, { plan }] of this.shown.entries()) {
      drawOverlay(this.parts[index].overlay, plan, kinds, this.tip);
    }
  }
}

/** The largest scale up to 1 at which sheets in rows fit. */
function fitting(sizes, width, height) {
  if (sizes.length === 1) {
    return Math.min(1, width / sizes[0].width, height / sizes[0].height);
  }
  for (let scale = 1; scale > 0.01; scale *= 0.97) {
    let [across, down, row] = [0, 0, 0];
    let isTooWide = false;
    for (const size of sizes) {
      const [w, h] = [size.width * scale, size.height * scale + CAPTION];
      isTooWide ||= w > width;
      if (across > 0 && across + GAP + w > width) {
        down += row + GAP;
        [across, row] = [0, 0];
      }
      across += (across > 0 ? GAP : 0) + w;
      row = Math.max(row, h);
    }
    if (!isTooWide && down + row <= height) return scale;
  }
  return 0.01;
}
