import { acp } from './acp.ts';
import { arrivals } from './arrivals.ts';
import type { Feed } from './feed.ts';
import { google } from './google.ts';
import { meta } from './meta.ts';

/** Every feed of a release, the largest first: a publication ends when the last one is compressed. */
export const FEEDS: readonly Feed[] = [acp, google, meta, arrivals];
