import { isKeepable } from '#domain/keepable.ts';

/** Parses stored or received JSON, which is not validated; undefined if it is invalid. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

/** Whether a value is an amount in naira, 0 to 1,000,000,000 as in the contract. */
export function isNaira(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1e9;
}

/** Whether a value is a text of 1 to `max` characters that the API accepts. */
export function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= max && isKeepable(value);
}
