import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { order } from './order.ts';

/**
 * Writes what the publisher and the next build need, as a JSON file in the folder of the order. A build that the publisher
 * did not start writes nothing.
 */
export async function writeState(name: string, value: unknown): Promise<void> {
  const state = (await order())?.state;
  if (state === undefined) return;
  await mkdir(state, { recursive: true });
  await writeFile(join(state, `${name}.json`), JSON.stringify(value));
}

/** What the previous build wrote under that name; undefined when there is no previous build. */
export async function readPreviousState(name: string): Promise<unknown> {
  const previous = (await order())?.previous;
  if (previous === undefined) return undefined;
  return JSON.parse(await readFile(join(previous, `${name}.json`), 'utf8'));
}
