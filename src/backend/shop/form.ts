import type { ChangeableField } from '#config/shop-changes.ts';
import type { ListShape, Shape } from './fact-shapes.ts';

/** The fields of a form by name: 'promo', 'phone.label', 'banners.2.title' (counted from 1). */
export type FormValues = Readonly<Record<string, string>>;

/** The content of a fact's form. */
export interface FormRead {
  value: unknown;
  /** The form's field behind each path of the value: entries may have moved, and empty ones are gone. */
  fieldOf: Map<string, string>;
}

/** The value of a ticked box. */
const TICKED = 'yes';

/** Returns the name of an entry's position in its list, from 1. */
export const positionOf = (entry: string) => `${entry}.position`;

/** Returns the name of the checkbox that removes an entry. */
export const goneOf = (entry: string) => `${entry}.gone`;

/** Returns a value in its form's spelling. */
export function formOf(name: string, shape: Shape, value: unknown): Record<string, string> {
  switch (shape.kind) {
    case 'text':
      return { [name]: (value as string | null) ?? '' };
    case 'number':
      return { [name]: String(value) };
    case 'tick':
      return { [name]: value ? TICKED : '' };
    case 'lines':
      return { [name]: (value as string[]).join('\n') };
    case 'parts': {
      const given = value as Record<string, unknown>;
      const written = Object.entries(shape.parts).map(([part, each]) =>
        formOf(`${name}.${part}`, each, given[part]),
      );
      return Object.assign({}, ...written);
    }
    case 'list': {
      const written = (value as unknown[]).map((entry, at) => ({
        ...formOf(`${name}.${at + 1}`, shape.entry, entry),
        [positionOf(`${name}.${at + 1}`)]: String(at + 1),
      }));
      return Object.assign({}, ...written);
    }
  }
}

/** Reads a form. The schema of shop.json checks the result: text in a field for a number stays text. */
export function readForm(name: ChangeableField, shape: Shape, values: FormValues): FormRead {
  const fieldOf = new Map<string, string>();
  return { value: readAt(name, name, shape, values, fieldOf), fieldOf };
}

function readAt(
  field: string,
  path: string,
  shape: Shape,
  values: FormValues,
  fieldOf: Map<string, string>,
): unknown {
  fieldOf.set(path, field);
  const text = (values[field] ?? '').replaceAll('\r\n', '\n').trim();
  switch (shape.kind) {
    case 'text':
      return text === '' && shape.optional ? null : text;
    case 'tick':
      return text === TICKED;
    case 'number':
      return /^\d{1,9}$/.test(text) ? Number(text) : text;
    case 'lines': {
      const found = text.split('\n').flatMap((line) => line.trim() || []);
      // A fault in one line belongs to the field of all lines.
      found.forEach((_, at) => {
        fieldOf.set(`${path}.${at + 1}`, field);
      });
      return found;
    }
    case 'parts':
      return Object.fromEntries(
        Object.entries(shape.parts).map(([part, each]) => [
          part,
          readAt(`${field}.${part}`, `${path}.${part}`, each, values, fieldOf),
        ]),
      );
    case 'list':
      return entriesOf(field, values, shape).map((entry, at) =>
        readAt(entry, `${path}.${at + 1}`, shape.entry, values, fieldOf),
      );
  }
}

/** Returns the entries of a list that have text and stay, sorted by position. */
function entriesOf(field: string, values: FormValues, { entry }: ListShape): string[] {
  return numbersIn(field, values)
    .map((number) => ({ each: `${field}.${number}`, number }))
    .filter(({ each }) => !values[goneOf(each)] && !isEmpty(each, entry, values))
    .map(({ each, number }) => ({ each, key: sortKey(values[positionOf(each)] ?? '', number) }))
    .sort((a, b) => a.key - b.key)
    .map(({ each }) => each);
}

/** Returns the numbers of a form's entries of a list, in order. */
export function numbersIn(field: string, values: FormValues): number[] {
  const numbers = Object.keys(values).flatMap((name) => {
    if (!name.startsWith(`${field}.`)) return [];
    const [number = ''] = name.slice(field.length + 1).split('.', 1);
    return /^[1-9]\d{0,2}$/.test(number) ? [Number(number)] : [];
  });
  return [...new Set(numbers)].sort((a, b) => a - b);
}

function isEmpty(name: string, shape: Shape, values: FormValues): boolean {
  if (shape.kind !== 'parts') return (values[name] ?? '').trim() === '';
  return Object.entries(shape.parts).every(([part, each]) =>
    isEmpty(`${name}.${part}`, each, values),
  );
}

/**
 * Returns the sort key of an entry. One that moves up goes before the entry at its new position, and one that moves down
 * goes behind it, so that the others close up. An invalid position leaves the entry where it is.
 */
function sortKey(position: string, now: number): number {
  const wanted = /^\d{1,3}$/.test(position.trim()) ? Number(position) : now;
  return wanted + Math.sign(wanted - now) / 2;
}
