import { type SQL, sql } from 'drizzle-orm';
import { likeness } from '#backend/base/likeness.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Place, pageOfFound, type Sort } from './listing.ts';

/** The most words of a query that are searched. */
const TOKEN_LIMIT = 8;
/** The lowest score of a product that is found. */
const LEAST_SCORE = 0.3;
/** The lowest share of the best score: a search for 'Tom Ford' must not find 'Tommy'. */
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

/** One page of what a search found. */
interface Found {
  ids: string[];
  /** The number of products that the search found. */
  total: number;
}

/**
 * Finds the products that a shopper may mean; none if nothing is similar. Case, accents, spaces, apostrophes, misspellings
 * and initials of brands do not matter. First finds the words of the catalogue that are like the typed ones, because the
 * vocabulary stays small. Then finds the products that have most of these words. Searches notes, tags and categories if no
 * name matches.
 * @param filter - a condition on `listed_products`.
 * @param sort - null for the best match first.
 */
export async function searchProducts(
  db: Database,
  text: string,
  filter: SQL | undefined,
  sort: Sort | null,
  place: Place,
): Promise<Found> {
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
    // Two typed words that make one ('inter dit') both count as found.
    for (let n = first; n <= last; n++) {
      const key = `${n} ${word}`;
      if ((hits.get(key)?.score ?? 0) < score) hits.set(key, { n, word, score });
    }
  }
  if (hits.size === 0) return { ids: [], total: 0 };
  const found = async (names: boolean): Promise<Found> => {
    const kept = keptProducts([...hits.values()], lengths, filter, names);
    const page = sort ? pageOfFound(sort, place) : bestOfKept(place);
    const { rows } = await db.execute<Found & Record<string, unknown>>(sql`
      ${kept}, found as (select product_id as id from kept)
      select (select count(*)::int from kept) as total, array(${page}) as ids`);
    return rows[0] ?? { ids: [], total: 0 };
  };
  const named = await found(true);
  return named.total > 0 ? named : found(false);
}

/** Returns the vocabulary words to compare with each typed word and each pair of neighbours. */
function candidateWords(text: string): SQL {
  return sql`select first, last, token, word, trigrams, sounds_alike from search_candidates(${text}, ${TOKEN_LIMIT})`;
}

/**
 * Returns the typed words that every result must have. Without them the other words are too small a share of the query: a
 * search for 'Seed of Saffron' need not collect every product with an 'of'.
 */
function essentialWords(hits: readonly Hit[], lengths: ReadonlyMap<number, number>): Set<number> {
  const typed = sumOf(lengths);
  const most = [...lengths].map(([n, length]) => {
    const best = Math.max(0, ...hits.map((hit) => (hit.n === n ? hit.score : 0)));
    return { n, share: (best * length) / typed };
  });
  let left = LEAST_SCORE - 1e-6;
  const small = most
    .toSorted((a, b) => a.share - b.share)
    .filter(({ share }) => {
      left -= share;
      return left > 0;
    });
  return new Set([...lengths.keys()].filter((n) => !small.some((word) => word.n === n)));
}

const sumOf = (lengths: ReadonlyMap<number, number>) =>
  [...lengths.values()].reduce((sum, length) => sum + length, 0);

/**
 * Returns the start of a query with the table `kept`: the products found, with their `rank`. The rank is the share of the
 * typed words that they match, plus a little for how much of their name matches.
 */
function keptProducts(
  hits: readonly Hit[],
  lengths: ReadonlyMap<number, number>,
  filter: SQL | undefined,
  names: boolean,
): SQL {
  const essential = essentialWords(hits, lengths);
  const typed = sumOf(lengths);
  const table = (some: readonly Hit[]) => {
    const column = (values: unknown[], type: string) =>
      sql`${sql.param(values)}::${sql.raw(type)}[]`;
    const numbers = some.map((hit) => hit.n);
    const sizes = some.map((hit) => lengths.get(hit.n) ?? 0);
    const words = some.map((hit) => hit.word);
    const scores = some.map((hit) => hit.score);
    return sql`unnest(${column(numbers, 'int')}, ${column(sizes, 'int')}, ${column(words, 'text')},
      ${column(scores, 'float8')}) as h(n, length, word, score)`;
  };
  const entries = (some: readonly Hit[], more: SQL) => sql`
    select w.product_id, h.n, h.length, h.score * w.weight as score, w.name_length
    from ${table(some)} cross join lateral (
      -- offset 0 forces one index scan per word; a join would read the whole table
      select w.product_id, w.weight, w.name_length from product_words w
      where w.word = h.word and ${names ? sql`w.weight > 0.5` : sql`w.weight <= 0.5`} offset 0
    ) w ${more}`;
  const others = hits.filter(({ n }) => !essential.has(n));
  const parts = [sql`select * from essential`];
  if (others.length > 0) {
    parts.push(entries(others, sql`where w.product_id in (select product_id from essential)`));
  }
  // Each typed word counts once for a product, by its best match.
  const scored =
    lengths.size === 1
      ? sql`select product_id, max(score) * max(length) / ${typed}::float8 as score, max(name_length) as name_length
          from essential group by product_id`
      : sql`select product_id, sum(score * length) / ${typed}::float8 as score, max(name_length) as name_length from (
          select product_id, n, max(score) as score, max(length) as length, max(name_length) as name_length
          from (${sql.join(parts, sql` union all `)}) as entries group by product_id, n
        ) as best group by product_id`;
  return sql`
    with essential as ${sql.raw(others.length > 0 ? 'materialized' : '')} (
      ${entries(
        hits.filter(({ n }) => essential.has(n)),
        sql``,
      )}
    ), scored as (${scored}), filtered as materialized (
      select s.* from scored s
      ${filter ? sql`join listed_products listed on listed.product_id = s.product_id where ${filter}` : sql``}
    ), kept as materialized (
      select product_id, score + 0.04 * least(1, ${typed}::float8 / greatest(name_length, 1)) as rank from filtered
      where score >= ${LEAST_SCORE}::float8 * ${names ? 1 : 0.5}
        and score >= (select max(score) from filtered) * ${LEAST_OF_BEST}::float8
    )`;
}

/** Returns SQL for the ids of a page of `kept`: best match first, then best seller. Reads sales only for possible results. */
const bestOfKept = ({ offset, limit }: Place): SQL => sql`
  select near.product_id as id from (
    select * from kept
    where rank >= coalesce((select rank from kept order by rank desc offset ${offset + limit - 1}::int limit 1), 0)
  ) near cross join lateral (
    -- offset 0 forces one look per product; a join would read the whole table
    select sold_count from stock where stock.product_id = near.product_id offset 0
  ) s
  order by near.rank desc, s.sold_count desc, near.product_id offset ${offset}::int limit ${limit}::int`;
