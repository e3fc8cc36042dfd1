import * as z from 'zod/mini';
import { isKeepable } from '#domain/keepable.ts';
import { isProductId } from '#domain/products/product-id.ts';
import { seen, textFault } from '#domain/text.ts';

/** Text that can be stored and sent (domain/text.ts). */
const storable = z.refine<string>(isKeepable, {
  error: ({ input }) => `The text ${textFault(String(input))}`,
});

/** At most `max` characters, with a message that names the limit. */
export const shortEnough = (max: number) => z.maxLength(max, `Use at most ${max} characters`);

/** Text of at most `max` characters, trimmed. */
export const text = (max: number) => z.string().check(z.trim(), z.maxLength(max), storable);

/** Trimmed text that must not be empty. `message` is for the shopper. */
export const requiredText = (max: number, message: string) =>
  z.string(message).check(z.trim(), z.minLength(1, message), shortEnough(max), storable);

/**
 * Text of one line. Line breaks become `join`, because they could forge further lines on a document or a label. Other
 * control characters and invisible marks are dropped.
 */
export const line = (max: number, join = ' ', message?: string) =>
  z.string(message).check(
    storable,
    z.overwrite((text: string) =>
      seen(text)
        .replace(/\s*[\n\r\u2028\u2029]+\s*/g, join)
        .replace(/\t/g, ' ')
        .replace(/\p{Cc}/gu, ''),
    ),
    z.trim(),
    shortEnough(max),
  );

/** Text with its line breaks, at most one empty line in a row. Other control characters and invisible marks are dropped. */
export const lines = (max: number) =>
  z.string().check(
    storable,
    z.overwrite((text: string) =>
      seen(text)
        .split(/\r\n?|[\n\u2028\u2029]/)
        .map((each) =>
          each
            .replace(/\t/g, ' ')
            .replace(/\p{Cc}/gu, '')
            .trim(),
        )
        .join('\n')
        .replace(/\n{3,}/g, '\n\n'),
    ),
    z.trim(),
    shortEnough(max),
  );

/** The same as one line, but not empty. */
export const requiredLine = (max: number, message: string, join?: string) =>
  line(max, join, message).check(z.minLength(1, message));

/** An email address, trimmed, in lower case and without invisible marks, so that one customer has one address. */
export const email = (required: string, invalid: string) =>
  z
    .string(required)
    .check(
      z.overwrite(seen),
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, required),
      z.maxLength(254, invalid),
      z.regex(z.regexes.email, invalid),
    );

/** The id of a product in a request. An impossible id is not found, like any other. */
export const askedId = text(200);
/** The id of a product, as in a shared URL (domain/products/product-id.ts). */
export const productId = z.string().check(z.refine(isProductId, 'Not the id of a product'));
/** Naira: from 0 to 1,000,000,000, kobo as decimals. */
export const naira = z.number().check(z.nonnegative(), z.maximum(1e9));
/** An ISO 8601 time in UTC. */
export const isoTime = z.iso.datetime();

/** The answer of a call that returns no data: one sentence. */
export const messageAnswer = z.object({ message: z.string() });
