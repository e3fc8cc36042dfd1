/**
 * What a look at payments, publishing, backups or the archive found: it stands still since a moment, it works, or
 * nobody can tell now, such as when no shopper tries to pay.
 */
export type Finding =
  | { state: 'stands still'; since: Date; reason: string }
  | { state: 'works' }
  | { state: 'unknown' };
