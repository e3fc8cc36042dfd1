import { type CatalogueMessage, catalogueMessage } from '#contract/publishing.ts';
import type { Refusal } from './refusal.ts';

/** The allowed value of each field. */
const WANTED: Record<keyof CatalogueMessage, string> = {
  version: 'a string, as GET /api/catalogue/version answers it',
  at: 'a time in UTC by ISO 8601, such as 2026-06-01T12:00:00.000Z',
};

/** Reads the body of a message: empty or any JSON. Uses only `version` and `at` of an object, if they are there. */
export function readMessage(
  body: Uint8Array,
): { message: CatalogueMessage } | { refusal: Refusal } {
  const text = new TextDecoder().decode(body);
  if (text.trim() === '') return { message: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong(
      'body',
      'The body is not JSON. Send JSON, such as {"version":"7"}, or an empty body.',
    );
  }
  const own = (name: keyof CatalogueMessage): unknown =>
    // A text and a list have a method `at`.
    Object.hasOwn(Object(value), name) ? Object(value)[name] : undefined;
  const given = { version: own('version') ?? undefined, at: own('at') ?? undefined };
  const read = catalogueMessage.safeParse(given);
  if (read.success) return { message: read.data };
  const field = read.error.issues[0]?.path[0] as keyof CatalogueMessage;
  const got = JSON.stringify(given[field]).slice(0, 80);
  return wrong(
    field,
    `The field ${field} of the body is ${got}. It must be ${WANTED[field]}, or be left out.`,
  );
}

const wrong = (field: string, message: string): { refusal: Refusal } => ({
  refusal: { status: 400, code: 'wrong_message', field, message },
});
