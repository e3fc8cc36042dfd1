import * as z from 'zod/mini';
import { text } from './values.ts';

/**
 * The Universal Commerce Protocol (ucp.dev), by which an agent finds and reads the catalogue (extension `ucp`). Version
 * 2026-04-08; the schemas are at https://ucp.dev/2026-04-08/schemas/. Amounts are kobo.
 */
export const UCP_VERSION = '2026-04-08';

/** The start of the calls' paths. */
export const UCP_BASE = '/api/ucp';

/** The path at which a site lists its offers for agents. */
export const UCP_PROFILE = '/.well-known/ucp';

const PUBLISHED = `https://ucp.dev/${UCP_VERSION}`;

/** An agent's possible actions here, each with the page that specifies it. */
const CAPABILITIES = {
  'dev.ucp.shopping.catalog.search': ['catalog/search', 'catalog_search'],
  'dev.ucp.shopping.catalog.lookup': ['catalog/lookup', 'catalog_lookup'],
  'dev.ucp.shopping.checkout': ['checkout', 'checkout'],
} as const;
export type UcpCapability = keyof typeof CAPABILITIES;

/** Returns the document at UCP_PROFILE, without payment, because no agent can pay. @param api - the API's absolute address. */
export const ucpProfile = (api: string) => ({
  ucp: {
    version: UCP_VERSION,
    services: {
      'dev.ucp.shopping': [
        {
          version: UCP_VERSION,
          spec: `${PUBLISHED}/specification/overview`,
          transport: 'rest',
          schema: `${PUBLISHED}/services/shopping/rest.openapi.json`,
          endpoint: api + UCP_BASE,
        },
      ],
    },
    capabilities: Object.fromEntries(
      Object.entries(CAPABILITIES).map(([name, [page, schema]]) => [
        name,
        [
          {
            version: UCP_VERSION,
            spec: `${PUBLISHED}/specification/${page}`,
            schema: `${PUBLISHED}/schemas/shopping/${schema}.json`,
          },
        ],
      ]),
    ),
    payment_handlers: {},
  },
});

/** Returns the beginning of each answer. */
export const ucpEnvelope = (
  capability: UcpCapability,
  status: 'success' | 'error' = 'success',
) => ({
  version: UCP_VERSION,
  status,
  capabilities: { [capability]: [{ version: UCP_VERSION }] },
});

const id = text(200).check(z.minLength(1));
/** An agent's statements about its buyer and itself. None are stored. */
const context = z.optional(z.looseObject({ currency: z.optional(z.string()) }));
const kobo = z.int().check(z.nonnegative());

const filters = z.looseObject({
  /** A product is in one of them: a category or a brand, in any case. */
  categories: z.optional(z.array(text(200)).check(z.maxLength(20))),
  price: z.optional(z.object({ min: z.optional(kobo), max: z.optional(kobo) })),
});
export type UcpFilters = z.infer<typeof filters>;

export const ucpSearch = z
  .object({
    query: z.optional(text(200)),
    filters: z.optional(filters),
    context,
    pagination: z.optional(
      z.object({
        cursor: z.optional(z.string().check(z.maxLength(20))),
        limit: z.optional(z.int().check(z.minimum(1))),
      }),
    ),
  })
  .check(
    z.refine(
      ({ query, filters }) => Boolean(query) || Object.keys(filters ?? {}).length > 0,
      'Name a query or a filter',
    ),
  );
export type UcpSearch = z.infer<typeof ucpSearch>;

export const ucpLookup = z.object({
  ids: z.array(id).check(z.minLength(1)),
  filters: z.optional(filters),
  context,
});
export type UcpLookup = z.infer<typeof ucpLookup>;

/** Options narrow variants. A product here has one, so they change nothing. */
export const ucpProduct = z.object({ id, filters: z.optional(filters), context });
export type UcpProduct = z.infer<typeof ucpProduct>;

/** A cart. Buyer, payment and everything else that an agent may send is ignored. */
export const ucpCheckout = z.object({
  line_items: z
    .array(
      z.object({
        item: z.object({ id }),
        quantity: z.int().check(z.minimum(1), z.maximum(1000)),
      }),
    )
    .check(z.minLength(1), z.maxLength(50)),
});
export type UcpCheckout = z.infer<typeof ucpCheckout>;
