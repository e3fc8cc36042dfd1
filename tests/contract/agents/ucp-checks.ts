import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * The requirements of UCP 2026-04-08 for an answer, in our words: required fields, types and values of the schemas at
 * https://ucp.dev/2026-04-08/schemas/shopping/. `npm run test:agents` checks the same answers against the schemas
 * themselves.
 */

const text = { type: 'string', minLength: 1 };
const uri = { type: 'string', format: 'uri' };
const amount = { type: 'integer', minimum: 0 };
const list = (items: object, more = {}) => ({ type: 'array', items, ...more });
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});

const price = object({ amount, currency: { type: 'string', pattern: '^[A-Z]{3}$' } });
const range = object({ min: price, max: price });
const plain = object({ plain: text });
const media = object({ type: text, url: uri, alt_text: text });
const link = object({ type: text, url: uri });
const total = object({ type: text, amount: { type: 'integer' } });
const version = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const entity = object({ version });

const variant = object(
  {
    id: text,
    title: text,
    description: plain,
    url: uri,
    price,
    list_price: price,
    availability: object({ available: { type: 'boolean' }, status: text }),
    seller: object({ name: text, links: list(link) }),
    inputs: list(object({ id: text, match: { enum: ['exact', 'featured'] } }), { minItems: 1 }),
  },
  ['id', 'title', 'description', 'price'],
);
const product = object(
  {
    id: text,
    title: text,
    description: plain,
    url: uri,
    categories: list(object({ value: text })),
    price_range: range,
    list_price_range: range,
    media: list(media),
    variants: list(variant, { minItems: 1 }),
    rating: object({
      value: { type: 'number', minimum: 0 },
      scale_max: { const: 5 },
      count: amount,
    }),
    tags: list({ type: 'string' }),
    metadata: { type: 'object' },
  },
  ['id', 'title', 'description', 'price_range', 'variants'],
);
const looked = structuredClone(product);
(looked.properties.variants as { items: { required: string[] } }).items.required.push('inputs');

const message = {
  type: 'object',
  required: ['type', 'content'],
  properties: { type: { enum: ['error', 'warning', 'info'] }, content: text, code: text },
  if: { properties: { type: { const: 'error' } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: {
    required: ['code', 'severity'],
    properties: {
      severity: {
        enum: ['recoverable', 'requires_buyer_input', 'requires_buyer_review', 'unrecoverable'],
      },
    },
  },
};
const envelope = (status: string) =>
  object({
    version,
    status: { const: status },
    capabilities: { type: 'object', minProperties: 1, additionalProperties: list(entity) },
  });
const messages = list(message);
const ucp = envelope('success');

const SCHEMAS = {
  search: object(
    {
      ucp,
      products: list(product),
      pagination: {
        ...object({ has_next_page: { type: 'boolean' }, cursor: text, total_count: amount }, [
          'has_next_page',
        ]),
        if: { properties: { has_next_page: { const: true } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['cursor'] },
      },
      messages,
    },
    ['ucp', 'products'],
  ),
  lookup: object({ ucp, products: list(looked), messages }, ['ucp', 'products']),
  product: object({ ucp, product, messages }, ['ucp', 'product']),
  refused: object({
    ucp: envelope('error'),
    messages: list(message, { minItems: 1 }),
    continue_url: uri,
  }),
  checkout: object(
    {
      ucp: { ...ucp, required: [...ucp.required, 'payment_handlers'] },
      id: text,
      line_items: list(
        object({
          id: text,
          item: object({ id: text, title: text, price: amount }),
          quantity: { type: 'integer', minimum: 1 },
          totals: list(total),
        }),
        { minItems: 1 },
      ),
      status: { enum: ['requires_escalation', 'canceled'] },
      currency: { const: 'NGN' },
      totals: {
        ...list(total),
        allOf: ['subtotal', 'total'].map((type) => ({
          contains: { properties: { type: { const: type } } },
          minContains: 1,
          maxContains: 1,
        })),
      },
      links: list(link),
      continue_url: uri,
      messages,
    },
    ['ucp', 'id', 'line_items', 'status', 'currency', 'totals', 'links'],
  ),
  /** A transport error. */
  error: { ...object({ code: text, content: text }), additionalProperties: { type: 'string' } },
} as const;

export type UcpAnswer = keyof typeof SCHEMAS;

const ajv = new Ajv2020({ allErrors: true, strict: false });
ajv.addFormat('uri', (given: string) => URL.canParse(given));

/** Returns what such an answer lacks; empty if nothing. */
export function lacks(kind: UcpAnswer, answer: unknown): string[] {
  const validate = ajv.compile(SCHEMAS[kind]);
  if (validate(answer)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
