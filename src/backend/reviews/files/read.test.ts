import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableLine } from '#backend/merchant-files/tables/table-line.ts';
import { reviewBody } from '#contract/review.ts';
import { readReviews, shortName } from './read.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

async function read(...records: Record<string, string>[]) {
  const headings = [...new Set(records.flatMap(Object.keys))];
  async function* lines(): AsyncGenerator<TableLine> {
    yield { row: 1, cells: headings };
    for (const [at, record] of records.entries())
      yield { row: at + 2, cells: headings.map((heading) => record[heading] ?? '') };
  }
  return readReviews(lines(), NOW);
}

const JUDGE_ME = {
  title: 'Warm',
  body: 'Lasts &amp; lasts.<br>Truly.',
  rating: '5',
  review_date: '2025-03-04 10:11:12 UTC',
  curated: 'ok',
  reviewer_name: 'amina okafor',
  reviewer_email: 'amina@example.com',
  product_id: '77',
  product_handle: 'oud',
};
const LOOX = {
  id: 'abc',
  product_handle: 'oud',
  rating: '4',
  author: 'Bola',
  email: 'bola@example.com',
  body: 'Good',
  created_at: '2025-03-04T10:11:12.345+01:00',
  verified_purchase: 'true',
};
const WOO = {
  comment_ID: '9',
  comment_post_ID: '7',
  comment_author: 'Chidi Eze',
  comment_author_email: 'chidi@example.com',
  comment_date: '2025-03-04 11:11:12',
  comment_date_gmt: '2025-03-04 10:11:12',
  comment_content: 'Fine',
  comment_approved: '1',
  product_SKU: '',
  product_title: 'Rose &amp; Oud',
  rating: '3.00',
};

describe('the export of', () => {
  it('Judge.me: title above text, first name and initial, no email address', async () => {
    const { format, reviews, leftOut } = await read(JUDGE_ME);
    expect([format, leftOut]).toEqual(['Judge.me', []]);
    expect(reviews).toEqual([
      {
        row: 2,
        key: expect.stringMatching(/^[0-9a-f]{64}$/),
        handle: 'oud',
        product: '',
        rating: 5,
        comment: 'Warm\n\nLasts & lasts.\nTruly.',
        author: 'amina O.',
        createdAt: new Date('2025-03-04T10:11:12Z'),
      },
    ]);
  });

  it('Loox: its id is the key, and a time has its zone', async () => {
    const { format, reviews } = await read(LOOX);
    expect([format, reviews]).toMatchObject([
      'Loox',
      [{ key: 'id abc', author: 'Bola', createdAt: new Date('2025-03-04T09:11:12Z') }],
    ]);
  });

  it('WooCommerce: the name of the product, and only published reviews', async () => {
    const { format, reviews, leftOut } = await read(
      WOO,
      { ...WOO, comment_approved: '0' },
      { ...WOO, comment_approved: 'spam' },
    );
    expect([format, reviews]).toMatchObject([
      'WooCommerce',
      [{ key: 'id 9', handle: '', product: 'Rose & Oud', rating: 3, author: 'Chidi E.' }],
    ]);
    expect(leftOut).toEqual([
      { row: 3, what: 'is not published there: comment_approved is 0' },
      { row: 4, what: 'is not published there: comment_approved is spam' },
    ]);
  });

  it.each([
    [JUDGE_ME, 'curated', 'pending'],
    [JUDGE_ME, 'hidden', 'TRUE'],
    [JUDGE_ME, 'Published', 'no'],
    [LOOX, 'status', 'Awaiting moderation'],
    [LOOX, 'state', 'flagged'],
    [WOO, 'comment_approved', 'hold'],
  ])(
    'a program: a review that it does not show stays out, whatever its word: %#',
    async (one, column, word) => {
      const { reviews, leftOut } = await read({ ...one, [column]: word });
      expect([reviews, leftOut]).toEqual([
        [],
        [{ row: 2, what: `is not published there: ${column} is ${word}` }],
      ]);
    },
  );

  it('nobody is refused', async () => {
    await expect(read({ id: '1', name: 'Oud', price: '100' })).rejects.toThrow(
      'The headings are those of no export of reviews that is known: WooCommerce, Judge.me, Loox.',
    );
  });
});

describe('a row is left out with its reason', () => {
  it.each([
    [{ rating: '' }, 'has no rating'],
    [{ rating: '4.5' }, "has the rating '4.5', which is not 1, 2, 3, 4 or 5"],
    [{ body: '', title: '<p></p>' }, 'has no text'],
    [{ body: 'x'.repeat(4001) }, 'has a text that cannot be shown: Use at most 4000 characters'],
    [{ product_handle: '' }, 'names no product'],
    ...['04/05/2025', '2025-02-30', '2027-01-01', ''].map((date): [object, string] => [
      { review_date: date },
      `has the date '${date}': write it as 2026-03-31 or 2026-03-31 18:00, not in the future`,
    ]),
  ])('%j', async (wrong, what) => {
    const { reviews, leftOut } = await read({ ...JUDGE_ME, title: '', ...wrong });
    expect([reviews, leftOut]).toEqual([[], [{ row: 2, what }]]);
  });

  it('otherwise it is a review that the contract allows, whatever the file contains', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom(
        '<script>x</script>',
        '\u0000',
        '\ud800',
        'a@b.example',
        '&#0;',
        '9'.repeat(40),
      ),
    );
    const record = fc.record(
      Object.fromEntries(
        Object.entries(JUDGE_ME).map(([heading, good]) => [
          heading,
          fc.oneof({ weight: 3, arbitrary: fc.constant(good) }, hostile),
        ]),
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 5 }), async (records) => {
        const { rows, reviews, leftOut } = await read(...(records as Record<string, string>[]));
        expect(reviews.length + leftOut.length).toBe(rows);
        expect(JSON.stringify(reviews)).not.toMatch(/\\u0000|\\ud800/);
        for (const { rating, comment, author } of reviews) {
          expect(reviewBody.parse({ rating, comment })).toEqual({ rating, comment });
          expect([author, author.includes('@'), author === '']).toEqual([author, false, false]);
        }
      }),
    );
  });
});

it.each([
  ['Amina Binta Okafor', 'Amina O.'],
  ['Ngọzi', 'Ngọzi'],
  ['  ', 'A customer'],
  ['amina@example.com', 'A customer'],
  ['عائشة محمد', 'عائشة م.'],
  ['Ada  (verified)', 'Ada V.'],
  ['<b>Ada</b> ọ̀la', 'Ada Ọ.'],
])('%s is shown as %s', (name, shown) => expect(shortName(name)).toBe(shown));
