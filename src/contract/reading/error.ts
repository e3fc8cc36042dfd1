import type { ApiError } from '#contract/errors.ts';
import { isRecord } from './record.ts';

/** The content of a failed call. This API sends the whole `ApiError`; another may send only a message, or fields' faults. */
export type ToldError = Omit<ApiError, 'code'> & { code?: ApiError['code'] };

/** The most characters. A longer text is a page or a stack trace, not a sentence for a shopper. */
const LONGEST = 300;

type Fields = Record<string, string>;

/** Returns a sentence for a shopper; undefined for HTML, for several lines, and for a text that is too long. */
function sentence(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const plain = text !== '' && text.length <= LONGEST && !/<[a-z!/?]|[\p{Cc}]/iu.test(text);
  return plain ? text : undefined;
}

/** Returns the first sentence of a text, of a list of texts, or of `{ message }` and similar forms. */
function sentenceIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return first(value.map(sentenceIn));
  if (!isRecord(value)) return sentence(value);
  return sentenceOf(value);
}

/** Returns the sentence of an object. Beside a `message`, `error` is the status in words, so `message` comes first. */
function sentenceOf({ message, msg, detail, error, errors, title }: Record<string, unknown>) {
  return (
    first([message, msg, detail, error].map(sentenceIn)) ??
    (isRecord(errors) ? first(Object.values(errors).map(sentenceIn)) : sentenceIn(errors)) ??
    sentence(title)
  );
}

const first = (texts: readonly (string | undefined)[]) => texts.find((text) => text !== undefined);

/** Reads `{ errors: { email: 'Taken' } }`, `{ errors: { email: ['Taken'] } }` and `{ errors: [{ field, message }] }`. */
function fieldsIn(errors: unknown): Fields {
  const fields: Fields = {};
  const put = (name: unknown, value: unknown) => {
    const text = sentenceIn(value);
    if (typeof name === 'string' && name !== '' && text !== undefined) fields[name] ??= text;
  };
  if (isRecord(errors)) for (const [name, value] of Object.entries(errors)) put(name, value);
  if (!Array.isArray(errors)) return fields;
  for (const entry of errors.filter(isRecord)) {
    const { field, path, param, property } = entry;
    const name = field ?? path ?? param ?? property;
    put(Array.isArray(name) ? name.join('.') : name, entry);
  }
  return fields;
}

/**
 * Reads the error of any backend: `{ message }`, `{ error: 'text' }`, `{ error: { message } }`, `{ errors: [{ message }]
 * }`, `{ errors: { field: text } }`, or a short plain text (spec §8: the server's error text). Returns undefined if
 * nothing in it can be shown, and never HTML or more than 300 characters.
 */
export function readError(body: unknown): ToldError | undefined {
  const message = sentenceIn(body);
  if (message === undefined) return undefined;
  if (!isRecord(body)) return { message };
  const inner = isRecord(body.error) ? body.error : body;
  const fields = { ...fieldsIn(inner.errors ?? inner.details), ...fieldsIn(inner.fields) };
  return { message, ...(Object.keys(fields).length > 0 && { fields }) };
}

/**
 * Whether an error of the profile call means that the session has ended: 401, or 'unauthorized' or 401 in its message,
 * whatever its status (spec §4).
 */
export function saysUnauthorized(status: unknown, body: unknown): boolean {
  return status === 401 || /\b401\b|\bunauthori[sz]ed\b/i.test(readError(body)?.message ?? '');
}
