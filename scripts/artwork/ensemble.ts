// Puts bottles of one light on one stage. Each is laid over the others as a ratio to its own empty stage, which includes
// its reflections and its shadow.
import sharp from 'sharp';
import { composePicture } from '#demo/artwork/compose.ts';
import { frameOf } from '#demo/artwork/frames.ts';
import type { PictureRecipe, View } from '#demo/artwork/recipe.ts';

/** A bottle in the picture: its centre as a share of the width, and its scale relative to its frame. */
export interface Standing {
  recipe: PictureRecipe;
  view: View;
  at: number;
  scale: number;
}

/** Where the ground ends, as a share of the height. Smaller bottles stand nearer to it. */
const HORIZON = 0.726;
/** The share of a frame's width at each side that is empty. */
const EMPTY = 0.05;

const linear = Float32Array.from({ length: 256 }, (_, v) => (v / 255) ** 2.2);
const smooth = (from: number, to: number, x: number) => {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

interface Shot {
  width: number;
  height: number;
  /** Linear light relative to the empty stage: 1 where nothing stands. */
  ratio: Float32Array;
  /** Where the bottle itself is, 0 to 1. */
  body: Float32Array;
  /** The empty stage from top to bottom, three channels per row. */
  stage: Float32Array;
}

async function shoot({ recipe, view }: Standing, inFront: boolean): Promise<Shot> {
  const picture = await composePicture(recipe, view);
  const { mask } = await frameOf(recipe.bottle.family, view);
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const band = Math.round(width * EMPTY);
  const west = rows(data, width, height, 0, band);
  const east = rows(data, width, height, width - band, band);
  const body = Float32Array.from(mask.glass, (glass, i) => {
    const solid = Math.max(mask.cap[i] as number, mask.label[i] as number, mask.metal[i] as number);
    return Math.min(1, Math.max(glass, solid) / 255);
  });
  const ratio = new Float32Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const wall = 1 - smooth(HORIZON - 0.02, HORIZON + 0.01, y / height);
    for (let x = 0; x < width; x++) {
      const across = x / (width - 1);
      const side = Math.min(across, 1 - across);
      // On the wall only the bottle in front has a glow, which fades softly. On the ground each bottle has its shadow.
      const glow = inFront ? smooth(0, 0.5, side) * smooth(0, 0.5, y / height) : 0;
      const shadow = smooth(0, 0.2, side) * smooth(0, 0.12, 1 - y / height);
      const rim = Math.max(body[y * width + x] as number, wall * glow + (1 - wall) * shadow);
      for (let c = 0; c < 3; c++) {
        const w = west[y * 3 + c] as number;
        const e = east[y * 3 + c] as number;
        const here = linear[data[(y * width + x) * 3 + c] as number] as number;
        ratio[(y * width + x) * 3 + c] = 1 + rim * (here / (w + (e - w) * across) - 1);
      }
    }
  }
  return { width, height, ratio, body, stage: west.map((w, i) => (w + (east[i] as number)) / 2) };
}

/** The mean light of a band of columns, row by row, without grain. */
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

/** The interpolated value between the pixels of a plane with `step` values per pixel. */
function sample(
  plane: Float32Array,
  { width, height }: { width: number; height: number },
  [x, y]: readonly [number, number],
  step: number,
  c: number,
) {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const of = (u: number, v: number) => {
    const column = Math.min(width - 1, Math.max(0, u));
    return plane[(Math.min(height - 1, Math.max(0, v)) * width + column) * step + c] as number;
  };
  const fx = x - x0;
  const fy = y - y0;
  return (
    (of(x0, y0) * (1 - fx) + of(x0 + 1, y0) * fx) * (1 - fy) +
    (of(x0, y0 + 1) * (1 - fx) + of(x0 + 1, y0 + 1) * fx) * fy
  );
}

/** The bottles, far ones first, in a picture of 4:5 (JPEG). */
export async function ensemble(standing: readonly Standing[], width: number): Promise<Buffer> {
  const height = (width * 5) / 4;
  const shots: Shot[] = [];
  for (const one of standing) shots.push(await shoot(one, one === standing.at(-1)));
  const bytes = Buffer.alloc(width * height * 3);
  let seed = 7;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < 3; c++) {
        let value = 0;
        for (const [i, shot] of shots.entries()) {
          const { at, scale } = standing[i] as Standing;
          const column = { width: 1, height: shot.height };
          if (i === 0) value = sample(shot.stage, column, [0, (y / height) * shot.height], 3, c);
          const place = [
            ((x / width - at) / scale + 0.5) * shot.width,
            ((y / height - HORIZON) / scale + HORIZON) * shot.height,
          ] as const;
          const [u, v] = place;
          if (u < 0 || u > shot.width - 1 || v < 0 || v > shot.height - 1) continue;
          const ratio = sample(shot.ratio, shot, place, 3, c);
          const body = sample(shot.body, shot, place, 1, 0);
          // A bottle hides what is behind it, and its glow and shadow fall on that.
          const own = sample(shot.stage, column, [0, v], 3, c);
          value = body * own * ratio + (1 - body) * value * ratio;
        }
        // A grain of about one step keeps soft gradients from banding.
        seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
        const shown = 255 * Math.min(1, Math.max(0, value)) ** (1 / 2.2) + (seed >>> 24) / 255;
        bytes[(y * width + x) * 3 + c] = Math.min(255, shown);
      }
    }
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
