// Composes the landing page's banners that have no still of banners.py yet out of the rendered fronts: bottles of our own on one wide dusk.
// node scripts/artwork/banners.ts FOLDER [NAME...]
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { composePicture } from '#backend/demo/artwork/compose.ts';
import { frameOf } from '#backend/demo/artwork/frames.ts';
import { type Light, moods } from '#backend/demo/artwork/moods.ts';
import type { Family, Hex, House, Label } from '#backend/demo/artwork/recipe.ts';

/** The whole width is for a wide screen; a tall one is shown its right-hand 4:5. */
const WIDTH = 2000;
const HEIGHT = 1125;
const QUALITY = 80;

/** A bottle: its middle as a share of the width, its size against the frame it was rendered in. */
interface Bottle {
  family: Family;
  at: number;
  scale: number;
  liquid: Hex;
  cap: Hex;
  collar: Hex;
  glass?: Hex;
  label: Label;
  name: string;
  detail: string;
}

interface Banner {
  light: Light;
  /** Far ones first. */
  bottles: Bottle[];
}

const gold = '#f2cf86';
const art = (style: Label['style'], face: Label['face'], ink: Hex, paper: Hex, rest = {}) => ({
  style,
  face,
  capitals: true,
  tracking: 60,
  ink,
  paper,
  ...rest,
});

const BANNERS: Record<string, Banner> = {
  niche: {
    light: {
      heart: '#64808a',
      edge: '#121c22',
      ground: '#34424a',
      card: '#ffe2bd',
      glow: 0.8,
      studio: 0.82,
      back: 0.85,
      kick: 0.6,
      lamp: '#f4f4ff',
      sun: '#ffb877',
    },
    bottles: [
      {
        family: 'facet',
        at: 0.875,
        scale: 0.84,
        liquid: '#e0a24a',
        cap: gold,
        collar: gold,
        label: art('plain', 'garamond', '#4a2208', '#ffffff', { capitals: false, tracking: 12 }),
        name: 'Saffron',
        detail: 'Extrait',
      },
      {
        family: 'hex',
        at: 0.68,
        scale: 0.92,
        liquid: '#3f6f7d',
        cap: '#15130f',
        collar: gold,
        glass: '#e6eef0',
        label: art('framed', 'jost', '#e8d3a0', '#12202a', { tracking: 90 }),
        name: 'Harmattan',
        detail: 'Extrait',
      },
    ],
  },
  gifts: {
    light: {
      heart: '#b27d70',
      edge: '#2a171a',
      ground: '#5e423e',
      card: '#ffdcc8',
      glow: 0.9,
      studio: 0.85,
      back: 0.9,
      kick: 0.5,
      lamp: '#fff0e4',
      sun: '#ffac84',
    },
    bottles: [
      {
        family: 'arch',
        at: 0.88,
        scale: 0.82,
        liquid: '#e9a08e',
        cap: '#f1ece4',
        collar: gold,
        label: art('ruled', 'bodoni', '#5c1f2a', '#f6e7df', { tracking: 20 }),
        name: 'Hibiscus',
        detail: 'Eau de Parfum',
      },
      {
        family: 'flacon',
        at: 0.685,
        scale: 0.9,
        liquid: '#c9556a',
        cap: gold,
        collar: gold,
        label: art('plain', 'bodoni', '#fdf0dc', '#ffffff', { tracking: 60 }),
        name: 'Zobo',
        detail: 'Eau de Parfum',
      },
    ],
  },
};

const linear = Float32Array.from({ length: 256 }, (_, v) => (v / 255) ** 2.2);
const smooth = (from: number, to: number, x: number) => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

interface Shot {
  width: number;
  height: number;
  /** Linear light against the empty stage: 1 where nothing stands. */
  ratio: Float32Array;
  /** Where the bottle itself is, 0 to 1. */
  body: Float32Array;
  /** The empty stage from top to bottom, three channels a row. */
  stage: Float32Array;
}

/** Share of a frame's width at each side where nothing stands. */
const EMPTY = 0.05;

async function shoot(bottle: Bottle, light: Light): Promise<Shot> {
  // The stage's light is the banner's own, under the name of a mood that recipes know.
  Object.assign(moods.night, light);
  const house: House = {
    family: bottle.family,
    cap: bottle.cap,
    collar: bottle.collar,
    glass: bottle.glass ?? '#ffffff',
    label: bottle.label,
  };
  const recipe = {
    edition: 1,
    house,
    mood: 'night',
    liquid: bottle.liquid,
    brand: 'Turare',
    name: bottle.name,
    detail: bottle.detail,
  } as const;
  const picture = await composePicture(recipe, 'front');
  const frame = await frameOf(bottle.family, 'front');
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const band = Math.round(width * EMPTY);
  const sides = [0, width - band].map((left) => rows(data, width, height, left, band));
  const [west, east] = sides as [Float32Array, Float32Array];
  const ratio = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const across = x / (width - 1);
      // At its rim a shot is the empty stage, so that it lies in the wide one without a seam.
      const rim =
        smooth(0, 0.28, Math.min(across, 1 - across)) *
        smooth(0, 0.12, y / height) *
        smooth(0, 0.16, 1 - y / height);
      for (let c = 0; c < 3; c++) {
        const w = west[y * 3 + c] as number;
        const e = east[y * 3 + c] as number;
        const here = linear[data[(y * width + x) * 3 + c] as number] as number;
        ratio[(y * width + x) * 3 + c] = 1 + rim * (here / (w + (e - w) * across) - 1);
      }
    }
  }
  const { cap, label, metal, glass } = frame.mask;
  const body = Float32Array.from(glass, (g, i) =>
    Math.min(1, Math.max(g, cap[i] as number, label[i] as number, metal[i] as number) / 255),
  );
  return { width, height, ratio, body, stage: west.map((w, i) => (w + (east[i] as number)) / 2) };
}

/** Mean light of a band of columns, row by row, without its grain. */
function rows(data: Buffer, width: number, height: number, left: number, band: number) {
  const means = new Float32Array(height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = left; x < left + band; x++) {
      for (let c = 0; c < 3; c++) {
        means[y * 3 + c] =
          (means[y * 3 + c] as number) +
          (linear[data[(y * width + x) * 3 + c] as number] as number) / band;
      }
    }
  }
  const reach = 4;
  return means.map((_, i) => {
    let sum = 0;
    for (let d = -reach; d <= reach; d++) {
      const y = Math.min(height - 1, Math.max(0, Math.floor(i / 3) + d));
      sum += means[y * 3 + (i % 3)] as number;
    }
    return sum / (2 * reach + 1);
  });
}

/** A value between the pixels of a plane with `step` values a pixel. */
function sample(plane: Float32Array, shot: Shot, x: number, y: number, step: number, c: number) {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const of = (u: number, v: number) =>
    plane[
      (Math.min(shot.height - 1, Math.max(0, v)) * shot.width +
        Math.min(shot.width - 1, Math.max(0, u))) *
        step +
        c
    ] as number;
  const fx = x - x0;
  const fy = y - y0;
  return (
    (of(x0, y0) * (1 - fx) + of(x0 + 1, y0) * fx) * (1 - fy) +
    (of(x0, y0 + 1) * (1 - fx) + of(x0 + 1, y0 + 1) * fx) * fy
  );
}

/** The row in which the ground ends: there the stage changes most. What is smaller stands further back from it. */
function horizon({ stage, height }: Shot): number {
  const light = (y: number) => (stage[y * 3] as number) + (stage[y * 3 + 1] as number);
  const steps = Array.from({ length: height }, (_, y) =>
    y > height * 0.5 && y < height * 0.85 ? Math.abs(light(y + 12) - light(y - 12)) : 0,
  );
  return steps.indexOf(Math.max(...steps));
}

/** The frame's height in the banner, and the share of it that lies above the banner's top. */
const TALL = 1.12;
const ABOVE = 0.1;

async function compose({ light, bottles }: Banner): Promise<Buffer> {
  const shots: Shot[] = [];
  for (const bottle of bottles) shots.push(await shoot(bottle, light));
  const [first] = shots;
  if (!first) throw new Error('A banner needs a bottle');
  const picture = new Float32Array(WIDTH * HEIGHT * 3);
  const unit = (HEIGHT * TALL) / first.height;
  const level = horizon(first);
  const middle = bottles.reduce((sum, { at }) => sum + at / bottles.length, 0);
  for (let y = 0; y < HEIGHT; y++) {
    const row = Math.min(first.height - 1, y / unit + ABOVE * first.height);
    for (let x = 0; x < WIDTH; x++) {
      // The glow stands behind the bottles and dies away to where the words are.
      const away = (x / WIDTH - middle) / 0.4;
      const fall = 0.07 + 0.93 * Math.exp(-away * away * 1.25);
      for (let c = 0; c < 3; c++) {
        const stage = sample(first.stage, { ...first, width: 1 }, 0, row, 3, c) * fall;
        let value = stage;
        for (const [i, shot] of shots.entries()) {
          const { at, scale } = bottles[i] as Bottle;
          const u = (x - at * WIDTH) / (unit * scale) + shot.width / 2;
          const v = (row - level) / scale + level;
          if (u < 0 || u > shot.width - 1 || v < 0 || v > shot.height - 1) continue;
          const ratio = sample(shot.ratio, shot, u, v, 3, c);
          const body = sample(shot.body, shot, u, v, 1, 0);
          // A bottle hides what is behind it; its glow and its shadow fall on it.
          const own = sample(shot.stage, { ...shot, width: 1 }, 0, v, 3, c);
          value = body * own * ratio + (1 - body) * value * ratio;
        }
        picture[(y * WIDTH + x) * 3 + c] = value;
      }
    }
  }
  const bytes = Buffer.alloc(picture.length);
  let seed = 7;
  for (let i = 0; i < picture.length; i++) {
    // A grain of about one step keeps the dark gradient from banding.
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    const value = 255 * Math.min(1, Math.max(0, picture[i] as number)) ** (1 / 2.2);
    bytes[i] = Math.min(255, Math.max(0, value + (seed >>> 24) / 255));
  }
  return sharp(bytes, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .jpeg({ quality: QUALITY, mozjpeg: true, chromaSubsampling: '4:2:0' })
    .toBuffer();
}

const [folder = '.', ...names] = process.argv.slice(2);
for (const [name, banner] of Object.entries(BANNERS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  const file = join(folder, `banner-${name}.jpg`);
  const bytes = await compose(banner);
  await writeFile(`${file}.new`, bytes);
  await rename(`${file}.new`, file);
  console.log(file, Math.round(bytes.length / 1000), 'kB');
}
