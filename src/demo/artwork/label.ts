import sharp from 'sharp';
import type { FrameInfo } from './frames.ts';
import type { Label, PictureRecipe } from './recipe.ts';
import { type Line, setLine } from './type.ts';

/** The flat art of a label, before it is laid on the bottle: RGBA, 8 bits. */
export interface Art {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Pixels of the art per unit of length. A picture has 278. */
const density = 620;

/** Every way to break words into at most `most` lines, in order. */
function breaks(words: string[], most: number): string[][] {
  if (words.length === 0) return [[]];
  if (most === 1) return [[words.join(' ')]];
  const ways: string[][] = [];
  for (let n = 1; n <= words.length; n++) {
    const head = words.slice(0, n).join(' ');
    if (n === words.length) ways.push([head]);
    else for (const rest of breaks(words.slice(n), most - 1)) ways.push([head, ...rest]);
  }
  return ways;
}

/** Sets the name as large as a box allows, in pixels of the art: lines, type size and line distance. */
function setName(name: string, label: Label, width: number, height: number, largest: number) {
  const text = label.capitals ? name.toLocaleUpperCase('en') : name;
  // Dots below and accents above need space between the lines.
  const marked = /[\u0300-\u036f]/.test(text.normalize('NFD'));
  const leading = (label.capitals ? 1.12 : 1.06) + (marked ? 0.16 : 0);
  let best: { lines: Line[]; size: number; leading: number; score: number } | undefined;
  for (const way of breaks(text.split(/\s+/), 3)) {
    const lines = way.map((line) => setLine(label.face, line, label.tracking));
    const widest = Math.max(...lines.map((line) => line.width), 1);
    const cap = (lines[0]?.capHeight ?? 700) / 1000;
    const size = Math.min(
      (width / widest) * 1000,
      height / (cap + (lines.length - 1) * leading),
      largest,
    );
    // Prefers fewer lines, unless more lines make the type clearly larger.
    const score = size * 0.9 ** (lines.length - 1);
    if (!best || score > best.score) best = { lines, size, leading, score };
  }
  if (!best) throw new Error(`A label needs a name, got "${name}"`);
  return best;
}

function centred(
  line: Line,
  size: number,
  x: number,
  baseline: number,
  colour: string,
  weight = 0,
): string {
  const k = size / 1000;
  const left = x - (line.width * k) / 2;
  return `<g fill="${colour}" stroke="${colour}" stroke-width="${weight}" transform="translate(${left.toFixed(2)} ${baseline.toFixed(2)}) scale(${k.toFixed(5)})">${line.markup}</g>`;
}

/** A small line of capitals, shrunk if it does not fit. */
function small(text: string, size: number, width: number, x: number, y: number, colour: string) {
  const line = setLine('jost', text.toLocaleUpperCase('en'), 160);
  // Type this small needs more weight to be visible in a thumbnail.
  return centred(line, Math.min(size, (width / line.width) * 1000), x, y, colour, 16);
}

/** The contents of a label in a box of `w` by `h` pixels of the art. */
function layout(recipe: PictureRecipe, w: number, h: number, paper: boolean): string {
  const { label } = recipe.bottle;
  const accent = label.accent ?? label.ink;
  const mid = w / 2;
  const note = Math.min(h * 0.09, w * 0.068, 46);
  const pad = Math.min(w, h) * (paper ? 0.1 : 0.045);
  const out: string[] = [];
  let top = pad;
  let bottom = h - pad;
  if (label.style === 'framed') {
    const inset = Math.min(w, h) * 0.055;
    out.push(
      `<rect x="${inset}" y="${inset}" width="${w - 2 * inset}" height="${h - 2 * inset}" fill="none" stroke="${accent}" stroke-width="3.2"/>`,
    );
    top += inset * 0.7;
    bottom -= inset * 0.7;
  }
  if (label.style === 'banded') {
    const band = h * 0.25;
    out.push(`<rect width="${w}" height="${band}" fill="${accent}"/>`);
    out.push(small(recipe.brand, note * 1.05, w * 0.84, mid, band / 2 + note * 0.36, label.paper));
    top = band + pad * 0.8;
  } else {
    out.push(small(recipe.brand, note, w * 0.82, mid, top + note * 0.72, accent));
    top += note * 1.25;
  }
  out.push(small(recipe.detail, note * 0.82, w * 0.82, mid, bottom, accent));
  bottom -= note * 1.15;
  const side = Math.max(pad, w * 0.07);
  const room = bottom - top;
  const name = setName(
    recipe.name,
    label,
    w - 2 * side,
    room * 0.78,
    Math.min(room * 0.56, w * 0.2),
  );
  const cap = ((name.lines[0]?.capHeight ?? 700) / 1000) * name.size;
  const tall = cap + (name.lines.length - 1) * name.leading * name.size;
  const first = top + (room - tall) / 2 + cap;
  // Thin strokes of ink are lost against the reflections in the liquid behind them.
  const weight = paper ? 4 : 24;
  name.lines.forEach((line, i) => {
    out.push(
      centred(line, name.size, mid, first + i * name.leading * name.size, label.ink, weight),
    );
  });
  if (label.style === 'ruled') {
    const gap = Math.max((room - tall) * 0.24, 8);
    for (const y of [first - cap - gap, first - cap + tall + gap]) {
      out.push(
        `<rect x="${w * 0.32}" y="${y.toFixed(1)}" width="${w * 0.36}" height="2.6" fill="${accent}"/>`,
      );
    }
  }
  return out.join('');
}

/** Draws the art of a label: on the colour of its paper, or on a transparent ground if it is printed on the glass. */
export async function drawLabel(recipe: PictureRecipe, about: FrameInfo): Promise<Art> {
  const width = Math.round(about.size[0] * density);
  const height = Math.round(about.size[1] * density);
  const { label } = recipe.bottle;
  const ground = about.paper
    ? `<rect width="${width}" height="${height}" fill="${label.paper}"/>`
    : '';
  const inside =
    label.style === 'upright'
      ? `<g transform="translate(0 ${height}) rotate(-90)">${layout(recipe, height, width, about.paper)}</g>`
      : layout(recipe, width, height, about.paper);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${ground}${inside}</svg>`;
  const { data } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height };
}
