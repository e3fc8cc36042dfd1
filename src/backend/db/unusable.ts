/** A database that this version cannot use, or a way to it. The message is a sentence for the merchant. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}
