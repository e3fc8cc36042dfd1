import { createHash, randomBytes } from 'node:crypto';

const CHARACTERS = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Writes five bits as one character. Characters that look alike are left out. */
const textOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => CHARACTERS[byte & 31]).join('');

const randomText = (length: number): string => textOf(randomBytes(length));

/** Makes an order's id. Its last five characters are the number that people use (decision 2). */
export const newOrderId = () => `ord_${randomText(20)}`;

/** Makes a payment reference with 130 random bits, because its holder can see a name, an email address and a phone number. */
export const newReference = () => `tr-${randomText(26)}`;

/** Whether a reference has the form of this program's, from any shop that runs it. */
export const isReference = (text: string): boolean => isMadeOf(text, 'tr-', 26);

const isMadeOf = (text: string, prefix: string, length: number): boolean =>
  text.length === prefix.length + length &&
  text.startsWith(prefix) &&
  [...text.slice(prefix.length)].every((one) => CHARACTERS.includes(one));

/** Makes an account's id. Every review shows it. */
export const newAccountId = () => `usr_${randomText(20)}`;

export const newAddressId = () => `adr_${randomText(20)}`;

export const newReviewId = () => `rev_${randomText(20)}`;

/** Makes the text that distinguishes this shop's refund at the provider. */
export const newRefundMark = () => `rfd_${randomText(20)}`;

/** Whether a text has the form of such a mark. */
export const isRefundMark = (text: string): boolean => isMadeOf(text, 'rfd_', 20);

/** Makes an import's id, short enough to type after `npm run catalogue -- imports undo`. It is not secret. */
export const newImportId = () => `imp_${randomText(10)}`;

/** Makes a promotion's id, short enough to type after `npm run promotions -- stop`. */
export const newPromotionId = () => `prm_${randomText(10)}`;

/** Makes a code that nobody can guess: 50 random bits, in capitals. */
export const newPromotionCode = () => randomText(10).toUpperCase();

/** Derives a code from a secret. Nobody can guess it, either. */
export const promotionCodeOf = (secret: string) =>
  textOf(createHash('sha256').update(secret).digest().subarray(0, 10)).toUpperCase();
