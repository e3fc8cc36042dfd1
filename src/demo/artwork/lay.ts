import { table } from './film.ts';
import type { FrameInfo } from './frames.ts';
import type { Art } from './label.ts';

/** Label art in its place in the picture: a window of pixels in linear light. */
export interface Laid {
  left: number;
  top: number;
  width: number;
  height: number;
  /** Premultiplied red, green and blue, and coverage, of each pixel. */
  pixels: Float32Array;
}

/** The position of `value` in a rising list, as a fraction of its length; outside 0 to 1 beyond the ends. */
function place(list: Float64Array | number[], value: number): number {
  const last = list.length - 1;
  let i = 0;
  while (i < last - 1 && (list[i + 1] as number) < value) i++;
  const a = list[i] as number;
  const b = list[i + 1] as number;
  return (i + (value - a) / (b - a)) / last;
}

/** The steps of display values, and the linear light of each. */
const LOOK = 4095;
const linearOf = table(LOOK, (v) => v ** 2.2);

/** Lays art on the bottle along the frame's grid, with four samples per pixel. */
export function layArt(art: Art, about: FrameInfo, width: number, height: number): Laid {
  const rows = about.grid;
  const last = rows.length - 1;
  const xs = rows.map((row) => row.map(([x]) => x * width));
  const ys = rows.map((row) => row.map(([, y]) => y * height));
  const left = Math.floor(Math.min(...xs.flat()));
  const top = Math.floor(Math.min(...ys.flat()));
  const w = Math.ceil(Math.max(...xs.flat())) - left;
  const h = Math.ceil(Math.max(...ys.flat())) - top;
  const pixels = new Float32Array(w * h * 4);
  const down = new Float64Array(rows.length);
  // The camera looks straight at the label, so x hardly depends on the row. The middle row gives the column, which gives y.
  const across = xs[last >> 1] as number[];
  for (let i = 0; i < w; i++) {
    for (const x of [left + i + 0.25, left + i + 0.75]) {
      const u = place(across, x);
      if (u < 0 || u > 1) continue;
      const column = u * (across.length - 1);
      const c = Math.min(across.length - 2, Math.floor(column));
      for (const [r, row] of ys.entries()) {
        const here = row[c] as number;
        down[r] = here + ((row[c + 1] as number) - here) * (column - c);
      }
      const px = Math.min(art.width - 1, Math.floor(u * art.width));
      for (let j = 0; j < h * 2; j++) {
        const v = place(down, top + j / 2 + 0.25);
        if (v < 0 || v > 1) continue;
        const py = Math.min(art.height - 1, Math.floor(v * art.height));
        const from = (py * art.width + px) * 4;
        const at = ((j >> 1) * w + i) * 4;
        const alpha = (art.data[from + 3] as number) / 1020;
        if (alpha === 0) continue;
        for (let k = 0; k < 3; k++) {
          pixels[at + k] =
            (pixels[at + k] as number) + ((art.data[from + k] as number) / 255) * alpha;
        }
        pixels[at + 3] = (pixels[at + 3] as number) + alpha;
      }
    }
  }
  // Samples are averaged as display values. Averages of linear light would thin dark strokes on pale paper.
  for (let at = 0; at < pixels.length; at += 4) {
    const cover = pixels[at + 3] as number;
    if (cover === 0) continue;
    for (let k = 0; k < 3; k++) {
      const look = ((pixels[at + k] as number) / cover) * LOOK + 0.5;
      pixels[at + k] = cover * (linearOf[Math.min(LOOK, look | 0)] as number);
    }
  }
  return { left, top, width: w, height: h, pixels };
}
