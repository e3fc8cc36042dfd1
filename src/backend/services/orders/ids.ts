import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789';

/** Random characters of five bits each, without those that look alike. */
function randomText(length: number): string {
  return Array.from(randomBytes(length), (byte) => LETTERS[byte & 31]).join('');
}

/** An order's id; its last five characters are the number that people say (decision 2). */
export const newOrderId = () => `ord_${randomText(20)}`;

/** A payment reference: 130 random bits, since whoever has it sees a name, an e-mail address and a phone number. */
export const newReference = () => `tr-${randomText(26)}`;

/** An account's id; it stands beside every review. */
export const newAccountId = () => `usr_${randomText(20)}`;

/** A review's id. */
export const newReviewId = () => `rev_${randomText(20)}`;
