import { readFile } from 'node:fs/promises';
import type { Composer } from '#backend/media/composer.ts';
import { slug } from '#domain/products/slug.ts';
import type { DemoFragrance } from './fragrance-files.ts';

/** The pixels of each picture of a fragrance, in the order of its gallery. */
const SIZES = {
  front: { width: 1200, height: 1500 },
  threequarter: { width: 960, height: 1200 },
  detail: { width: 840, height: 1050 },
  scene: { width: 880, height: 1100 },
} as const;
export type Shown = keyof typeof SIZES;

/** A picture of the demo, stored as a recipe until it is first requested. */
export interface DemoPicture {
  /** The file in pictures/. */
  file: string;
  /** Pixels. */
  width: number;
  height: number;
  /** The colour of the backdrop, `#rrggbb`. */
  color: string;
}

/** Returns the pictures of a fragrance, each with its alternative text. */
export function galleryOf(fragrance: DemoFragrance): { picture: DemoPicture; alt: string }[] {
  const { brand, name, color, pictures } = fragrance;
  const folder = slug(`${brand} ${name}`);
  return (Object.keys(SIZES) as Shown[]).map((shown) => ({
    picture: { file: `${folder}/${shown}.webp`, ...SIZES[shown], color },
    alt: pictures[shown],
  }));
}

/** Returns the picture of each sample of a fragrance: its vial. `ml`: its size. */
export function vialsOf(
  fragrance: DemoFragrance,
): { ml: number; picture: DemoPicture; alt: string }[] {
  const { brand, name, color, others } = fragrance;
  return others
    .filter(({ sample }) => sample)
    .map(({ sizeMl: ml }) => ({
      ml,
      picture: { file: `${slug(`${brand} ${name} ${ml} ml`)}/front.webp`, ...SIZES.front, color },
      alt: `${brand} ${name}, ${ml} ml: a glass vial with a spray head`,
    }));
}

/** Reads a picture of the demo from its file when it is first requested. */
export const demoPictures: Composer = {
  compose: (recipe) => {
    const { file } = JSON.parse(recipe) as DemoPicture;
    return readFile(new URL(`pictures/${file}`, import.meta.url));
  },
};
