import { done, type Result, refuse } from '#backend/base/result.ts';
import type { Place } from '#backend/products/catalogue/listing.ts';
import type { Wanted } from '#backend/products/catalogue/products.ts';
import { paths } from '#config/paths.ts';
import type { Product, ProductList } from '#contract/product.ts';
import { type UcpLookup, type UcpProduct, type UcpSearch, ucpEnvelope } from '#contract/ucp.ts';
import { applyFilters, type Message } from './filters.ts';
import { type Shopfront, ucpProductOf } from './ucp-product.ts';

const SEARCH = 'dev.ucp.shopping.catalog.search';
const LOOKUP = 'dev.ucp.shopping.catalog.lookup';

/** The products in an answer, unless the agent wants fewer or more (UCP: 10 by default). */
const USUAL = 10;
const MOST = 50;
/** The most products that one call examines for a filter. The next call continues after them. */
const LOOKED_AT = 150;
/** The most ids in one call. */
const MOST_IDS = 50;

/** The source of the answers (http/services.ts). */
export interface AgentCatalogue {
  part(query: Wanted, place: Place): Promise<Pick<ProductList, 'products' | 'total'>>;
  /** Returns products that are shown, by the ids that the agent used. */
  named(ids: readonly string[]): Promise<Map<string, Product>>;
}

const withMessages = (messages: readonly Message[]) => (messages.length > 0 ? { messages } : {});

/**
 * Searches the catalogue (UCP `search_catalog`). The list has at most one category as a filter, so all other filters are
 * applied here. The cursor says how far the list was read.
 */
export async function searchCatalogue(
  catalogue: Pick<AgentCatalogue, 'part'>,
  { query = '', filters, context, pagination = {} }: UcpSearch,
  front: Shopfront,
): Promise<Result<object>> {
  const began = readCursor(pagination.cursor);
  if (began === undefined) {
    return refuse('validation_failed', 'pagination.cursor is not a cursor of this shop.');
  }
  const wanted = Math.min(pagination.limit ?? USUAL, MOST);
  const { categories = [], ...others } = filters ?? {};
  // One category goes to the list, which also knows its former names and other spellings.
  const [category = ''] = categories.length === 1 ? categories : [];
  const here = category === '' ? filters : others;
  const { matches, messages } = applyFilters(here, context?.currency);
  const whole = filters?.price === undefined && categories.length < 2;
  const { products, total } = await catalogue.part(
    { search: query, category, tag: '', sortBy: 'createdAt', sortOrder: 'desc' },
    { offset: began, limit: whole ? wanted : LOOKED_AT },
  );
  const found: Product[] = [];
  let position = began;
  for (const product of products) {
    if (found.length === wanted) break;
    position += 1;
    if (matches(product)) found.push(product);
  }
  const more = position < total;
  return done({
    ucp: ucpEnvelope(SEARCH),
    products: found.map((product) => ucpProductOf(product, front)),
    pagination: {
      has_next_page: more,
      ...(more && { cursor: String(position) }),
      ...(whole && { total_count: total }),
    },
    ...withMessages(messages),
  });
}

/** Reads a cursor: the number of products that were read. */
function readCursor(cursor = '0'): number | undefined {
  return /^\d{1,7}$/.test(cursor) ? Number(cursor) : undefined;
}

/** Returns some products by id (UCP `lookup_catalog`). A former id finds its product. */
export async function lookUpProducts(
  catalogue: Pick<AgentCatalogue, 'named'>,
  { ids, filters, context }: UcpLookup,
  front: Shopfront,
): Promise<Result<object>> {
  const asked = [...new Set(ids)];
  if (asked.length > MOST_IDS) {
    return refuse('payload_too_large', `Ask for at most ${MOST_IDS} ids at a time.`);
  }
  const { matches, messages } = applyFilters(filters, context?.currency);
  const known = await catalogue.named(asked);
  const inputs = Map.groupBy(known.keys(), (one) => known.get(one)?.id);
  const products = [...new Map([...known.values()].map((each) => [each.id, each])).values()];
  return done({
    ucp: ucpEnvelope(LOOKUP),
    products: products
      .filter(matches)
      .map((product) => ucpProductOf(product, front, inputs.get(product.id))),
    ...withMessages([
      ...messages,
      ...asked
        .filter((one) => !known.has(one))
        .map((one): Message => ({ type: 'info', code: 'not_found', content: one })),
    ]),
  });
}

/** Returns one product by id (UCP `get_product`). */
export async function lookUpProduct(
  catalogue: Pick<AgentCatalogue, 'named'>,
  { id, filters, context }: UcpProduct,
  front: Shopfront,
): Promise<Result<object>> {
  const { matches, messages } = applyFilters(filters, context?.currency);
  const product = (await catalogue.named([id])).get(id);
  if (!product || !matches(product)) {
    return done({
      ucp: ucpEnvelope(LOOKUP, 'error'),
      messages: [
        {
          type: 'error',
          code: 'not_found',
          content: `The shop does not sell a product with the id ${id}.`,
          severity: 'unrecoverable',
        } satisfies Message,
      ],
      continue_url: front.siteUrl + paths.products,
    });
  }
  return done({
    ucp: ucpEnvelope(LOOKUP),
    product: ucpProductOf(product, front),
    ...withMessages(messages),
  });
}
