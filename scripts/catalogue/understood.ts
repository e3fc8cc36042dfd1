import type { Fault } from '#backend/base/faults.ts';
import { CHOICES } from '#backend/products/files/import/choices.ts';
import {
  type AddressPlan,
  exampleAddresses,
} from '#backend/products/files/understanding/addresses/plan.ts';
import type { Ask } from '#backend/products/files/understanding/answers.ts';
import { questionOf } from '#backend/products/files/understanding/questions.ts';
import type { Understood } from '#backend/products/files/understanding/understand.ts';
import { formatNaira } from '#domain/money/money.ts';
import { counted, number, plain } from '#domain/words.ts';
import { fieldName } from './answers.ts';

/** Rows, products and sentences that are listed one by one. */
const LISTED = 10;
const EXAMPLES = 5;

/** Returns how another program's file is read, for a terminal: columns, examples, left out, read and asked. */
export function understoodLines(moved: Understood): string[] {
  const { format, rows, taken, products, leftOut, mapping, unread, notes, asks } = moved;
  const asked = rows - taken - leftOut.length;
  return [
    `Read as ${format === 'your own list' ? format : `an export of ${format}`}: ${counted(rows, 'row')}. ` +
      `${counted(products.length, 'product')} of ${counted(taken, 'row')}, ${number(leftOut.length)} left out, ${number(asked)} to be asked about.`,
    ...mapping.map(({ heading, field }) => `  ${plain(heading)} → ${fieldName(field)}`),
    ...(unread.length > 0 ? [`  Not read: ${plain(unread.join(', '))}`] : []),
    ...section(
      'The first products:',
      products.slice(0, EXAMPLES).map(exampleLine),
      products.length,
    ),
    ...section(
      'Left out:',
      leftOut.map(({ row, name, what }) => `row ${row}, ${name || 'without a name'}: ${what}`),
    ),
    ...section(
      'Read and changed:',
      notes.map(({ row, text }) => `row ${row}: ${text}`),
    ),
    ...section('To be asked:', asks.map(askLine)),
  ];
}

/** Says why a list is not read, and how to name its columns. */
export const unknownHeadings = (headings: readonly string[]): string =>
  `No heading of the file is known as the name of a product: ${plain(headings.join(', '))}.
Say what they are: --columns "${plain(headings.map((heading) => `${heading}=…`).join(', '))}", with fields such as name, brand, size, price, stock, description and pictures.`;

/** Returns the rows that another row replaces. */
export const leftOutLines = (leftOut: readonly Fault[]): string[] =>
  section(
    'Left out:',
    leftOut.map(({ row, message }) => `row ${row} ${message}`),
  );

/** Returns the number of old addresses that lead to new ones, with examples, and those that cannot. */
export function addressLines({ redirects, refused }: AddressPlan): string[] {
  const examples = exampleAddresses({ redirects, refused }).map((line) => `  ${plain(line)}`);
  const one = redirects.length === 1;
  return [
    ...(redirects.length > 0
      ? [
          `${counted(redirects.length, 'old address', 'old addresses')} ${one ? 'leads to a new one' : 'lead to new ones'}:`,
          ...examples,
        ]
      : []),
    ...section(
      'Old addresses that lead nowhere:',
      refused.map(({ row, message }) => `row ${row}: ${message}`),
    ),
  ];
}

/** Returns lines below a title, the first ones of many. */
export function section(title: string, lines: readonly string[], of = lines.length): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, LISTED);
  const more = of - shown.length;
  return [
    title,
    ...shown.map((line) => `  ${plain(line)}`),
    ...(more > 0 ? [`  and ${number(more)} more`] : []),
  ];
}

function exampleLine({ row, cells }: Understood['products'][number]): string {
  const { brand, name, size_ml: ml, concentration, price, discount, stock, status } = cells;
  const said = [
    [brand, name].filter((word, at) => at === 1 || !String(name).startsWith(`${word} `)).join(' '),
    concentration,
    ml && `${ml} ml`,
    naira(price),
    discount && `${String(discount).endsWith('%') ? discount : naira(discount)} off`,
    `stock ${stock}`,
    status,
  ];
  return `row ${row}: ${said.filter(Boolean).join(', ')}`;
}

const naira = (cell: string | readonly string[] | undefined) => formatNaira(Number(cell));

/** Returns the options that answer a question. */
function optionsOf(kind: Ask['kind'], about: string): string {
  switch (kind) {
    case 'money':
      return `--currency ${about || 'NGN, or another one'}`;
    case 'currency':
      return `--rates ${about}=…, and --round 500 for round prices`;
    case 'stock':
      return '--stock 0 for sold out, or a number';
    default: {
      const name = kind === 'price' ? 'unpriced' : kind;
      return CHOICES[name].map((answer) => `--${name} ${answer}`).join(' or ');
    }
  }
}

/** Returns a question and the option that answers it. */
export const askLine = ({ kind, about, rows }: Ask): string =>
  `${questionOf({ kind, about, rows, count: rows.length })} ${optionsOf(kind, about)}`;
