import { BUILD_STATE, PREVIOUS_STATE } from 'astro:env/server';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What a build leaves for the publisher and for the next build, as JSON files in the folder BUILD_STATE. A build
 * that the publisher did not start has no such folder, and leaves nothing.
 */
export async function leave(name: string, value: unknown): Promise<void> {
  if (!BUILD_STATE) return;
  await mkdir(BUILD_STATE, { recursive: true });
  await writeFile(join(BUILD_STATE, `${name}.json`), JSON.stringify(value));
}

/** What the build before left under that name; undefined when this build starts from nothing. */
export async function found(name: string): Promise<unknown> {
  if (!PREVIOUS_STATE) return undefined;
  return JSON.parse(await readFile(join(PREVIOUS_STATE, `${name}.json`), 'utf8'));
}
