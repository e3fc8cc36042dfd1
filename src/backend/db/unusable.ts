/** The error for a database or address that this version cannot use. The message is a sentence for the merchant. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}

/** The error for a database older than this version's first migration. */
export class OldDatabase extends UnusableDatabase {}
