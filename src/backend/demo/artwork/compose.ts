import sharp from 'sharp';
import { type Frame, frameOf, type Group } from './frames.ts';
import { drawLabel } from './label.ts';
import { type Laid, layArt } from './lay.ts';
import { moods } from './moods.ts';
import { type Family, type Hex, linear, type PictureRecipe } from './recipe.ts';

export type { PictureRecipe } from './recipe.ts';

/** Absorption in the rendered planes, per unit of length. */
const rendered = 1.1;

/** How deep the liquid is behind the front, in units of length: there it shows its named colour. */
const depths: Record<Family, number> = {
  slab: 0.75,
  arch: 0.75,
  facet: 0.85,
  flacon: 0.85,
  block: 0.9,
  amphora: 1.05,
  column: 1.1,
  hex: 1.45,
  attar: 1.55,
  apothecary: 1.6,
};

/** The rendered paper is grey on purpose (it must not burn out); art is printed on white. */
const paperGain = 1.36 / 0.82;

/** Display value (0 to 255) by the square root of linear light, up to `brightest`. */
const brightest = 6;
const exposure = 0.94;
const steps = 4096;
const film = Float32Array.from({ length: steps + 1 }, (_, i) => {
  const x = (i / steps) ** 2 * brightest * exposure;
  // A filmic shoulder and toe (Narkowicz's fit of ACES), then sRGB.
  const y = Math.min(1, (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
  return 255 * (y <= 0.0031308 ? y * 12.92 : 1.055 * y ** (1 / 2.4) - 0.055);
});

const table = (size: number, value: (step: number) => number): Float32Array =>
  Float32Array.from({ length: size + 1 }, (_, i) => value(i / size));

/** Linear light by plane value. */
const grey = (size: number, range: number): Float32Array => table(size, (v) => range * v ** 2.2);

const smooth = (from: number, to: number, x: number): number => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

/** What one colour channel needs of one light group: light by plane value, ground colour by share, passage through the liquid. */
interface Channel {
  light: Float32Array;
  ground: Float32Array;
  through: Float32Array;
}

function channel(recipe: PictureRecipe, frame: Frame, group: Group, c: 0 | 1 | 2): Channel {
  const mood = moods[recipe.mood];
  const of = (hex: Hex): number => linear(hex)[c];
  const depth = -Math.log(Math.min(0.985, Math.max(0.006, of(recipe.liquid))));
  const power = depth / (rendered * depths[recipe.house.family]);
  const ground = of(mood.ground) / 0.62;
  const colour = (value: number): number => {
    if (group === 'studio') return of(mood.lamp) * mood.studio;
    if (group === 'kick') return of(mood.sun) * mood.kick;
    // The rendered wall falls off more than a page of pictures can bear: its outer parts are lifted, the black edges of the glass are not.
    const lift = 1 + 0.6 * (1 - smooth(0.15, 0.8, value)) * smooth(0.02, 0.12, value);
    const t = smooth(0.04, 0.75, value);
    return (of(mood.edge) + (of(mood.heart) - of(mood.edge)) * t) * mood.back * lift;
  };
  return {
    light: grey(4080, frame.about.range[group]).map((value) => value * colour(value)),
    ground: table(255, (share) => 1 + share * (ground - 1)),
    through: table(255, (v) => Math.max(v, 1 / 255) ** (2 * power)),
  };
}

/** One colour channel of the picture in linear light, before the label. */
function develop(recipe: PictureRecipe, frame: Frame, c: 0 | 1 | 2): Float32Array {
  const mood = moods[recipe.mood];
  const { house } = recipe;
  const { light: sl, ground: sg, through: st } = channel(recipe, frame, 'studio', c);
  const { light: bl, ground: bg, through: bt } = channel(recipe, frame, 'back', c);
  const { light: kl, ground: kg, through: kt } = channel(recipe, frame, 'kick', c);
  const { studio, back, kick } = frame.light;
  const { studio: sThrough, back: bThrough, kick: kThrough } = frame.through;
  const { studio: sGround, back: bGround, kick: kGround } = frame.ground;
  const { cap, metal, glass } = frame.mask;
  const { range } = frame.about;
  const plain = {
    studio: grey(4080, range.studio),
    back: grey(4080, range.back),
    kick: grey(4080, range.kick),
  };
  const lacquerOf = grey(255, 1.5);
  const card = linear(mood.card)[c] * mood.glow;
  const capOf = linear(house.cap)[c];
  const collar = linear(house.collar)[c];
  const tint = linear(house.glass)[c];
  const out = new Float32Array(frame.width * frame.height);
  for (let i = 0; i < out.length; i++) {
    const s = studio[i] as number;
    const b = back[i] as number;
    const k = kick[i] as number;
    const t = bThrough[i] as number;
    const g = glass[i] as number;
    let wall = bl[b] as number;
    if (g && t < 250) {
      // Behind the liquid stands a reflector card: the more liquid, the more of the card and the less of the backdrop.
      const share = (g / 255) * Math.min(1, (250 - t) / 60) * 0.78;
      wall += ((plain.back[b] as number) * card - wall) * share;
    }
    let value =
      (sl[s] as number) *
        (sg[sGround[i] as number] as number) *
        (st[sThrough[i] as number] as number) +
      wall * (bg[bGround[i] as number] as number) * (bt[t] as number) +
      (kl[k] as number) *
        (kg[kGround[i] as number] as number) *
        (kt[kThrough[i] as number] as number);
    if (g) value *= 1 + (g / 255) * (tint - 1);
    const m = metal[i] as number;
    if (m) value *= 1 + (m / 255) * (collar - 1);
    const lid = (cap[i] as number) / 255;
    if (lid && frame.lacquer) {
      // The lamps' colour is what the plain planes give together, so that the cap's own planes, which have less grain, can take their place.
      const all =
        (plain.studio[s] as number) + (plain.back[b] as number) + (plain.kick[k] as number);
      const body = lacquerOf[frame.lacquer.body[i] as number] as number;
      const sheen = lacquerOf[frame.lacquer.sheen[i] as number] as number;
      value *= 1 + Math.min(1, lid * 16) * ((body * capOf * 1.15 + sheen) / (all + 1e-4) - 1);
    } else if (lid) value *= 1 + lid * (capOf - 1);
    out[i] = value;
  }
  return out;
}

/** Puts the label on: paper takes the art's colours, ink on glass stands in the light of the studio. */
function label(picture: Float32Array[], frame: Frame, laid: Laid, recipe: PictureRecipe): void {
  const paper = frame.about.paper;
  const mood = moods[recipe.mood];
  for (let c = 0; c < 3; c++) {
    const plane = picture[c];
    if (!plane) continue;
    const shine = linear(mood.lamp)[c as 0 | 1 | 2] * mood.studio;
    for (let y = 0; y < laid.height; y++) {
      for (let x = 0; x < laid.width; x++) {
        const from = (y * laid.width + x) * 4;
        const cover = laid.pixels[from + 3] as number;
        if (cover === 0) continue;
        const at = (y + laid.top) * frame.width + x + laid.left;
        const value = plane[at] as number;
        const art = laid.pixels[from + c] as number;
        if (paper) {
          const m = ((frame.mask.label[at] as number) / 255) * cover;
          plane[at] = value * (1 - m) + m * value * (art / cover) * paperGain;
        } else {
          // Metallic ink catches the key light from the upper left.
          const sheen = 0.85 + 0.5 * (1 - y / laid.height) - 0.3 * (x / laid.width);
          plane[at] = value * (1 - cover) + art * shine * sheen + 0.12 * value * cover;
        }
      }
    }
  }
}

/** Bytes of the finished picture, with a grain of about one step that keeps soft gradients from banding. */
function print(picture: Float32Array[], width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height * 3);
  const scale = steps / Math.sqrt(brightest);
  const [red, green, blue] = picture as [Float32Array, Float32Array, Float32Array];
  let seed = 0x9e3779b9;
  for (let i = 0; i < width * height; i++) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    const grain = (((seed >>> 16) & 255) + ((seed >>> 24) & 255)) / 170 - 1.5 + 0.5;
    for (let c = 0; c < 3; c++) {
      const value = (c === 0 ? red : c === 1 ? green : blue)[i] as number;
      const step = Math.min(steps, Math.sqrt(Math.max(0, value)) * scale);
      const low = step | 0;
      const a = film[low] as number;
      const b = film[Math.min(steps, low + 1)] as number;
      out[i * 3 + c] = Math.min(255, Math.max(0, a + (b - a) * (step - low) + grain + 0.5));
    }
  }
  return out;
}

/**
 * Makes a finished product picture of 1200×1500 pixels (JPEG, sRGB). The same recipe gives the same bytes with the same sharp;
 * it takes about a quarter of a second once the family's frame is decoded, so ask family by family.
 */
export async function composePicture(recipe: PictureRecipe): Promise<Buffer> {
  const frame = await frameOf(recipe.house.family);
  const { width, height } = frame;
  const picture = ([0, 1, 2] as const).map((c) => develop(recipe, frame, c));
  const art = await drawLabel(recipe, frame.about);
  label(picture, frame, layArt(art, frame.about, width, height), recipe);
  return sharp(print(picture, width, height), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 91, chromaSubsampling: '4:4:4', mozjpeg: false })
    .toBuffer();
}
