/**
 * The addresses of a database, and their uses:
 * - `url` (DATABASE_URL): the API's calls, which are transactions and single statements. It may lead to a pooler in
 *   transaction mode.
 * - `direct` (DATABASE_DIRECT_URL, else DATABASE_URL): work that keeps state between transactions (locks, temporary
 *   tables, LISTEN, no time limits). This is migrations, imports, pictures from staff, notifications, backups, restores
 *   and commands.
 */
export interface Addresses {
  url: string;
  direct: string;
}

/** One address serves both. */
export type DatabasePlace = string | Addresses;

/** Returns the addresses of a database. @throws Error if the settings have none. */
export function addressesOf(
  place:
    | DatabasePlace
    | { DATABASE_URL?: string | undefined; DATABASE_DIRECT_URL?: string | undefined },
): Addresses {
  if (typeof place === 'string') return { url: place, direct: place };
  if ('url' in place) return place;
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct = url } = place;
  if (url === undefined || direct === undefined) {
    throw new Error('The API needs a database: set DATABASE_URL.');
  }
  return { url, direct };
}

/** Whether calls have a separate address. If so, they keep nothing on a connection between two transactions. */
export const isShared = ({ url, direct }: Addresses): boolean => url !== direct;

/**
 * Returns the addresses of another database on this server, or of another server on this machine. A pooler may not know
 * it, so both lead to the server itself.
 */
export function elsewhere(
  { direct }: Addresses,
  { database, port }: { database?: string; port?: number },
): Addresses {
  // The address of a socket has a user and no host.
  const url = new URL(direct.replace('@/', '@socket/'));
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`;
  if (port !== undefined) url.searchParams.set('port', String(port));
  const there = url.href.replace('@socket/', '@/');
  return { url: there, direct: there };
}

/** Returns the name of the setting behind `direct`, for a message. */
export const directSetting = (addresses: Addresses): string =>
  isShared(addresses) ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';

/** The most connections of an API process. `check/connections.ts` counts with them. */
export const CONNECTIONS = {
  /** By `url`: all calls that may write. */
  calls: 6,
  /** By `url`: calls that shoppers make without an account. They are answered while each commit waits. */
  browsing: 4,
  /** By `direct`, if it is a separate address: staff who upload pictures. Otherwise they are among the calls. */
  sessions: 2,
  /** By `direct`: the connection that listens. */
  listening: 1,
  /** By `direct`, during an import. One process imports at a time. */
  imports: 6,
} as const;
