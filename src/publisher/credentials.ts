import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { PUBLISH_SIGNATURE_HEADER, PUBLISH_TIMESTAMP_HEADER } from '#contract/publishing.ts';
import type { Refusal } from './refusal.ts';

/** The most that the sender's clock may differ from the publisher's (ms). Other messages are refused. */
export const WINDOW_MS = 5 * 60_000;

/** The headers that prove a message's sender. */
export interface Credentials {
  timestamp: string | undefined;
  signature: string | undefined;
  authorization: string | undefined;
}

/** Returns why a sender is not accepted at a time (ms); null if it is. A signature, if there is one, decides alone. */
export function refuseSender(
  secret: string,
  credentials: Credentials,
  body: Uint8Array,
  now: number,
): Refusal | null {
  const { signature, authorization } = credentials;
  if (signature !== undefined) return refuseSignature(secret, credentials, body, now);
  if (authorization !== undefined) return refuseBearer(secret, authorization);
  return {
    status: 401,
    code: 'missing_signature',
    field: PUBLISH_SIGNATURE_HEADER,
    message: `The header ${PUBLISH_SIGNATURE_HEADER} is missing. ${HOW_TO_SIGN} A sender that cannot sign sends the header 'Authorization: Bearer' with PUBLISHER_SECRET instead.`,
  };
}

const HOW_TO_SIGN = `Send an HMAC-SHA256 in lowercase hex, keyed by PUBLISHER_SECRET, over the value of ${PUBLISH_TIMESTAMP_HEADER}, a full stop and the bytes of the body.`;

function refuseSignature(
  secret: string,
  { timestamp, signature = '' }: Credentials,
  body: Uint8Array,
  now: number,
): Refusal | null {
  const refused = (code: string, field: string, message: string): Refusal => ({
    status: 401,
    code,
    field,
    message,
  });
  if (timestamp === undefined) {
    return refused(
      'missing_timestamp',
      PUBLISH_TIMESTAMP_HEADER,
      `The header ${PUBLISH_TIMESTAMP_HEADER} is missing. Send the present time in whole seconds since 1970, and sign it.`,
    );
  }
  if (!/^\d{1,12}$/.test(timestamp)) {
    const unit = /^\d{13}$/.test(timestamp) ? ', and this looks like milliseconds' : '';
    return refused(
      'wrong_timestamp',
      PUBLISH_TIMESTAMP_HEADER,
      `The header ${PUBLISH_TIMESTAMP_HEADER} is '${timestamp}'. It must be whole seconds since 1970${unit}.`,
    );
  }
  if (!/^[0-9a-f]{64}$/.test(signature)) {
    return refused(
      'wrong_signature',
      PUBLISH_SIGNATURE_HEADER,
      `The header ${PUBLISH_SIGNATURE_HEADER} is not 64 digits of lowercase hex. ${HOW_TO_SIGN}`,
    );
  }
  const right = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  if (!timingSafeEqual(right, Buffer.from(signature, 'hex'))) {
    return refused(
      'wrong_signature',
      PUBLISH_SIGNATURE_HEADER,
      `The header ${PUBLISH_SIGNATURE_HEADER} does not belong to this timestamp, this body and our secret. ${HOW_TO_SIGN} Both sides need the same PUBLISHER_SECRET, and nothing may change the body after it was signed.`,
    );
  }
  const sent = Number(timestamp) * 1000;
  if (Math.abs(now - sent) <= WINDOW_MS) return null;
  const apart = Math.round(Math.abs(now - sent) / 1000);
  return refused(
    'wrong_time',
    PUBLISH_TIMESTAMP_HEADER,
    `The header ${PUBLISH_TIMESTAMP_HEADER} says ${iso(sent)}, and our clock says ${iso(now)}. They are ${apart} s apart, of ${WINDOW_MS / 1000} at most. Set the wrong clock, or sign each message when it is sent.`,
  );
}

const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');

/** Returns why a bearer token is not the secret; null if it is. */
export function refuseBearer(secret: string, authorization: string): Refusal | null {
  const [, given] = /^bearer +(.+)$/i.exec(authorization) ?? [];
  // Hashes have one length, so the comparison takes equally long for every guess.
  if (given !== undefined && timingSafeEqual(digest(given), digest(secret))) return null;
  const wrong =
    given === undefined
      ? "has another form than 'Bearer SECRET'"
      : 'contains another secret than PUBLISHER_SECRET of the publisher';
  return {
    status: 401,
    code: 'wrong_secret',
    field: 'authorization',
    message: `The header Authorization ${wrong}. Send 'Authorization: Bearer' with PUBLISHER_SECRET, or sign the message with ${PUBLISH_SIGNATURE_HEADER}.`,
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
