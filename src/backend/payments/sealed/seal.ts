import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { MARK_BYTES, type SealKey } from './keys.ts';
import { type Essentials, type LineToSeal, type OrderToSeal, pack, unpack } from './layout.ts';

/** The payment that a seal belongs to. It opens with no other. */
export interface SealedPayment {
  reference: string;
  /** The amount with which the payment was begun, in kobo. */
  amountKobo: number;
  /** The origin of the shop's site. */
  shop: string;
}

/** Why a seal does not open. */
export type SealFault =
  | 'seal_missing'
  | 'seal_altered'
  | 'seal_other_key'
  | 'seal_other_version'
  | 'seal_other_payment';

/** One byte before all others. */
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_BYTES = 2;
const HEAD_BYTES = 1 + 2 * MARK_BYTES + NONCE_BYTES;
/** Bytes beside the packed order. */
const FRAME_BYTES = HEAD_BYTES + LENGTH_BYTES + TAG_BYTES;
/**
 * The sizes of a seal in bytes: only four, so that its length says little. As base64url they are 512, 1,024, 2,048
 * and 4,096 characters.
 */
const SIZES = [384, 768, 1536, 3072] as const;
const LARGEST = SIZES[SIZES.length - 1] ?? 0;

/**
 * Seals what an order is made again from (AES-256-GCM) into one text for the metadata of its payment: version, mark of the
 * key, mark of the payment, nonce, content, tag. What does not fit is left out (layout.ts).
 */
export function seal(
  order: OrderToSeal,
  lines: readonly LineToSeal[],
  { key, ...belongs }: SealedPayment & { key: SealKey },
): string {
  const content = pack(order, lines, LARGEST - FRAME_BYTES);
  const size = SIZES.find((bytes) => content.length + FRAME_BYTES <= bytes) ?? LARGEST;
  const plain = Buffer.alloc(size - HEAD_BYTES - TAG_BYTES);
  plain.writeUInt16BE(content.length);
  content.copy(plain, LENGTH_BYTES);
  const head = Buffer.concat([
    Buffer.of(VERSION),
    key.mark,
    paymentMark(key, belongs),
    randomBytes(NONCE_BYTES),
  ]);
  const cipher = createCipheriv('aes-256-gcm', key.cipher, head.subarray(-NONCE_BYTES));
  cipher.setAAD(associated(head, belongs));
  const hidden = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([head, hidden, cipher.getAuthTag()]).toString('base64url');
}

/** Opens a seal for the payment that it must belong to. */
export function unseal(
  value: unknown,
  keys: readonly SealKey[],
  payment: SealedPayment,
): Result<Essentials, SealFault> {
  if (typeof value !== 'string' || value === '') {
    return refuse('seal_missing', 'Nothing was sealed with this payment.');
  }
  const bytes = Buffer.from(value, 'base64url');
  // Node reads other spellings of the same bytes, too.
  if (bytes.toString('base64url') !== value || bytes.length === 0) return ALTERED;
  if (bytes[0] !== VERSION) {
    return refuse(
      'seal_other_version',
      `What was sealed with this payment has version ${bytes[0]}; this program reads ${VERSION}.`,
    );
  }
  if (!SIZES.some((size) => size === bytes.length)) return ALTERED;
  const key = keys.find(({ mark }) => mark.equals(bytes.subarray(1, 1 + MARK_BYTES)));
  if (!key) {
    return refuse(
      'seal_other_key',
      'What was sealed with this payment was sealed with another key than those in ORDER_SEAL_KEY.',
    );
  }
  if (!paymentMark(key, payment).equals(bytes.subarray(1 + MARK_BYTES, 1 + 2 * MARK_BYTES))) {
    return refuse(
      'seal_other_payment',
      'What was sealed with this payment belongs to another payment, amount or shop.',
    );
  }
  const content = open(bytes, key, payment);
  return content ? done(unpack(content)) : ALTERED;
}

const ALTERED = refuse('seal_altered', 'What was sealed with this payment has been altered.');

/** The packed order, or null if any bit is not as it was sealed. */
function open(bytes: Buffer, key: SealKey, payment: SealedPayment): Buffer | null {
  const head = bytes.subarray(0, HEAD_BYTES);
  const cipher = createDecipheriv('aes-256-gcm', key.cipher, head.subarray(-NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  cipher.setAAD(associated(head, payment));
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const plain = cipher.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES));
  try {
    cipher.final();
  } catch {
    return null;
  }
  return plain.subarray(LENGTH_BYTES, LENGTH_BYTES + plain.readUInt16BE());
}

/** Returns the bytes that are authenticated with the content. JSON keeps their parts apart. */
const associated = (head: Buffer, payment: SealedPayment): Buffer =>
  Buffer.concat([head.subarray(0, 1 + 2 * MARK_BYTES), named(payment)]);

/** Says in a refusal that a seal is another payment's. Whether it is this one's is what the tag proves. */
const paymentMark = (key: SealKey, payment: SealedPayment): Buffer =>
  createHmac('sha256', key.binding).update(named(payment)).digest().subarray(0, MARK_BYTES);

const named = ({ reference, amountKobo, shop }: SealedPayment): Buffer =>
  Buffer.from(JSON.stringify([reference, amountKobo, shop]));
