import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the publisher orders from a build. */
export interface BuildOrder {
  /** The time (ms) that decides which discounts are valid. */
  time: number;
  /** The folder for what the publisher and the next build need. */
  state: string;
  /** The folder with what the previous build left; undefined for a full build. */
  previous: string | undefined;
  /** The extensions of the live release (reading/extensions.ts); undefined without one. */
  liveExtensions: readonly string[] | undefined;
  /** The folder of renditions that outlives builds, and the time (ms) to make some of pictures on other servers. */
  pictures: { folder: string; budgetMs: number };
}

declare global {
  /** Resolves when the order of this build comes. The publisher sets it (src/publisher/build/render.ts). */
  var turareOrder: Promise<BuildOrder> | undefined;
}

/** The order of this build, once it has come; undefined in a build that the publisher did not start. */
export const order = async (): Promise<BuildOrder | undefined> => globalThis.turareOrder;

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
