/**
 * The result of a check of payments, publishing, backups or the archive. It has stopped at a time, it works, or it is
 * unknown, such as while no shopper tries to pay.
 */
export type Finding =
  | { state: 'stopped'; since: Date; reason: string }
  | { state: 'works' }
  | { state: 'unknown' };
