import type { Settings } from '#backend/settings/settings.ts';

/** A picture as an export names it, and the path at which the shop serves it: '/media/{hash}', '/media/{hash}/1200.jpg'. */
const PATH = /^\/media\/([0-9a-f]{40})(?:\/\w+\.\w+)?$/;

/**
 * The hash of a picture of this shop by its name: a path, or a web address at which the shop serves it; undefined for any other
 * picture.
 * @param origins - where the shop serves its pictures.
 */
export function ownHash(name: string, origins: readonly string[] = []): string | undefined {
  const url = name.startsWith('/') ? null : URL.parse(name);
  const path = url && isAt(url, origins) ? url.pathname : name;
  return PATH.exec(path)?.[1];
}

/** A setting may have a path, and is then no origin; its pictures are below it all the same. */
const isAt = (url: URL, origins: readonly string[]): boolean =>
  origins.some((origin) => URL.parse(origin)?.origin === url.origin);

/** Where the shop serves its pictures. */
export const pictureOrigins = ({
  PUBLIC_API_URL,
  SITE_URL,
}: Pick<Settings, 'PUBLIC_API_URL' | 'SITE_URL'>): string[] =>
  [PUBLIC_API_URL, SITE_URL].flatMap((origin) => origin || []);
