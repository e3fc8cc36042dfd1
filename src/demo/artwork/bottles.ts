import {
  type Bottle,
  type Face,
  type Family,
  type Hex,
  type Label,
  type LabelStyle,
  linear,
  type Mood,
  type PictureRecipe,
  stableHash,
} from './recipe.ts';

export const metals = {
  gold: '#f2cf86',
  pale: '#f3e2bb',
  rose: '#f0b898',
  bronze: '#b98552',
  silver: '#f4f4f2',
  steel: '#a3a6aa',
  black: '#2c2826',
} satisfies Record<string, Hex>;

function label(
  style: LabelStyle,
  face: Face,
  ink: Hex,
  paper: Hex,
  more: Partial<Label> = {},
): Label {
  return { style, face, capitals: true, tracking: 60, ink, paper, ...more };
}

const clear = '#ffffff';

/**
 * One bottle per brand. The designs are our own: none follows the shape, the mark or the lettering of the real brand.
 * Keys are brand names in lower case without accents.
 */
const bottles: Record<string, Bottle> = {
  'tom ford': {
    family: 'hex',
    cap: '#1d1613',
    collar: metals.gold,
    glass: '#d9c9b8',
    label: label('framed', 'jost', '#e8c98a', '#1b1411', { tracking: 90 }),
  },
  'yves saint laurent': {
    family: 'column',
    cap: metals.gold,
    collar: metals.black,
    glass: clear,
    label: label('upright', 'jost', '#17110f', '#ffffff', { tracking: 120 }),
  },
  givenchy: {
    family: 'arch',
    cap: '#15100f',
    collar: metals.black,
    glass: clear,
    label: label('plain', 'bodoni', '#1a1413', '#f3ddd6', { tracking: 20 }),
  },
  fenty: {
    family: 'block',
    cap: '#5b2f1c',
    collar: metals.bronze,
    glass: '#f4dcc8',
    label: label('plain', 'jost', '#f7e6d2', '#8b4327', { tracking: 140 }),
  },
  amouage: {
    family: 'amphora',
    cap: '#0e4a38',
    collar: metals.gold,
    glass: clear,
    label: label('ruled', 'garamond', '#f6d489', '#ffffff', { tracking: 50 }),
  },
  rayhaan: {
    family: 'attar',
    cap: metals.silver,
    collar: metals.silver,
    glass: clear,
    label: label('framed', 'garamond', '#eee6d4', '#17294a', { capitals: false, tracking: 10 }),
  },
  'maison francis kurkdjian': {
    family: 'facet',
    cap: metals.gold,
    collar: metals.gold,
    glass: clear,
    label: label('plain', 'garamond', '#5d1017', '#ffffff', { capitals: false, tracking: 12 }),
  },
  creed: {
    family: 'column',
    cap: metals.steel,
    collar: metals.silver,
    glass: '#eef6f0',
    label: label('upright', 'garamond', '#0f3326', '#ffffff', { tracking: 90 }),
  },
  dior: {
    family: 'slab',
    cap: '#1f2d55',
    collar: metals.silver,
    glass: '#e6edf6',
    label: label('ruled', 'bodoni', '#1a2340', '#e9e7e2', { tracking: 30 }),
  },
  chanel: {
    family: 'flacon',
    cap: metals.black,
    collar: metals.pale,
    glass: clear,
    label: label('plain', 'jost', '#15100e', '#ffffff', { tracking: 80 }),
  },
  lattafa: {
    family: 'attar',
    cap: metals.black,
    collar: metals.gold,
    glass: '#f6e6c6',
    label: label('framed', 'garamond', '#f0d493', '#12392b', { tracking: 40 }),
  },
  armaf: {
    family: 'slab',
    cap: '#100e0e',
    collar: metals.gold,
    glass: '#cfcac4',
    label: label('banded', 'jost', '#e9cd8f', '#161313', { accent: '#d9b871', tracking: 80 }),
  },
  versace: {
    family: 'flacon',
    cap: metals.gold,
    collar: metals.gold,
    glass: '#d6f0ee',
    label: label('ruled', 'bodoni', '#f8d98c', '#ffffff', { tracking: 60 }),
  },
  'jean paul gaultier': {
    family: 'block',
    cap: '#d8b98c',
    collar: metals.silver,
    glass: '#e8eef2',
    label: label('banded', 'jost', '#1d2a46', '#e9e4da', { accent: '#1d2a46', tracking: 60 }),
  },
  guerlain: {
    family: 'arch',
    cap: '#22305e',
    collar: metals.gold,
    glass: clear,
    label: label('ruled', 'garamond', '#2a2350', '#f4ead2', { capitals: false, tracking: 8 }),
  },
  hermes: {
    family: 'apothecary',
    cap: '#a9531f',
    collar: metals.pale,
    glass: clear,
    label: label('framed', 'garamond', '#2b1a10', '#f6ecd9', { accent: '#b5561c', tracking: 30 }),
  },
  prada: {
    family: 'hex',
    cap: '#f6f2ec',
    collar: metals.silver,
    glass: clear,
    label: label('plain', 'jost', '#1b1b1b', '#f5f2ec', { tracking: 70 }),
  },
  byredo: {
    family: 'slab',
    cap: '#f1ece4',
    collar: metals.silver,
    glass: clear,
    label: label('plain', 'jost', '#171717', '#fbf9f5', { capitals: false, tracking: 0 }),
  },
  'swiss arabian': {
    family: 'amphora',
    cap: '#5a1220',
    collar: metals.gold,
    glass: '#f6e4d4',
    label: label('plain', 'bodoni', '#f8e0a6', '#ffffff', { capitals: false, tracking: 10 }),
  },
  ajmal: {
    family: 'facet',
    cap: metals.silver,
    collar: metals.rose,
    glass: '#f8e4dc',
    label: label('ruled', 'bodoni', '#fbe3c0', '#ffffff', { tracking: 50 }),
  },
  'al haramain': {
    family: 'attar',
    cap: metals.gold,
    collar: metals.gold,
    glass: '#f2d8d0',
    label: label('banded', 'garamond', '#f3d692', '#5c101c', { accent: '#d9b265', tracking: 40 }),
  },
  'al rehab': {
    family: 'apothecary',
    cap: '#30462f',
    collar: metals.bronze,
    glass: '#eaf2e2',
    label: label('ruled', 'garamond', '#22351f', '#eee6cf', { capitals: false, tracking: 10 }),
  },
};

const spare = Object.values(bottles);

/** The bottle of a brand. An unknown brand gets one of the known bottles, always the same by its name. */
function bottleOf(brand: string): Bottle {
  const key = brand.trim().toLocaleLowerCase('en').normalize('NFD').replace(/\p{M}/gu, '');
  return bottles[key] ?? (spare[stableHash(key) % spare.length] as Bottle);
}

export interface PictureSubject {
  brand: string;
  fragrance: string;
  concentration: string;
  sizeMl: number;
  /** Colour of the liquid, `#rrggbb`. */
  liquid: string;
  mood: Mood;
}

/** The families whose label is ink on the glass. It must stand out from the liquid behind it. */
const printed: readonly Family[] = ['facet', 'flacon', 'column', 'amphora'];

/** The bottle with a legible label: with dark or pale ink if its own is too close to the liquid (WCAG contrast below 3). */
function legible(bottle: Bottle, liquid: Hex): Bottle {
  const light = (hex: Hex): number => {
    const [r, g, b] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: Hex, b: Hex): number =>
    (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  if (!printed.includes(bottle.family) || contrast(bottle.label.ink, liquid) >= 3) return bottle;
  const ink = ['#2a1710', '#fdf3df'].reduce((a, b) =>
    contrast(a, liquid) >= contrast(b, liquid) ? a : b,
  );
  return { ...bottle, label: { ...bottle.label, ink } };
}

/** Raise this number whenever frames or composing change. */
export const EDITION = 4;

/** The recipe for the picture of a product. */
export function recipeFor(p: PictureSubject): PictureRecipe {
  return {
    edition: EDITION,
    bottle: legible(bottleOf(p.brand), p.liquid),
    mood: p.mood,
    liquid: p.liquid,
    brand: p.brand,
    name: p.fragrance,
    detail: `${p.concentration} · ${p.sizeMl} ml`,
  };
}
