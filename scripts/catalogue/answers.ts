import { SOURCE_FIELDS, type SourceField } from '#backend/products/files/formats/format.ts';
import {
  CHOICE_NAMES,
  CHOICES,
  type ChoiceName,
  readChoices,
} from '#backend/products/files/import/choices.ts';
import { type Answers, NO_ANSWERS } from '#backend/products/files/understanding/answers.ts';
import type { Columns } from '#backend/products/files/understanding/recognise.ts';
import { readWhole } from './reading.ts';

const HELP: Readonly<Record<ChoiceName, string>> = {
  unpriced: 'leaves out products without a price',
  commas: 'whether a comma or a slash separates two entries',
  pictures: 'whether pictures are downloaded from the hosts that the file names',
  known: 'whether products that the shop has under another id are the same ones',
  twins: 'which of several rows for one product counts; each takes them as different sizes',
  hidden: 'whether hidden rows and columns of a sheet are taken',
  program: 'reads a file that looks like one of another program as your own list',
  codes:
    'which product a row means if the shop has its SKU: that one, or the one of its id or name',
};

/** The options that answer questions about another program's file. */
export const ANSWERS = {
  columns: {
    value: '<heading=field,…>',
    help: 'what columns are, such as "Our price=price, Left=stock"; heading= leaves one out',
  },
  currency: {
    value: '<NGN>',
    help: 'the currency of prices that name none',
  },
  rates: { value: '<GBP=2100,…>', help: 'naira for one unit of another currency' },
  round: { value: '<naira>', help: 'rounds converted prices to a multiple of it' },
  stock: { value: '<units>', help: 'the stock of products whose stock is missing or a word' },
  ...(Object.fromEntries(
    CHOICE_NAMES.map((name) => [name, { value: CHOICES[name].join('|'), help: HELP[name] }]),
  ) as Record<ChoiceName, { value: string; help: string }>),
} as const;

const ANSWER_NAMES = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];
/** Options that a file with the shop's own columns may also need. */
const FOR_ALL: readonly string[] = ['twins', 'codes', 'hidden'];

type Given = { [Name in keyof typeof ANSWERS]: string | undefined };

/** Returns the name of a field as people type it: 'full-price'. */
export const fieldName = (field: SourceField): string =>
  field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export interface AnswerOptions {
  answers: Answers;
  columns: Columns;
  /** The first option that was given for another program's file, such as '--stock'. */
  given: string | undefined;
}

/** Reads the answers. @throws Error with a sentence, without a full stop. */
export function readAnswers(given: Given): AnswerOptions {
  const { round, stock } = given;
  const answers: Answers = {
    ...NO_ANSWERS,
    ...(given.currency === undefined ? {} : { currency: readCurrency(given.currency) }),
    rates: new Map(
      pairs('rates', given.rates).map(([currency, rate]) => [
        currency.toUpperCase(),
        readRate(currency, rate),
      ]),
    ),
    ...(round === undefined ? {} : { round: Math.max(1, readWhole('--round', round, 1_000_000)) }),
    ...(stock === undefined ? {} : { stock: readWhole('--stock', stock, 1_000_000) }),
    ...readChoices((name) => given[name], refuse),
  };
  const columns = pairs('columns', given.columns).map(
    ([heading, field]): [string, SourceField | null] => [heading.toLowerCase(), readField(field)],
  );
  const [first] = ANSWER_NAMES.filter(
    (name) => !FOR_ALL.includes(name) && given[name] !== undefined,
  );
  return { answers, columns: new Map(columns), given: first && `--${first}` };
}

/** Reads 'a=1, b=2'. */
function pairs(name: string, text: string | undefined): [string, string][] {
  if (text === undefined) return [];
  return text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=');
    if (at > 0) return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    throw new Error(
      `--${name} takes pairs with commas between them, and '${pair.trim()}' has no =`,
    );
  });
}

function readCurrency(text: string): string {
  if (/^[a-z]{3}$/i.test(text)) return text.toUpperCase();
  throw new Error(`--currency takes three letters, such as NGN, not '${text}'`);
}

function readRate(currency: string, text: string): number {
  const rate = Number(text);
  if (/^[a-z]{3}$/i.test(currency) && rate > 0 && rate < 1e7) return rate;
  throw new Error(
    `--rates takes a currency and its naira, such as GBP=2100, not '${currency}=${text}'`,
  );
}

function readField(text: string): SourceField | null {
  if (text === '') return null;
  const field = SOURCE_FIELDS.find((known) => fieldName(known) === text.toLowerCase());
  if (field) return field;
  throw new Error(`--columns knows ${SOURCE_FIELDS.map(fieldName).join(', ')}, and not '${text}'`);
}

function refuse(name: ChoiceName, text: string): never {
  throw new Error(`--${name} is ${CHOICES[name].join(' or ')}, not '${text}'`);
}
