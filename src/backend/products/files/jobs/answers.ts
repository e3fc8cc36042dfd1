import { createHash } from 'node:crypto';
import * as z from 'zod';
import { SOURCE_FIELDS } from '#backend/products/files/formats/format.ts';
import {
  CHOICE_NAMES,
  CHOICES,
  type Choice,
  type ChoiceName,
} from '#backend/products/files/import/choices.ts';
import { type Answers, NO_ANSWERS } from '#backend/products/files/understanding/answers.ts';
import type { Columns } from '#backend/products/files/understanding/recognise.ts';

/** One field for each choice. */
const choices = Object.fromEntries<unknown>(
  CHOICE_NAMES.map((name) => [name, z.enum(CHOICES[name])]),
) as { [Name in ChoiceName]: z.ZodType<Choice<Name>> };

/** The answers of a merchant (understanding/answers.ts) as a form sends them and the database keeps them. */
export const savedAnswers = z
  .object({
    /** The currency of prices that name none. */
    currency: z.string().regex(/^[A-Z]{3}$/),
    /** Naira for one unit of a currency, by its three letters. */
    rates: z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive().max(1e7)),
    round: z.int().min(1).max(1_000_000),
    stock: z.int().min(0).max(1_000_000),
    ...choices,
  })
  .partial();
export type SavedAnswers = z.output<typeof savedAnswers>;

/** The field that each column is read as, by heading; null leaves a column out. */
export const savedColumns = z.record(z.string().max(500), z.enum(SOURCE_FIELDS).nullable());
export type SavedColumns = z.output<typeof savedColumns>;

/** Returns answers in the form that `understand` takes. */
export const answersOf = ({ rates = {}, ...rest }: SavedAnswers): Answers =>
  ({ ...NO_ANSWERS, ...rest, rates: new Map(Object.entries(rates)) }) as Answers;

/** Returns columns in the form that `readHeadings` takes. */
export const columnsOf = (saved: SavedColumns | null): Columns =>
  new Map(
    Object.entries(saved ?? {}).map(([heading, field]) => [heading.trim().toLowerCase(), field]),
  );

/** Returns a key that identifies the headings of a program's files, in any order. */
export function headingsKey(headings: readonly string[]): string {
  const words = headings.map((heading) => heading.trim().toLowerCase()).filter(Boolean);
  return createHash('sha256').update(words.toSorted().join('\n')).digest('hex');
}
