import { findSize } from './sizes.ts';

/** The parts of a name such as 'Lattafa Asad 100ml EDP'. */
export interface NameParts {
  name: string;
  brand?: string;
  concentration?: string;
  sizeMl?: number;
}

/** Concentrations as traders write them, longest first. */
const CONCENTRATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bextrait(?:\s+de\s+parfum)?\b/iu, 'Extrait de Parfum'],
  [
    /(?<!['’])\be(?:au)?\.?\s*de\s+parfum\b(?:\s+intense)?|\bedp\b(?:\s+intense)?/iu,
    'Eau de Parfum',
  ],
  [/(?<!['’])\be(?:au)?\.?\s*de\s+toilette\b|\bedt\b/iu, 'Eau de Toilette'],
  [/(?<!['’])\be(?:au)?\.?\s*de\s+cologne\b|\bedc\b/iu, 'Eau de Cologne'],
  [/\bparfum\b/iu, 'Parfum'],
  [/\bperfume\s+oil\b|\bconcentrated\s+oil\b|\bcpo\b/iu, 'Perfume oil'],
  [/\bbody\s+(?:mist|spray)\b/iu, 'Body mist'],
  [/\battar\b/iu, 'Attar'],
];
/** Words that may be part of a fragrance's name. They are concentrations only if they fill a cell. */
const IN_NAMES = new Set(['Parfum', 'Attar', 'Perfume oil', 'Body mist']);

/** Returns the concentration of a whole cell in the usual spelling: 'EDP' is 'Eau de Parfum'; undefined for other words. */
export const readConcentration = (text: string): string | undefined => {
  const written = text.trim();
  if (/^oil$/i.test(written)) return 'Perfume oil';
  return CONCENTRATIONS.find(([pattern]) => pattern.exec(written)?.[0] === written)?.[1];
};

/**
 * Reads brand, concentration and size out of a name. A part that a column has already is not in `wanted`, and stays in the
 * name.
 * @param brands - the longest one at the start of the name is its brand. The name keeps it.
 */
export function readName(
  written: string,
  wanted: { brand: boolean; concentration: boolean; size: boolean },
  brands: readonly string[],
): NameParts {
  let name = written;
  const parts: Omit<NameParts, 'name'> = {};
  const size = wanted.size ? findSize(name) : undefined;
  if (size) {
    parts.sizeMl = size.ml;
    name = size.rest;
  }
  if (wanted.concentration) {
    for (const [pattern, concentration] of CONCENTRATIONS) {
      if (IN_NAMES.has(concentration) || !pattern.test(name)) continue;
      parts.concentration = concentration;
      name = name.replace(pattern, ' ');
      break;
    }
  }
  name = tidy(name);
  if (wanted.brand) {
    const folded = fold(name);
    const same = (brand: string) => folded.startsWith(`${fold(brand)} `);
    const [brand] = brands.filter(same).toSorted((one, other) => other.length - one.length);
    if (brand !== undefined) parts.brand = brand;
  }
  return name === '' ? { name: tidy(written) } : { name, ...parts };
}

/** Cleans up a name from which a part was removed. */
const tidy = (name: string): string =>
  name
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;/|·–-]+|[\s,;/|·–-]+$/g, '')
    .replace(/\s+([,;])/g, '$1');

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’']/g, '').toLowerCase();
