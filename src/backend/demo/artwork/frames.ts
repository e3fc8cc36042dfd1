import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Family } from './recipe.ts';

/** Rendered planes of one family, 8-bit grey, row by row; see scripts/artwork/README.md for what each holds. */
export interface Frame {
  width: number;
  height: number;
  /** The picture lit by one light group, as 4080 · (linear / range) ^ (1 / 2.2). */
  light: Record<Group, Uint16Array>;
  /** Square root of what passes when the liquid absorbs (1.1 per unit of length). */
  through: Record<Group, Uint8Array>;
  /** Share of the light that was last scattered by the ground. */
  ground: Record<Group, Uint8Array>;
  mask: Record<'cap' | 'label' | 'metal' | 'glass', Uint8Array>;
  /** Diffuse and glossy part of a cap that takes its colour in the body, as (linear / 1.5) ^ (1 / 2.2); absent for metal caps. */
  lacquer: { body: Uint8Array; sheen: Uint8Array } | undefined;
  about: FrameInfo;
}

export const groups = ['studio', 'back', 'kick'] as const;
export type Group = (typeof groups)[number];

export interface FrameInfo {
  /** Width and height of the label art in units of length. */
  size: [number, number];
  /** A paper label lies on the glass; otherwise ink is printed on it. */
  paper: boolean;
  cap: 'metal' | 'body';
  /** Linear value of a full plane, per light group. */
  range: Record<Group, number>;
  /** Where points of the label art lie in the picture: rows from top to bottom, each from left to right, as fractions. */
  grid: [number, number][][];
}

const folder = new URL('./frames/', import.meta.url);

async function plane(family: Family, name: string, size?: { width: number; height: number }) {
  const file = fileURLToPath(new URL(`${family}/${name}.webp`, folder));
  let image = sharp(file).extractChannel(0);
  const found = await sharp(file).metadata();
  const width = size?.width ?? found.width;
  const height = size?.height ?? found.height;
  if (found.width !== width) image = image.resize(width, height, { kernel: 'cubic' });
  const { data } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height };
}

/** 1 on the bottle, just round it, and along its foot, where the shadow is drawn sharply; 0 elsewhere. */
function nearBottle(masks: Uint8Array[], width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height);
  const margin = 4;
  for (let y = margin; y < height - margin; y++) {
    for (let x = margin; x < width - margin; x++) {
      const i = y * width + x;
      if (!masks.some((mask) => (mask[i] as number) > 6)) continue;
      for (let dy = -margin; dy <= margin; dy += margin) {
        for (let dx = -margin; dx <= margin; dx += margin) out[i + dy * width + dx] = 1;
      }
    }
  }
  return out;
}

/**
 * Sixteen times finer steps than the file's, and no steps at all on ground and backdrop: there the plane is smooth, and eight bits would
 * show as rings. `busy` marks the bottle, which is neither blurred nor lets its light into the blur.
 */
function refine(plane: Uint8Array, busy: Uint8Array, width: number, height: number): Uint16Array {
  const out = Uint16Array.from(plane, (v) => v * 16);
  const reach = 7;
  const sweep = (lines: number, length: number, line: number, step: number): void => {
    const source = new Uint16Array(length);
    for (let l = 0; l < lines; l++) {
      const start = l * line;
      let sum = 0;
      let count = 0;
      const take = (i: number, sign: number): void => {
        if (i < 0 || i >= length || busy[start + i * step]) return;
        sum += sign * (source[i] as number);
        count += sign;
      };
      for (let i = 0; i < length; i++) source[i] = out[start + i * step] as number;
      for (let i = 0; i < reach; i++) take(i, 1);
      for (let i = 0; i < length; i++) {
        take(i + reach, 1);
        take(i - reach - 1, -1);
        if (!busy[start + i * step] && count) out[start + i * step] = sum / count + 0.5;
      }
    }
  };
  sweep(height, width, width, 1);
  sweep(height, width, width, 1);
  sweep(width, height, 1, width);
  return out;
}

async function decode(family: Family): Promise<Frame> {
  const about = JSON.parse(
    await readFile(new URL(`${family}/frame.json`, folder), 'utf8'),
  ) as FrameInfo;
  const first = await plane(family, 'studio');
  const { width, height } = first;
  const load = async (name: string) => (await plane(family, name, first)).data;
  const each = async (suffix: string): Promise<Record<Group, Uint8Array>> => ({
    studio: await load(`studio${suffix}`),
    back: await load(`back${suffix}`),
    kick: await load(`kick${suffix}`),
  });
  const [lit, through, ground, cap, label, metal, glass] = await Promise.all([
    each(''),
    each('-through'),
    each('-ground'),
    load('cap'),
    load('label'),
    load('metal'),
    load('glass'),
  ]);
  const lacquer =
    about.cap === 'body' ? { body: await load('body'), sheen: await load('sheen') } : undefined;
  const busy = nearBottle([cap, label, metal, glass], width, height);
  const light = {
    studio: refine(lit.studio, busy, width, height),
    back: refine(lit.back, busy, width, height),
    kick: refine(lit.kick, busy, width, height),
  };
  return {
    width,
    height,
    light,
    through,
    ground,
    mask: { cap, label, metal, glass },
    lacquer,
    about,
  };
}

/** A decoded family takes about 25 MB: the last three stay, so ask for pictures family by family. */
const kept = new Map<Family, Promise<Frame>>();

/** The frame of a family; throws with the path when a committed file is missing. */
export function frameOf(family: Family): Promise<Frame> {
  const frame = kept.get(family) ?? decode(family);
  kept.delete(family);
  kept.set(family, frame);
  frame.catch(() => kept.delete(family));
  for (const old of kept.keys()) {
    if (kept.size <= 3) break;
    kept.delete(old);
  }
  return frame;
}
