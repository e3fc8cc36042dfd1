import { findSize } from './sizes.ts';

/** What a name such as 'Lattafa Asad 100ml EDP' says of a fragrance. */
export interface NameParts {
  name: string;
  brand?: string;
  concentration?: string;
  sizeMl?: number;
}

/** Concentrations as traders write them, the longer ones first. */
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
/** Words that may be part of a fragrance's name: only a whole cell is read as one. */
const IN_NAMES = new Set(['Parfum', 'Attar', 'Perfume oil', 'Body mist']);

/** The concentration that a whole cell names, in the usual spelling: 'EDP' is 'Eau de Parfum'; undefined for another word. */
export const readConcentration = (text: string): string | undefined => {
  const written = text.trim();
  if (/^oil$/i.test(written)) return 'Perfume oil';
  return CONCENTRATIONS.find(([pattern]) => pattern.exec(written)?.[0] === written)?.[1];
};

/**
 * Reads brand, concentration and size out of a name. What a column of the file says already is left out of `wanted`, and stays
 * in the name only if it is not read.
 * @param brands - the longest that the name begins with is its brand. The name keeps it.
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

/** What is left of a name without one of its parts. */
const tidy = (name: string): string =>
  name
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;/|·–-]+|[\s,;/|·–-]+$/g, '')
    .replace(/\s+([,;])/g, '$1');

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’']/g, '').toLowerCase();
