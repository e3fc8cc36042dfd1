import { CHANGEABLE, type ShopChanges } from '#config/shop-changes.ts';
import type { ShopFile } from '#config/shop-schema.ts';
import { plain } from '#domain/words.ts';

/** Returns the texts of a field by their paths: 'phone.label', 'banners.2.title'. */
function textsOf(path: string, value: unknown): [path: string, text: string][] {
  if (value === null) return [[path, '(none)']];
  if (typeof value !== 'object') return [[path, plain(String(value))]];
  if (Array.isArray(value)) {
    if (value.every((each) => typeof each === 'string')) return [[path, plain(value.join('|'))]];
    return value.flatMap((each, at) => textsOf(`${path}.${at + 1}`, each));
  }
  return Object.entries(value).flatMap(([key, each]) => textsOf(`${path}.${key}`, each));
}

/** Returns all facts, one line each; `changed` are the fields that differ from the folder's. */
export const factLines = (facts: ShopFile, changed: readonly string[]): string[] =>
  CHANGEABLE.flatMap((field) =>
    textsOf(field, facts[field]).map(
      ([path, text]) => `${changed.includes(field) ? '*' : ' '} ${path}: ${text}\n`,
    ),
  );

/** Returns each text that changes: 'promo: Old → New'. */
export function changeLines(before: ShopFile, changes: ShopChanges): string[] {
  return CHANGEABLE.flatMap((field) => {
    if (!(field in changes)) return [];
    const old = new Map(textsOf(field, before[field]));
    const now = new Map(textsOf(field, changes[field]));
    const paths = [...new Set([...old.keys(), ...now.keys()])];
    return paths.flatMap((path) => {
      const [was = '(none)', is = '(none)'] = [old.get(path), now.get(path)];
      return was === is ? [] : [`${path}: ${was} → ${is}`];
    });
  });
}
