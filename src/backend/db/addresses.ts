/**
 * Where a database is. This file decides which address serves what:
 *
 * | address | serves |
 * | --- | --- |
 * | `url` (DATABASE_URL) | the calls of the API: transactions and single statements. A pooler in transaction mode may stand before it |
 * | `direct` (DATABASE_DIRECT_URL, else DATABASE_URL) | what keeps something between two transactions (locks, temporary tables, LISTEN, no time limits): migrations, imports, pictures that staff give, notifications, backups, restores, commands |
 */
export interface Addresses {
  url: string;
  direct: string;
}

/** A text is one address for both. */
export type DatabasePlace = string | Addresses;

/** The addresses of a database. @throws Error if the settings have none. */
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

/** Whether calls have an address of their own. Then nothing of them stays on a connection between two transactions. */
export const isShared = ({ url, direct }: Addresses): boolean => url !== direct;

/**
 * The addresses of another database of the same server, or of another server of the same machine. A pooler may not
 * know it, so both lead to the server itself.
 */
export function elsewhere(
  { direct }: Addresses,
  { database, port }: { database?: string; port?: number },
): Addresses {
  // A socket's address has a user, and no host.
  const url = new URL(direct.replace('@/', '@socket/'));
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`;
  if (port !== undefined) url.searchParams.set('port', String(port));
  const there = url.href.replace('@socket/', '@/');
  return { url: there, direct: there };
}

/** The name of the setting that `direct` comes from, for a message. */
export const directSetting = (addresses: Addresses): string =>
  isShared(addresses) ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';

/** Connections of an API process at most. `check/connections.ts` counts with them. */
export const CONNECTIONS = {
  /** By `url`: whatever may write. */
  calls: 6,
  /** By `url`: what shoppers read without an account. They get an answer while each commit waits. */
  browsing: 4,
  /** By `direct`, where that is another address: staff who give pictures. Elsewhere they are among the calls. */
  sessions: 2,
  /** By `direct`: the one that listens. */
  listening: 1,
  /** By `direct`, while there is an import. One process imports at a time. */
  imports: 6,
} as const;
