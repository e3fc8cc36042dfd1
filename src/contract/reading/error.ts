import type { ApiError } from '#contract/errors.ts';
import { isRecord } from './record.ts';

/**
 * What a failed call says. Our API sends the whole `ApiError`; another backend may send a message alone, or what is
 * wrong with each field.
 */
export type ToldError = Omit<ApiError, 'code'> & { code?: ApiError['code'] };

/** Characters. A longer text is a page or a stack trace, and no sentence for a shopper. */
const LONGEST = 300;

type Fields = Record<string, string>;

/** A sentence for a shopper; undefined for HTML, for several lines, and for what is too long. */
function sentence(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const plain = text !== '' && text.length <= LONGEST && !/<[a-z!/?]|[\p{Cc}]/iu.test(text);
  return plain ? text : undefined;
}

/** The first sentence of a text, of a list of texts, or of `{ message }` and its relatives. */
function sentenceIn(value: unknown): string | undefined {
  if (Array.isArray(value)) return first(value.map(sentenceIn));
  if (!isRecord(value)) return sentence(value);
  return sentenceOf(value);
}

/** `error` is the status in words where a `message` stands beside it, so that comes first. */
function sentenceOf({ message, msg, detail, error, errors, title }: Record<string, unknown>) {
  return (
    first([message, msg, detail, error].map(sentenceIn)) ??
    (isRecord(errors) ? first(Object.values(errors).map(sentenceIn)) : sentenceIn(errors)) ??
    sentence(title)
  );
}

const first = (texts: readonly (string | undefined)[]) => texts.find((text) => text !== undefined);

/** `{ errors: { email: 'Taken' } }`, `{ errors: { email: ['Taken'] } }` or `{ errors: [{ field: 'email', message }] }`. */
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
 * Reads the error of any backend: `{ message }`, `{ error: 'text' }`, `{ error: { message } }`,
 * `{ errors: [{ message }] }`, `{ errors: { field: text } }`, or a short plain text (spec §8: the server's error text).
 * undefined if it says nothing that can be shown. It never gives HTML, and never more than 300 characters.
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
 * Whether an error of the profile call says that the session has ended: 401, or 'unauthorized' or 401 in its message,
 * whatever its status (spec §4).
 */
export function saysUnauthorized(status: unknown, body: unknown): boolean {
  return status === 401 || /\b401\b|\bunauthori[sz]ed\b/i.test(readError(body)?.message ?? '');
}
