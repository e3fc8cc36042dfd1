/** The rendered bottles. Each has a folder in `frames/`. */
export type Family =
  | 'slab'
  | 'facet'
  | 'flacon'
  | 'apothecary'
  | 'column'
  | 'arch'
  | 'block'
  | 'amphora'
  | 'hex'
  | 'attar';

/** How a bottle is shown: from the front, turned and from above, or with a close-up of label and collar. Each is a frame. */
export type View = 'front' | 'threequarter' | 'detail';

/** Width and height of a picture in pixels, by what it shows. */
export const SIZES: Record<View | 'scene', { width: number; height: number }> = {
  front: { width: 1200, height: 1500 },
  threequarter: { width: 960, height: 1200 },
  detail: { width: 840, height: 1050 },
  scene: { width: 880, height: 1100 },
};

/** A still life of what a fragrance smells of, shared by fragrances of similar character. */
export type Scene = 'wood' | 'citrus' | 'flowers' | 'smoke';

/** The light and backdrop of a picture. */
export type Mood = 'amber' | 'night' | 'palm' | 'rose' | 'citrus' | 'smoke' | 'linen' | 'ocean';

/** A colour as `#rrggbb` (sRGB). */
export type Hex = string;

/** Linear-light red, green and blue, 1 = diffuse white. */
export type Rgb = [number, number, number];

/** The typeface of a label. Its outlines are in `type/`. */
export type Face = 'garamond' | 'jost' | 'bodoni';

/**
 * The layout of a label: `plain` type alone, `framed` by a thin line, `ruled` between two lines, `banded` under a bar
 * with the brand, `upright` from bottom to top.
 */
export type LabelStyle = 'plain' | 'framed' | 'ruled' | 'banded' | 'upright';

export interface Label {
  style: LabelStyle;
  face: Face;
  /** Whether the name is set in capitals. */
  capitals: boolean;
  /** Extra space between letters of the name, in thousandths of its size. */
  tracking: number;
  ink: Hex;
  /** The colour of band, frame and small type. Without it they have the colour of the ink. */
  accent?: Hex;
  /** The colour of the paper. Not used by families whose label is printed on the glass. */
  paper: Hex;
}

/** The design of one brand’s bottle. */
export interface Bottle {
  family: Family;
  /** The colour of the cap: of its metal, lacquer, wood or stone, depending on the family. */
  cap: Hex;
  /** The colour of the metal ring at the neck. */
  collar: Hex;
  /** The colour of the glass. White is clear. */
  glass: Hex;
  label: Label;
}

/** Everything that a picture depends on. Equal recipes give equal bytes. */
export interface PictureRecipe {
  /** Raised whenever frames or composing change, so that stored pictures are composed again. */
  edition: number;
  bottle: Bottle;
  mood: Mood;
  /** The colour of the liquid in the bottle, against white. */
  liquid: Hex;
  brand: string;
  name: string;
  /** The small line, such as `Eau de Parfum · 100 ml`. */
  detail: string;
}

/** Everything that a scene depends on. Equal recipes give equal bytes; no two products have the same recipe. */
export interface SceneRecipe {
  edition: number;
  scene: Scene;
  mood: Mood;
  /** Its hash decides which part of the scene is shown, and whether it is mirrored. */
  crop: string;
}

/** A small stable hash (FNV-1a). */
export function stableHash(text: string): number {
  let h = 0x811c9dc5;
  for (const char of text) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return h >>> 0;
}

/** Converts an sRGB colour to linear light. */
export function linear(hex: Hex): Rgb {
  const part = (at: number): number => {
    const v = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
