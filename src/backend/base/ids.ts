import { createHash, randomBytes } from 'node:crypto';

const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Characters of five bits each. Characters that look alike are left out. */
const textOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => CHARACTERS[byte & 31]).join('');

const randomText = (length: number): string => textOf(randomBytes(length));

/** An order's id. Its last five characters are the number that people say (decision 2). */
export const newOrderId = () => `ord_${randomText(20)}`;

/** A payment reference: 130 random bits, since it shows its holder a name, an email address and a phone number. */
export const newReference = () => `tr-${randomText(26)}`;

/** Whether a reference looks like one of ours: that of any shop that runs this program. */
export const isReference = (text: string): boolean => isMadeOf(text, 'tr-', 26);

const isMadeOf = (text: string, prefix: string, length: number): boolean =>
  text.length === prefix.length + length &&
  text.startsWith(prefix) &&
  [...text.slice(prefix.length)].every((one) => CHARACTERS.includes(one));

/** An account's id. Every review shows it. */
export const newAccountId = () => `usr_${randomText(20)}`;

/** A review's id. */
export const newReviewId = () => `rev_${randomText(20)}`;

/** The text that tells our refund from others at the provider. */
export const newRefundMark = () => `rfd_${randomText(20)}`;

/** Whether a text looks like one of ours. */
export const isRefundMark = (text: string): boolean => isMadeOf(text, 'rfd_', 20);

/** An import's id, short enough to type after `npm run catalogue -- imports undo`. It is no secret. */
export const newImportId = () => `imp_${randomText(10)}`;

/** A promotion's id, short enough to type after `npm run promotions -- stop`. */
export const newPromotionId = () => `prm_${randomText(10)}`;

/** A code that nobody guesses: 50 random bits, in capitals. */
export const newPromotionCode = () => randomText(10).toUpperCase();

/** The code that follows from a secret: nobody guesses it, either. */
export const promotionCodeOf = (secret: string) =>
  textOf(createHash('sha256').update(secret).digest().subarray(0, 10)).toUpperCase();
