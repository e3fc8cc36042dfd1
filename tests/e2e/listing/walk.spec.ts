import type { APIRequestContext, Page } from '@playwright/test';
import fc from 'fast-check';
import { SEED } from '../../seed.ts';
import { expect, test } from '../support/fixtures.ts';
import { answerFor, cardName, PLAIN, type State } from './listing-answer.ts';
import { cards, count, field, main, pages, tag, WIDE } from './listing-page.ts';

/* The screen shows the API's answer for the URL, whatever the way to it. */

test.use({ viewport: WIDE });

type Step =
  | { do: 'set'; key: 'search' | 'category' | 'tag' | 'sortBy'; value: string }
  | { do: 'page'; number: number }
  | { do: 'clear' | 'back' | 'forward' | 'reload' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  ...[
    ['search', ['', 'vanilla', 'yves sant laurent', 'oud & rose', 'qqqqxxxx']],
    ['category', ['', 'Women', 'Designer', 'Gift Sets']],
    ['tag', ['fresh', 'everyday', 'woody']],
    ['sortBy', ['createdAt', 'price', 'price-desc', 'name', 'name-desc', 'soldCount']],
  ].map(([key, values]) =>
    fc.record({
      do: fc.constant('set' as const),
      key: fc.constant(key as 'search'),
      value: fc.constantFrom(...(values as string[])),
    }),
  ),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('page' as const), number: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('back' as const) }) },
  fc.record({ do: fc.constantFrom('forward' as const, 'reload' as const, 'clear' as const) }),
);

/** Returns the state in the URL. */
function urlState(url: string): State {
  const given = Object.fromEntries(new URL(url).searchParams);
  return { ...PLAIN, ...given, page: Number(given.page ?? 1) } as State;
}

async function expectShown(page: Page, request: APIRequestContext, state: State): Promise<number> {
  await expect.poll(() => urlState(page.url())).toEqual(state);
  const { products, total, totalPages } = await answerFor(request, state);
  await expect(cards(page)).toHaveText(products.map(cardName));
  const words = total === 1 ? '1 fragrance' : `${total} fragrances`;
  const which = state.page > 1 ? `, page ${state.page} of ${totalPages}` : '';
  await expect(count(page)).toHaveText(products.length > 0 ? words + which : 'No products found');
  const numbers = products.length > 0 && totalPages > 1 ? [1, 2].slice(0, totalPages) : [];
  await expect(pages(page).getByRole('link', { name: /^Page/ })).toHaveText(numbers.map(String));
  if (numbers.length > 0)
    await expect(pages(page).locator('[aria-current]')).toHaveText(String(state.page));
  await expect(field(page, 'Search')).toHaveValue(state.search);
  await expect(field(page, 'Category')).toHaveValue(state.category);
  await expect(field(page, 'Sort by')).toHaveValue(state.sortBy);
  const pressed = main(page).getByRole('button', { pressed: true });
  await expect(pressed).toHaveText(state.tag ? [state.tag] : []);
  return products.length > 0 ? totalPages : 0;
}

/** Sets a filter; undefined if that would change nothing. */
async function set(page: Page, state: State, step: Step & { do: 'set' }): Promise<State> {
  const { key, value } = step;
  if (key === 'tag') {
    await tag(page, value).click();
    return { ...state, page: 1, tag: state.tag === value ? '' : value };
  }
  if (state[key] === value) return state;
  if (key === 'search') {
    await field(page, 'Search').fill(value);
    await field(page, 'Search').press('Enter');
  } else {
    await field(page, key === 'category' ? 'Category' : 'Sort by').selectOption(value);
  }
  return { ...state, page: 1, [key]: value };
}

test('on any path through the filters, the page shows what the API answers for the URL', async ({
  page,
  request,
}) => {
  const walk = async (steps: Step[]) => {
    await page.goto('/products');
    await expect(tag(page, 'fresh')).toBeVisible();
    const past: State[] = [PLAIN];
    let at = 0;
    let last = await expectShown(page, request, PLAIN);
    for (const step of steps) {
      const here = past[at] ?? PLAIN;
      let next = here;
      if (step.do === 'set') next = await set(page, here, step);
      else if (step.do === 'page' && last > 1) {
        next = { ...here, page: (step.number % last) + 1 };
        await pages(page)
          .getByRole('link', { name: `Page ${next.page}`, exact: true })
          .click();
      } else if (step.do === 'clear') {
        next = PLAIN;
        await main(page).getByRole('link', { name: 'Clear Filters' }).first().click();
      } else if (step.do === 'reload') await page.reload();
      else if (step.do === 'back' && at > 0) {
        await page.goBack();
        at--;
        next = past[at] ?? PLAIN;
      } else if (step.do === 'forward' && at < past.length - 1) {
        await page.goForward();
        at++;
        next = past[at] ?? PLAIN;
      }
      if (JSON.stringify(next) !== JSON.stringify(past[at])) {
        past.splice(++at, past.length, next);
      }
      last = await expectShown(page, request, next);
    }
  };
  // On a failure the message names seed and path. There is no shrinking, which would take minutes.
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 12, maxLength: 14, size: 'max' }), walk),
    { numRuns: 2, endOnFailure: true, seed: SEED },
  );
});
