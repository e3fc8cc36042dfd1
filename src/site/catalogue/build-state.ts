import { BUILD_STATE, PREVIOUS_STATE } from 'astro:env/server';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes what the publisher and the next build need, as a JSON file in the folder BUILD_STATE. A build that the publisher
 * did not start has no such folder and writes nothing.
 */
export async function writeState(name: string, value: unknown): Promise<void> {
  if (!BUILD_STATE) return;
  await mkdir(BUILD_STATE, { recursive: true });
  await writeFile(join(BUILD_STATE, `${name}.json`), JSON.stringify(value));
}

/** What the previous build wrote under that name; undefined when there is no previous build. */
export async function readPreviousState(name: string): Promise<unknown> {
  if (!PREVIOUS_STATE) return undefined;
  return JSON.parse(await readFile(join(PREVIOUS_STATE, `${name}.json`), 'utf8'));
}
