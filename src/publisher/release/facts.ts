import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Folders } from './folders.ts';

/** What is known of a release, beside its files. */
export interface ReleaseFacts {
  name: string;
  /** The catalogue's version that it shows, if the backend has versions. */
  version: string | null;
  /** The time (ms) that decided which discounts count. */
  time: number;
  /** When it was made (ISO). */
  madeAt: string;
  /** Mark of the sources and settings that made it (fingerprint.ts). */
  fingerprint: string;
  products: number;
}

/** File of the facts in a release's state. */
export const FACTS = 'release.json';

/** The facts of a release. @throws Error when they cannot be read. */
export async function factsOf({ states }: Folders, name: string): Promise<ReleaseFacts> {
  return JSON.parse(await readFile(join(states, name, FACTS), 'utf8')) as ReleaseFacts;
}
