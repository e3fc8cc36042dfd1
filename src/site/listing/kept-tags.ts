import { isRecord, isText, readJson } from '#site/storage/json.ts';

/** Ms for which cached API data is kept (spec §9). */
const FRESH = 60_000;

const isTags = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => isText(name, 200));

/** Reads the API's answer; undefined when it is no list of names. */
export function readTags(text: string): string[] | undefined {
  const value = readJson(text);
  return isTags(value) ? value : undefined;
}

/** Reads tags kept by an earlier page of this tab; undefined when there are none, or they are too old. */
export function decodeTags(text: string | null, now: number): string[] | undefined {
  const value = readJson(text);
  if (!isRecord(value) || typeof value.at !== 'number' || !isTags(value.tags)) return undefined;
  return Math.abs(now - value.at) > FRESH ? undefined : value.tags;
}
