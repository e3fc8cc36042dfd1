import type { QuoteAnswer, QuoteBody } from '#contract/promotion.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { CallError } from '#site/client/errors.ts';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';

const askQuotePart = lazyPart(() => import('./ask-quote.ts'));

/** A cart, and the other known parts of the order. */
export interface Quoted {
  items: readonly Pick<CartItem, 'id' | 'quantity'>[];
  place?: { place: string; amount: number } | undefined;
  code?: string;
}

/** Returns the question as text: equal for equal orders. */
export function quoteOf({ items, place, code = '' }: Quoted): string {
  return JSON.stringify({
    items: items.map(({ id, quantity }) => ({ productId: id, quantity })),
    ...(place && { shippingFee: place.amount, shippingLocation: place.place }),
    ...(code.trim() && { code: code.trim() }),
  } satisfies QuoteBody);
}

const MOST = 4;
let answers = new Map<string, Promise<QuoteAnswer>>();

/**
 * Fetches the promotions' discounts, once for equal orders. They are no promise: the order decides.
 * @throws CallError
 */
export function fetchQuote(asked: string): Promise<QuoteAnswer> {
  const known = answers.get(asked);
  if (known) return known;
  const answer = loadModule(askQuotePart).then(({ askQuote }) => askQuote(JSON.parse(asked)));
  answers = new Map([...answers, [asked, answer] as const].slice(-MOST));
  answer.catch(() => answers.get(asked) === answer && answers.delete(asked));
  return answer;
}

/** Milliseconds that a click waits for a quote. */
const PRESS_MS = 5000;

const unlessCalled = (error: unknown) => {
  if (!(error instanceof CallError)) throw error;
};

/**
 * Fetches the quote for a click; retries once after a failure. Returns undefined if there is no answer within 5 s: the
 * order decides then.
 */
export function fetchQuoteForPress(asked: string): Promise<QuoteAnswer | undefined> {
  const twice = fetchQuote(asked).catch((error: unknown) => {
    unlessCalled(error);
    return fetchQuote(asked).catch(unlessCalled);
  });
  const late = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PRESS_MS);
  });
  return Promise.race([twice, late]).then((answer) => answer ?? undefined);
}

/** Stores the discount (naira) that the server gave when it refused an order, as the answer for just this order. */
export function keepTold(asked: string, discount: number): void {
  const applied = discount > 0 ? [{ label: 'Discount', amount: discount }] : [];
  const told = { discount, applied, lines: [], shippingDiscount: 0, hints: [] };
  answers.set(asked, Promise.resolve(told));
}

/** Forgets all answers: the server has said that one of them is outdated. */
export const dropQuotes = () => answers.clear();
