import { acp } from './acp.ts';
import { arrivals } from './arrivals.ts';
import type { Feed } from './feed.ts';
import { google } from './google.ts';
import { meta } from './meta.ts';

/** Every feed of a release. */
export const FEEDS: readonly Feed[] = [google, meta, acp, arrivals];
