/** A database that this version cannot use, or a way to it. The message is a sentence for the merchant. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}

/** One of a version before the first migration of this one. */
export class OldDatabase extends UnusableDatabase {}
