import type { ListPage } from '#contract/reading/product.ts';
import { isRecord } from '#contract/reading/record.ts';
import { PAGE_SIZE, pageCount } from '#domain/products/pagination.ts';
import { CARD_FACTS, type CardFactName, sizesText } from '#domain/products/product-facts.ts';
import type { Reading } from '#site/client/reading.ts';
import { isText } from '#site/storage/json.ts';
import { type Card, cardFacts } from './card.ts';
import { isCountIfAny, isTextIfAny, quickFigures } from './quick-figures.ts';

const isNumberIfAny = (value: unknown): value is number | undefined =>
  value === undefined || (typeof value === 'number' && value > 0);
const isFactIfAny = ([name, value]: [string, unknown]) =>
  CARD_FACTS[name as CardFactName].kind === 'text' ? isTextIfAny(value) : isNumberIfAny(value);

/** Returns the card's part of a product that keeps the contract; undefined for any other. */
function quickCard(value: unknown): Card | undefined {
  const figures = quickFigures(value);
  if (!figures || !isRecord(value)) return undefined;
  const { _id, name, images, image, brand, pictures, sizes, choose } = value;
  if (!isText(_id, 200) || !isText(name, 300) || !Array.isArray(images)) return undefined;
  if (![...images, image ?? '-'].every((url) => isText(url, 2000))) return undefined;
  const facts = cardFacts(value);
  if (!isNumberIfAny(choose) || !isTextIfAny(brand) || !Object.entries(facts).every(isFactIfAny))
    return undefined;
  if (pictures !== undefined && !(Array.isArray(pictures) && pictures.every(isMeta))) {
    return undefined;
  }
  const { movedTo, ...rest } = figures;
  const data = { ...rest, name, image: images[0] ?? image ?? '' };
  const sized = Array.isArray(sizes) && sizes.every(isRecord) && { sizes: sizesText(sizes) };
  const chosen = choose && { choose };
  const discount = figures.discount ?? null;
  return { ...data, discount, brand, ...facts, pictures, ...sized, ...chosen };
}

const isMeta = (value: unknown) =>
  isRecord(value) &&
  [value.width, value.height].every((side) => Number.isSafeInteger(side) && (side as number) > 0) &&
  /^#[0-9a-f]{6}$/.test(String(value.color));

export interface ListingAnswer {
  products: Card[];
  pages: number;
  total: number;
  /** false when there may be more products than `total`: the backend does not count them. */
  isCounted: boolean;
}

export const LISTING: Reading<ListPage<Card>> = {
  quick(answer) {
    if (!isRecord(answer) || !Array.isArray(answer.products)) return undefined;
    const { products: sent, total, totalPages } = answer;
    if (!isCountIfAny(total) || !isCountIfAny(totalPages)) return undefined;
    const products = sent.flatMap((product) => quickCard(product) ?? []);
    return products.length === sent.length ? { products, sent, total, totalPages } : undefined;
  },
  full: async () => (await import('./product-readers.ts')).readListing,
};

/** Returns a list's answer as the page shows it. @param page - the requested page. */
export function listingAnswer(answer: ListPage<Card>, page = 1): ListingAnswer {
  const { products, total } = answer;
  // A product that was left out still fills its page.
  const pages = pageCount({ ...answer, products: answer.sent }, page);
  const known = (page - 1) * PAGE_SIZE + products.length;
  const isCounted = total !== undefined || pages <= page;
  return { products, pages, total: total ?? known, isCounted };
}
