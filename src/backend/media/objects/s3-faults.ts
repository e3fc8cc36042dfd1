import { nameOf, type S3Place } from '#backend/settings/s3-place.ts';
import { CONTENTS } from '#backend/settings/s3-settings.ts';
import { capital } from '#domain/words.ts';
import { StoreUnavailable } from './object-store.ts';

/** The kind of a call, in the words for a right that the key may lack. */
export type S3Call = 'read' | 'write' | 'remove' | 'list';

const RIGHTS: Record<S3Call, string> = {
  read: 's3:GetObject',
  write: 's3:PutObject',
  remove: 's3:DeleteObject',
  list: 's3:ListBucket',
};

type Sentence = (place: S3Place, call: S3Call) => string;
const wrongClock: Sentence = () =>
  'says that the clock of this machine is wrong: let it follow a time server (NTP)';
const wrongRegion: Sentence = ({ purpose, region }) =>
  `is not in the region ${region}: correct ${purpose}_REGION`;
const elsewhere: Sentence = ({ purpose }) =>
  `is elsewhere: correct ${purpose}_ENDPOINT and ${purpose}_REGION`;

/** The merchant's remedies by the store's error code: each is the rest of a sentence that begins with the store's name. */
const TO_FIX: Readonly<Record<string, Sentence>> = {
  InvalidAccessKeyId: ({ purpose }) => `does not know the key of ${purpose}_KEY_ID: copy it again`,
  SignatureDoesNotMatch: ({ purpose }) =>
    `refuses the signature: ${purpose}_SECRET_KEY does not belong to ${purpose}_KEY_ID`,
  NoSuchBucket: ({ purpose, bucket }) =>
    `does not exist: create the bucket ${bucket}, or correct ${purpose}_BUCKET`,
  AccessDenied: ({ purpose }, call) =>
    `does not let this key ${call} ${CONTENTS[purpose]}: give it the right ${RIGHTS[call]} (it needs ${Object.values(RIGHTS).join(', ')})`,
  RequestTimeTooSkewed: wrongClock,
  RequestExpired: wrongClock,
  AuthorizationHeaderMalformed: wrongRegion,
  IllegalLocationConstraintException: wrongRegion,
  PermanentRedirect: elsewhere,
  TemporaryRedirect: elsewhere,
};

/** Returns the fault in an error answer. `code` is the store's own; answers without a body have none. */
export function faultOfAnswer(
  place: S3Place,
  call: S3Call,
  { status, code }: { status: number; code: string | null },
): StoreUnavailable {
  const known = code ?? { 301: 'PermanentRedirect', 403: 'AccessDenied' }[status] ?? '';
  const sentence = TO_FIX[known]?.(place, call);
  const store = nameOf(place);
  if (sentence)
    return new StoreUnavailable(`${capital(store)} ${sentence}.`, {
      needsFix: true,
      lacks: known === 'AccessDenied' ? call : undefined,
    });
  const passing = status >= 500 || status === 408 || status === 429;
  const detail = code ? `${status} (${code})` : String(status);
  return new StoreUnavailable(
    `${capital(store)} answered ${detail}${passing ? '' : `: correct ${place.purpose}_ENDPOINT if that is not an S3-compatible store`}.`,
    { needsFix: !passing },
  );
}

/** Returns the fault of a call without an answer. */
export function faultOfSilence(place: S3Place, error: unknown, limitMs: number): StoreUnavailable {
  const timedOut = error instanceof Error && error.name === 'TimeoutError';
  const sentence = timedOut
    ? `did not answer within ${Math.round(limitMs / 100) / 10} s`
    : `cannot be reached (${causeOf(error)}): check ${place.purpose}_ENDPOINT and the network`;
  return new StoreUnavailable(`${capital(nameOf(place))} ${sentence}.`, { needsFix: false });
}

/** Returns the innermost cause of an error of fetch, in a word. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return causeOf(error.cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}

/** Returns the error code in a store's answer (`<Error><Code>NoSuchKey</Code>…`); null if it has none. */
export const codeIn = (body: string): string | null =>
  /<Code>\s*(\w+)\s*<\/Code>/.exec(body)?.[1] ?? null;
