import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Assembly } from './assembly.ts';
import type { HeavyPage } from './weight.ts';

/** The heavy pages of a release: their number, and the heaviest. */
export interface HeavyPages {
  count: number;
  heaviest: HeavyPage[];
}

/** The file of all of them in a release's state. */
const FILE = 'heavy.json';
/** The number that a release's facts name. */
const NAMED = 20;

/**
 * Stores the heavy pages of a release in its state, for the next one: those among the changed pages, and those kept from
 * the release before.
 * @param previous - the folder of that release's state, if its pages are kept.
 */
export async function leaveHeavy(
  state: string,
  previous: string | undefined,
  { files, changed }: Pick<Assembly, 'files' | 'changed'>,
  weighed: readonly HeavyPage[],
): Promise<HeavyPages> {
  const before = previous === undefined ? [] : await readHeavy(previous);
  const kept = before.filter(({ file }) => files.has(file) && !changed.has(file));
  const all = [...kept, ...weighed].sort((a, b) => b.bytes - a.bytes || (a.file < b.file ? -1 : 1));
  await writeFile(join(state, FILE), JSON.stringify(all));
  return { count: all.length, heaviest: all.slice(0, NAMED) };
}

/** Reads those of an earlier release. */
const readHeavy = async (state: string): Promise<HeavyPage[]> =>
  JSON.parse(await readFile(join(state, FILE), 'utf8'));
