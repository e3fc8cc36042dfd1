import { and, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { readPhone } from '#backend/orders/phone.ts';
import { orders } from '#backend/orders/tables.ts';
import { keepable } from '#domain/text.ts';
import { orderSearch } from './tables.ts';

/** The number of words of a search. More would only slow it down. */
const MOST_WORDS = 8;
/** The number of characters of a search that are read. */
const MOST_CHARACTERS = 200;

/**
 * Returns the condition for a person's search for orders. It matches an order's id or payment reference, or words that all
 * occur in its number, the customer's name, email address or phone, or its products' names. Case, accents and apostrophes
 * do not matter. A phone number may have any spelling, or be incomplete. Undefined for an empty text; a text without
 * letters and digits finds nothing.
 */
export async function findingCondition(db: Database, typed: string): Promise<SQL | undefined> {
  const text = keepable(typed).normalize('NFKC').trim().slice(0, MOST_CHARACTERS);
  if (text === '') return undefined;
  if (/^(ord_|tr-)[\w-]+$/i.test(text)) {
    const name = text.toLowerCase();
    return or(sql`${orders.id} = ${name}`, sql`${orders.reference} = ${name}`);
  }
  const words = await wordsOf(db, text);
  if (words.length === 0) return sql`false`;
  const all = words.map((word) => sql`${orderSearch.key} like ${`%${word}%`}`);
  const found = db
    .select({ id: orderSearch.orderId })
    .from(orderSearch)
    // The key begins with the number, which is found in any spelling.
    .where(or(and(...all), sql`${orderSearch.key} like lower(plain_code(${text})) || ' %'`));
  return inArray(orders.id, found);
}

/** Returns the words of a search in the form of the column `key`. */
async function wordsOf(db: Database, text: string): Promise<string[]> {
  const phone = phoneDigits(text);
  if (phone !== null) return [phone];
  // The database does this, so that one rule writes both sides.
  const { rows } = await db.execute<{ normal: string }>(
    sql`select search_normal(${text}) as normal`,
  );
  const words = (rows[0]?.normal ?? '').split(' ').map(withoutTrunk).filter(Boolean);
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/** Returns the digits of a text that is a phone number or part of one: '0803 123' is '803123'. Null for any other text. */
function phoneDigits(text: string): string | null {
  if (!/^[+\d\s().-]+$/.test(text)) return null;
  const digits = (readPhone(text) ?? text).replace(/\D/g, '').replace(/^(00)?2340?/, '234');
  return digits.length < 4 ? null : withoutTrunk(digits) || null;
}

/** Removes the 0 at the start of a Nigerian number, because keys have the country's 234 there. */
const withoutTrunk = (word: string) => (/^0\d{3,}$/.test(word) ? word.replace(/^0+/, '') : word);
