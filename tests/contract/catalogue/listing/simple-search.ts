// The search as one plain query that sends every id. searchProducts must agree with it.
import { type SQL, sql } from 'drizzle-orm';
import { likeness } from '#backend/base/likeness.ts';
import type { Database } from '#backend/db/connect.ts';

/** The most words of a query that are searched. */
const TOKEN_LIMIT = 8;
/** The least score of a found product. */
const LEAST_SCORE = 0.3;
/** Its least share of the best score: a search for 'Tom Ford' must not find 'Tommy'. */
const LEAST_OF_BEST = 0.62;

interface Hit {
  /** The index of the typed word. */
  n: number;
  word: string;
  score: number;
}

interface Candidate extends Record<string, unknown> {
  first: number;
  last: number;
  token: string;
  word: string;
  trigrams: number;
  sounds_alike: boolean;
}

/**
 * Returns the ids of the products that a shopper may mean, best first; [] if nothing is similar. Ignores case, accents,
 * spaces, apostrophes, misspellings and initials of brands. First finds the catalogue's words that resemble the typed
 * ones (the vocabulary is small, whatever the number of products), then the products that have most of them. Notes,
 * tags and categories are searched if no name matches.
 * @param filter - a condition on `products`.
 */
export async function searchSimply(
  db: Database,
  text: string,
  filter: SQL | undefined,
): Promise<string[]> {
  const { rows: candidates } = await db.execute<Candidate>(candidateWords(text));
  const lengths = new Map<number, number>();
  const hits = new Map<string, Hit>();
  const lastToken = Math.max(0, ...candidates.map((candidate) => candidate.last));
  for (const { first, last, token, word, trigrams, sounds_alike } of candidates) {
    if (first === last) lengths.set(first, token.length);
    if (word === null) continue;
    const stillTyped = last === lastToken;
    const score = likeness(token, word, { trigrams, soundsAlike: sounds_alike, stillTyped });
    if (score === 0) continue;
    // A word typed as two ('inter dit') is a hit for both.
    for (let n = first; n <= last; n++) {
      const key = `${n} ${word}`;
      if ((hits.get(key)?.score ?? 0) < score) hits.set(key, { n, word, score });
    }
  }
  if (hits.size === 0) return [];
  const found = async (names: boolean) => {
    const query = productsOf([...hits.values()], lengths, filter, names);
    const { rows } = await db.execute<{ id: string }>(query);
    return rows.map((row) => row.id);
  };
  const named = await found(true);
  return named.length > 0 ? named : found(false);
}

/** Returns the words of the vocabulary to compare with each typed word and each pair of neighbours. */
function candidateWords(text: string): SQL {
  return sql`select first, last, token, word, trigrams, sounds_alike from search_candidates(${text}, ${TOKEN_LIMIT})`;
}

/** Returns products by the share of typed words that they match, then by the share of their name, then by sales. */
function productsOf(
  hits: readonly Hit[],
  lengths: ReadonlyMap<number, number>,
  filter: SQL | undefined,
  names: boolean,
): SQL {
  const column = <T>(values: T[], type: string) => sql`${sql.param(values)}::${sql.raw(type)}[]`;
  const typed = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  const weighty = names ? sql`w.weight > 0.5` : sql`w.weight <= 0.5`;
  return sql`
    with hits as (
      select * from unnest(
        ${column(
          hits.map((hit) => hit.n),
          'int',
        )},
        ${column(
          hits.map((hit) => hit.word),
          'text',
        )},
        ${column(
          hits.map((hit) => hit.score),
          'float8',
        )}) as h(n, word, score)
    ), lengths as (
      select * from unnest(
        ${column([...lengths.keys()], 'int')}, ${column([...lengths.values()], 'int')}) as l(n, length)
    ), best as (
      -- offset 0 forces one index scan per word; a join would read the whole table
      select w.product_id, h.n, max(h.score * w.weight) as score
      from hits h cross join lateral (
        select w.product_id, w.weight from product_words w where w.word = h.word and ${weighty} offset 0
      ) w group by w.product_id, h.n
    ), scored as (
      select b.product_id, sum(b.score * l.length) / ${typed}::float8 as score
      from best b join lengths l using (n) group by b.product_id
    ), filtered as (
      select s.*, max(s.score) over () as top from scored s
      ${filter ? sql`join products on products.id = s.product_id where ${filter}` : sql``}
    ), kept as (
      select * from filtered
      where score >= ${LEAST_SCORE}::float8 * ${names ? 1 : 0.5} and score >= top * ${LEAST_OF_BEST}::float8
    )
    select p.id from kept k join products p on p.id = k.product_id join stock s on s.product_id = p.id
    order by k.score + 0.04 * least(1, ${typed}::float8 / greatest(length(p.name_key), 1)) desc,
      s.sold_count desc, p.id`;
}
