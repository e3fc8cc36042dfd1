import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ShopChanges } from '#publisher/shop-changes.ts';
import type { Folders } from './folders.ts';
import type { HeavyPages } from './heavy.ts';

export interface ReleaseFacts {
  name: string;
  /** The version of the catalogue in it; null if the backend has no versions. */
  version: string | null;
  /** A hash of what pages show of the catalogue (src/site/catalogue/reading/shown.ts); null if the backend has versions. */
  shown: string | null;
  /** The extensions of the backend that it uses. */
  extensions: string[];
  /** The time (ms) that decided which discounts are valid. */
  time: number;
  /** The time when it was made (ISO). */
  madeAt: string;
  /** The fingerprint of its sources and page settings (build/fingerprint.ts). */
  fingerprint: string;
  /** The settings that decide what is read (site-settings.ts). */
  settings: Record<string, string>;
  /** The shop's facts that staff have changed (extension shop.facts). */
  shop: ShopChanges;
  products: number;
  /** Its heavy pages (weight.ts). */
  heavy: HeavyPages;
}

/** The file of the facts in a release's state. */
export const FACTS = 'release.json';

/** Reads the facts about a release. @throws Error if they cannot be read. */
export async function factsOf({ states }: Folders, name: string): Promise<ReleaseFacts> {
  return JSON.parse(await readFile(join(states, name, FACTS), 'utf8')) as ReleaseFacts;
}

/** Whether a release uses exactly the extensions that the backend offers. */
export const usesExtensions = (
  { extensions }: Pick<ReleaseFacts, 'extensions'>,
  offered: Iterable<string>,
): boolean => isDeepStrictEqual([...offered].sort(), extensions.toSorted());
