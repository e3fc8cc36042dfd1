import type { Settings } from '#backend/settings/settings.ts';

/** Matches a picture in an export, and its path in the shop: '/media/{hash}', '/media/{hash}/1200.jpg'. */
const PATH = /^\/media\/([0-9a-f]{40})(?:\/\w+\.\w+)?$/;

/**
 * Returns the hash in the name of a picture of this shop: a path, or a web address at which the shop serves it; undefined
 * for any other.
 * @param origins - where the shop serves its pictures.
 */
export function ownHash(name: string, origins: readonly string[] = []): string | undefined {
  const url = name.startsWith('/') ? null : URL.parse(name);
  const path = url && isAt(url, origins) ? url.pathname : name;
  return PATH.exec(path)?.[1];
}

/** Whether a URL is at one of these origins. A setting may have a path; its pictures are below the path all the same. */
const isAt = (url: URL, origins: readonly string[]): boolean =>
  origins.some((origin) => URL.parse(origin)?.origin === url.origin);

/** Returns the origins at which the shop serves its pictures. */
export const pictureOrigins = ({
  PUBLIC_API_URL,
  SITE_URL,
}: Pick<Settings, 'PUBLIC_API_URL' | 'SITE_URL'>): string[] =>
  [PUBLIC_API_URL, SITE_URL].flatMap((origin) => origin || []);
