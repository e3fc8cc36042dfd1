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

/** All that makes a house's bottle its own. */
export interface House {
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
  house: House;
  mood: Mood;
  /** Colour of the liquid in the bottle, as seen against white. */
  liquid: Hex;
  brand: string;
  name: string;
  /** The small line, for example `Eau de Parfum · 100 ml`. */
  detail: string;
}

/** sRGB hex to linear light. */
export function linear(hex: Hex): Rgb {
  const part = (at: number): number => {
    const v = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
