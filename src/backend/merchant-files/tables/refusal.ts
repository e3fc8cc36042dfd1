/** The error for a table that is not read. The message is a sentence for the merchant. */
export class Refusal extends Error {}

export const damaged = (cause?: unknown) =>
  new Refusal('The file is damaged. Open it in a spreadsheet, and save it again.', { cause });

export const protectedFile = () =>
  new Refusal('The file is protected by a password. Remove the password, and save it again.');
