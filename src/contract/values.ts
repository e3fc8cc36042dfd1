import * as z from 'zod/mini';

/** NUL cannot be stored by PostgreSQL, and no one types it. */
const storable = z.refine<string>((text) => !text.includes('\u0000'), 'Remove the NUL character');

/** An upper bound that says itself. */
export const shortEnough = (max: number) => z.maxLength(max, `Use at most ${max} characters`);

/** Text of at most `max` characters, trimmed. */
export const text = (max: number) => z.string().check(z.trim(), z.maxLength(max), storable);

/** Trimmed text that must hold something; `message` is what the shopper reads when it does not. */
export const requiredText = (max: number, message: string) =>
  z.string(message).check(z.trim(), z.minLength(1, message), shortEnough(max), storable);

/** An e-mail address, trimmed and lower-cased, so that one person is one address. */
export const email = (required: string, invalid: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, required),
      z.maxLength(254, invalid),
      z.regex(z.regexes.email, invalid),
    );

/** Product id: readable, lower case, as in a shared URL. */
export const productId = text(200);
/** Naira, never negative, at most a thousand million. */
export const naira = z.number().check(z.nonnegative(), z.maximum(1e9));
/** ISO time, UTC. */
export const isoTime = z.iso.datetime();

/** The answer of a call that has nothing to give but a sentence. */
export const messageAnswer = z.object({ message: z.string() });
