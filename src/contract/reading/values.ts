import { isKeepable } from '#domain/keepable.ts';
import { keepable } from '#domain/text.ts';
import { type At, attempt, Mismatch, note, type Read, type Reader, under } from './reader.ts';
import { isRecord } from './record.ts';
import { parseUrl } from './url.ts';

const isAbsent = (value: unknown) => value === undefined || value === null;

/** Reads text of 1 to `max` characters. Numbers become text, and long texts are cut. */
export const text =
  (max = 300): Reader<string> =>
  (value, at) => {
    let string = typeof value === 'number' ? note(value, at, 'text', String(value)) : value;
    // The API refuses text that cannot be stored.
    if (typeof string === 'string' && !isKeepable(string)) {
      string = note(value, at, 'text that can be kept', keepable(string));
    }
    if (typeof string !== 'string' || string === '') throw new Mismatch(value, at, 'text');
    return string.length > max
      ? note(value, at, `at most ${max} characters`, string.slice(0, max))
      : string;
  };

/** Reads an id of 1 to 200 characters. A longer one cannot be cut. */
export const id: Reader<string> = (value, at) => {
  const read = text(10_000)(value, at);
  if (read.length > 200) throw new Mismatch(value, at, 'an id of at most 200 characters');
  return read;
};

/** Reads text of at most `max` characters, which may be empty. */
export const textOrEmpty =
  (max = 300): Reader<string> =>
  (value, at) =>
    value === '' ? value : text(max)(value, at);

/** Reads the URL of a page. */
export const url: Reader<string> = (value, at) => {
  if (typeof value !== 'string' || !/^https?:/.test(value) || !parseUrl(value)) {
    throw new Mismatch(value, at, 'a URL');
  }
  return value;
};

/** Reads a number from `min` to `max`; a number beyond them becomes the nearest. Reads numeric text as a number. */
export const number =
  (min: number, max: number): Reader<number> =>
  (value, at) => {
    const read =
      typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
        ? note(value, at, 'a number', Number(value))
        : value;
    if (typeof read !== 'number' || !Number.isFinite(read))
      throw new Mismatch(value, at, 'a number');
    const near = Math.min(max, Math.max(min, read));
    return near === read ? read : note(value, at, `${min} to ${max}`, near);
  };

/** Does the same without decimals, which are cut off. */
export const whole =
  (min = 0, max = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (value, at) => {
    const read = number(min, max)(value, at);
    return Number.isInteger(read) ? read : note(value, at, 'a whole number', Math.floor(read));
  };

/** Reads naira, as in the contract. Refuses an amount out of range, because any other would be wrong. */
export const naira: Reader<number> = (value, at) => {
  const read = number(-Infinity, Infinity)(value, at);
  if (read < 0 || read > 1e9) throw new Mismatch(value, at, 'naira from 0 to 1,000,000,000');
  return read;
};

/** Reads a time as ISO 8601 in UTC. Converts any other date that JavaScript reads; numbers are milliseconds. */
export const time: Reader<string> = (value, at) => {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(value)) {
    if (!Number.isNaN(Date.parse(value))) return value;
  }
  const date = new Date(
    typeof value === 'number' ? value : typeof value === 'string' ? value : Number.NaN,
  );
  if (Number.isNaN(date.getTime())) throw new Mismatch(value, at, 'an ISO 8601 time in UTC');
  return note(value, at, 'an ISO 8601 time in UTC', date.toISOString());
};

/** Reads a day: '2026-11-24'. */
export const day: Reader<string> = (value, at) => {
  const date = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && Date.parse(value);
  // The day after 28 February may be the 29th. A date that does not exist becomes another one, or none.
  if (!date || new Date(date).toISOString().slice(0, 10) !== value) {
    throw new Mismatch(value, at, 'a day such as 2026-11-24');
  }
  return value as string;
};

/** Reads one of `words`. `others` are other backends' words for them, in lower case. */
export const word =
  <const T extends string>(
    words: readonly T[],
    others: Record<string, NoInfer<T>> = {},
  ): Reader<T> =>
  (value, at) => {
    const exact = words.find((each) => each === value);
    if (exact) return exact;
    const said = typeof value === 'string' ? value.toLowerCase() : '';
    const meant = words.find((each) => each === said) ?? others[said];
    const wanted = words.join(' or ');
    if (!meant) throw new Mismatch(value, at, wanted);
    return note(value, at, wanted, meant);
  };

/** Reads a flag. Everything but `true` counts as absent. */
export const isTrue = (value: unknown): true | undefined => value === true || undefined;

/** Reads a field that may be absent or null. Leaves out what is unreadable. */
export const optional =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value, at) =>
    isAbsent(value)
      ? undefined
      : attempt(
          () => reader(value, at),
          ({ wanted }) => note(value, at, wanted, undefined, 'dropped'),
        );

/** Does the same if the contract has null. */
export const nullish =
  <T>(reader: Reader<T>): Reader<T | null | undefined> =>
  (value, at) =>
    value === null ? null : optional(reader)(value, at);

/** Reads a field with a default for absent or unreadable values. With `quiet` its absence is not noted. */
export const orElse =
  <T>(reader: Reader<T>, instead: T, quiet = false): Reader<T> =>
  (value, at) => {
    if (quiet && isAbsent(value)) return instead;
    const read = attempt(
      () => reader(value, at),
      ({ wanted }) => note(value, at, wanted, undefined),
    );
    return read === undefined ? instead : read;
  };

/** Reads a list. Drops unreadable rows, never the list. */
export const rows =
  <T>(reader: Reader<T>): Reader<T[]> =>
  (value, at) => {
    if (!Array.isArray(value)) throw new Mismatch(value, at, 'a list');
    return value.flatMap((row) => {
      const read = attempt(
        () => reader(row, under(at, '[]')),
        ({ field, got, wanted }) => at.notes.push({ field, did: 'dropped', got, wanted }),
      );
      return read === undefined ? [] : [read];
    });
  };

type Fields = Record<string, Reader<unknown>>;
type Shape<F extends Fields> = {
  [K in keyof F as undefined extends Read<F[K]> ? never : K]: Read<F[K]>;
} & { [K in keyof F as undefined extends Read<F[K]> ? K : never]?: Exclude<Read<F[K]>, undefined> };

/** Reads an object with these fields, in this order, without others. `aliases`: other names of an absent field. */
export const shape =
  <F extends Fields>(
    fields: F,
    aliases: { [K in keyof F]?: readonly string[] } = {},
  ): Reader<Shape<F>> =>
  (value, at) => {
    if (!isRecord(value)) throw new Mismatch(value, at, 'an object');
    const read: Record<string, unknown> = {};
    for (const name in fields) {
      const place = under(at, name);
      let given = value[name];
      for (const alias of isAbsent(given) ? (aliases[name] ?? []) : []) {
        if (isAbsent(value[alias])) continue;
        given = note(value[alias], under(at, alias), name, value[alias]);
        break;
      }
      const found = fields[name]?.(given, place);
      if (found !== undefined) read[name] = found;
    }
    return read as Shape<F>;
  };

/**
 * Reads a value in an envelope. `paths` lists its possible places ('' is the answer itself), the contract's place first.
 * Takes the first place where it `fits`.
 */
export const inEnvelope =
  <T>(paths: readonly string[], fits: (value: unknown) => boolean, reader: Reader<T>): Reader<T> =>
  (value, at) => {
    const at0 = (path: string): At => (path ? under(at, path) : at);
    const inside = (path: string) =>
      path
        .split('.')
        .reduce<unknown>(
          (outer, name) => (name ? (isRecord(outer) ? outer[name] : undefined) : outer),
          value,
        );
    const [usual = ''] = paths;
    const found = paths.find((path) => fits(inside(path))) ?? usual;
    if (found !== usual)
      note(found, at, usual ? `it under '${usual}'` : 'it without an envelope', 0);
    return reader(inside(found), at0(found));
  };

/** Whether a value is an object with at least one of these fields. */
export const hasAny =
  (...names: string[]) =>
  (value: unknown): boolean =>
    isRecord(value) && names.some((name) => !isAbsent(value[name]));
