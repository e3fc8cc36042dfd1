import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The publisher's request to a build. */
export interface BuildOrder {
  /** The time (ms) that decides which discounts are valid. */
  time: number;
  /** The folder for what the publisher and the next build need. */
  state: string;
  /** The folder that the previous build wrote; undefined for a full build. */
  previous: string | undefined;
  /** The extensions of the live release (reading/extensions.ts); undefined without one. */
  liveExtensions: readonly string[] | undefined;
  /** The folder of renditions that builds share, and the time (ms) to make renditions of pictures on other servers. */
  pictures: { folder: string; budgetMs: number };
}

declare global {
  /** Resolves when this build's order arrives. The publisher sets it (src/publisher/build/render.ts). */
  var turareOrder: Promise<BuildOrder> | undefined;
}

/** Returns this build's order once it has arrived; undefined in a build that the publisher did not start. */
export const order = async (): Promise<BuildOrder | undefined> => globalThis.turareOrder;

/**
 * Writes data for the publisher and the next build, as a JSON file in the folder of the order. A build that the
 * publisher did not start writes nothing.
 */
export async function writeState(name: string, value: unknown): Promise<void> {
  const state = (await order())?.state;
  if (state === undefined) return;
  await mkdir(state, { recursive: true });
  await writeFile(join(state, `${name}.json`), JSON.stringify(value));
}

/** Reads what the previous build wrote under that name; undefined if there is no previous build. */
export async function readPreviousState(name: string): Promise<unknown> {
  const previous = (await order())?.previous;
  if (previous === undefined) return undefined;
  return JSON.parse(await readFile(join(previous, `${name}.json`), 'utf8'));
}
