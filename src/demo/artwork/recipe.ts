/** The bottles that were rendered; one folder of `frames/` each. */
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

/** How a bottle is shown: from the front, turned and from above, or its label and collar closely; one frame each. */
export type View = 'front' | 'threequarter' | 'detail';

/** What a fragrance smells of, as a still life that is shared by all of its character. */
export type Scene = 'wood' | 'citrus' | 'flowers' | 'smoke';

/** Light and backdrop of a picture. */
export type Mood = 'amber' | 'night' | 'palm' | 'rose' | 'citrus' | 'smoke' | 'linen' | 'ocean';

/** A colour as `#rrggbb` (sRGB). */
export type Hex = string;

/** Linear-light red, green and blue, 1 = diffuse white. */
export type Rgb = [number, number, number];

/** Label type: outlines in `type/`. */
export type Face = 'garamond' | 'jost' | 'bodoni';

/**
 * How a label is laid out: `plain` type alone, `framed` inside a hairline, `ruled` between two lines, `banded` under a bar that
 * carries the brand, `upright` read from bottom to top.
 */
export type LabelStyle = 'plain' | 'framed' | 'ruled' | 'banded' | 'upright';

export interface Label {
  style: LabelStyle;
  face: Face;
  /** Capitals throughout, else as written. */
  capitals: boolean;
  /** Extra space between letters of the name, in thousandths of its size. */
  tracking: number;
  ink: Hex;
  /** Colour of the band, frame and small type; the ink when absent. */
  accent?: Hex;
  /** Colour of the paper; without meaning on families whose label is printed on the glass. */
  paper: Hex;
}

/** The design of one brand’s bottle. */
export interface Bottle {
  family: Family;
  /** Colour of the cap: of the metal on families with metal caps, else of the lacquer, wood or stone. */
  cap: Hex;
  /** Colour of the metal ring at the neck. */
  collar: Hex;
  /** What the glass lets through; white is clear. */
  glass: Hex;
  label: Label;
}

/** Everything a picture depends on: equal recipes give equal bytes. */
export interface PictureRecipe {
  /** Raised whenever frames or composing change, so that pictures kept by their recipe are made anew. */
  edition: number;
  bottle: Bottle;
  mood: Mood;
  /** Colour of the liquid in the bottle, as seen against white. */
  liquid: Hex;
  brand: string;
  name: string;
  /** The small line, for example `Eau de Parfum · 100 ml`. */
  detail: string;
}

/** Everything a still life depends on: equal recipes give equal bytes, and no two products' are equal. */
export interface SceneRecipe {
  edition: number;
  scene: Scene;
  mood: Mood;
  /** What decides which part of the scene is shown, and which way round. */
  crop: string;
}

/** A small stable hash (FNV-1a). */
export function stableHash(text: string): number {
  let h = 0x811c9dc5;
  for (const char of text) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return h >>> 0;
}

/** sRGB hex to linear light. */
export function linear(hex: Hex): Rgb {
  const part = (at: number): number => {
    const v = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
