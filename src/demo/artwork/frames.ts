import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { Family, View } from './recipe.ts';
import { nearBottle, refine } from './refine.ts';

type Size = { width: number; height: number };

/** The rendered planes of one view of a family, in 8-bit grey, row by row. README.md describes each. */
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

/** A plane of a frame. Some are stored smaller than the frame. */
async function plane(frame: string, name: string, { width, height }: Size): Promise<Uint8Array> {
  const file = fileURLToPath(new URL(`${frame}/${name}.webp`, folder));
  const data = await sharp(file)
    .extractChannel(0)
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return new Uint8Array(data.buffer, data.byteOffset, data.length);
}

async function decode(name: string, half: boolean): Promise<Frame> {
  const about = JSON.parse(
    await readFile(new URL(`${name}/frame.json`, folder), 'utf8'),
  ) as FrameInfo;
  const stored = await sharp(fileURLToPath(new URL(`${name}/studio.webp`, folder))).metadata();
  const width = half ? stored.width >> 1 : stored.width;
  const height = half ? stored.height >> 1 : stored.height;
  const load = (of: string) => plane(name, of, { width, height });
  const each = (suffix: string) => Promise.all(groups.map((group) => load(group + suffix)));
  // All are read at once. The other threads read the later ones while this one refines the first.
  const first = Promise.all([
    Promise.all([load('cap'), load('label'), load('metal'), load('glass')]),
    each(''),
  ]);
  const then = Promise.all([
    each('-through'),
    each('-ground'),
    about.cap === 'body' ? Promise.all([load('body'), load('sheen')]) : null,
  ]);
  const [[cap, label, metal, glass], lit] = await first;
  const busy = nearBottle([cap, label, metal, glass], width, height);
  const reach = half ? REACH >> 1 : REACH;
  const fine = lit.map((light) => refine(light, busy, width, height, reach));
  const [through, ground, lacquer] = await then;
  return {
    width,
    height,
    light: byGroup(fine),
    through: byGroup(through),
    ground: byGroup(ground),
    mask: { cap, label, metal, glass },
    lacquer: lacquer ? { body: lacquer[0], sheen: lacquer[1] } : undefined,
    about,
  };
}

/** How far backdrop and ground are blurred to either side, in pixels of a whole frame. */
const REACH = 7;

const byGroup = <T>(planes: readonly T[]) =>
  Object.fromEntries(groups.map((group, at) => [group, planes[at]])) as Record<Group, T>;

/** The last three decoded frames. Each takes about 25 MB, so compose the pictures of one frame together. */
const kept = new Map<string, Promise<Frame>>();

/**
 * The frame of a family's view, or the same with half the width and height for a draft.
 * @throws Error with the path if a committed file is missing.
 */
export function frameOf(family: Family, view: View, half = false): Promise<Frame> {
  const name = `${family}/${view}`;
  const key = half ? `${name} half` : name;
  const frame = kept.get(key) ?? decode(name, half);
  kept.delete(key);
  kept.set(key, frame);
  frame.catch(() => kept.delete(key));
  for (const old of kept.keys()) {
    if (kept.size <= 3) break;
    kept.delete(old);
  }
  return frame;
}
