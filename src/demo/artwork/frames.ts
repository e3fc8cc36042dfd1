import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Family, View } from './recipe.ts';
import { nearBottle, refine } from './refine.ts';

/** The rendered planes of one view of a family, in 8-bit grey, row by row. scripts/artwork/README.md describes each. */
export interface Frame {
  width: number;
  height: number;
  /** The picture in the light of one group, as 4080 · (linear / range) ^ (1 / 2.2). */
  light: Record<Group, Uint16Array>;
  /** The square root of the light that passes if the liquid absorbs 1.1 per unit of length. */
  through: Record<Group, Uint8Array>;
  /** The share of the light that was last scattered by the ground. */
  ground: Record<Group, Uint8Array>;
  mask: Record<'cap' | 'label' | 'metal' | 'glass', Uint8Array>;
  /** The diffuse and the glossy light of a coloured cap, as (linear / 1.5) ^ (1 / 2.2). Metal caps have none. */
  lacquer: { body: Uint8Array; sheen: Uint8Array } | undefined;
  about: FrameInfo;
}

export const groups = ['studio', 'back', 'kick'] as const;
export type Group = (typeof groups)[number];

export interface FrameInfo {
  /** Width and height of the label art in units of length. */
  size: [number, number];
  /** Whether the label is paper on the glass. Otherwise it is ink. */
  paper: boolean;
  cap: 'metal' | 'body';
  /** Linear value of a full plane, per light group. */
  range: Record<Group, number>;
  /** The positions of the label art in the picture, as fractions: rows from top to bottom, each from left to right. */
  grid: [number, number][][];
}

const folder = new URL('./frames/', import.meta.url);

/** A plane of a frame, enlarged to `size` if it is stored smaller. */
async function plane(frame: string, name: string, size?: { width: number; height: number }) {
  const file = fileURLToPath(new URL(`${frame}/${name}.webp`, folder));
  const image = sharp(file).extractChannel(0);
  if (size) image.resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return { data: new Uint8Array(data.buffer, data.byteOffset, data.length), width, height };
}

async function decode(name: string): Promise<Frame> {
  const about = JSON.parse(
    await readFile(new URL(`${name}/frame.json`, folder), 'utf8'),
  ) as FrameInfo;
  const first = await plane(name, 'studio');
  const { width, height } = first;
  const load = async (of: string) => (await plane(name, of, first)).data;
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

/** The last three decoded frames. Each takes about 25 MB, so compose the pictures of one frame together. */
const kept = new Map<string, Promise<Frame>>();

/**
 * The frame of a family's view.
 * @throws Error with the path if a committed file is missing.
 */
export function frameOf(family: Family, view: View): Promise<Frame> {
  const name = `${family}/${view}`;
  const frame = kept.get(name) ?? decode(name);
  kept.delete(name);
  kept.set(name, frame);
  frame.catch(() => kept.delete(name));
  for (const old of kept.keys()) {
    if (kept.size <= 3) break;
    kept.delete(old);
  }
  return frame;
}
