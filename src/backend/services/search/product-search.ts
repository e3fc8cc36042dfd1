import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { likeness } from './likeness.ts';

/** Words of a query that are looked at; what comes after is left out. */
const TOKEN_LIMIT = 8;
/** A product is found if it is at least this like the query, */
const LEAST_SCORE = 0.3;
/** and at least this like the best: beside 'Tom Ford' no 'Tommy' is wanted. */
const LEAST_OF_BEST = 0.62;

interface Hit {
  /** Which of the typed words. */
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
 * Ids of the products that a shopper may have meant, best first; [] when nothing is like it. Forgiving in
 * case, accents, spaces, apostrophes, spelling and initials of houses. Two steps: which words of the
 * catalogue are like those typed (the vocabulary is small, whatever the number of products), then which
 * products have most of them. Notes, tags and categories are looked at when no name is meant.
 * `filter` is a condition on `products`.
 */
export async function searchProducts(
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
    // Two words that were one ('inter dit') count for both.
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

/** Words of the vocabulary worth a comparison, for each typed word and each pair of neighbours. */
function candidateWords(text: string): SQL {
  return sql`select first, last, token, word, trigrams, sounds_alike from search_candidates(${text}, ${TOKEN_LIMIT})`;
}

/** Products by the share of what was typed that they answer; equals by how much of their name it is, then by sales. */
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
      -- offset 0 keeps it one look into the index a word; a join would read the whole table
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
    select p.id from kept k join products p on p.id = k.product_id
    order by k.score + 0.04 * least(1, ${typed}::float8 / greatest(length(p.name_key), 1)) desc,
      p.sold_count desc, p.id`;
}
