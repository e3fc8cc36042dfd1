import { type Context, Hono } from 'hono';
import PQueue from 'p-queue';
import * as z from 'zod/mini';
import {
  type AgentCatalogue,
  lookUpProduct,
  lookUpProducts,
  searchCatalogue,
} from '#backend/agents/catalogue-answers.ts';
import { cancelCheckout, openCheckout, readCheckout } from '#backend/agents/checkout-answers.ts';
import type { Shopfront } from '#backend/agents/ucp-product.ts';
import { type Result, refuse } from '#backend/base/result.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { shop } from '#config/shop.ts';
import { UCP_BASE, ucpCheckout, ucpLookup, ucpProduct, ucpSearch } from '#contract/ucp.ts';
import { keepable } from '#domain/text.ts';
import { refusalResponse } from './refusals.ts';
import { readParts } from './request-parts.ts';
import { limitCall, wrongMethod } from './routes.ts';

/**
 * The agents' calls that may wait in a process. It answers one at a time, so that shoppers always get their share. The
 * slowest call takes about 30 ms (tests/bench/dearest.ts), so the last one in the queue waits about a second.
 */
const MOST_WAITING = 32;
const BUSY = refuse('unavailable', 'Too many agents are asking. Please try again in a moment.', {
  retryAfter: 2,
});

type Answer = (context: Context, front: Shopfront) => Promise<Result<object>>;

/**
 * Answers the calls of the Universal Commerce Protocol (REST binding), by which agents read the catalogue. The handlers
 * have only the catalogue, whose functions only read, so no call can place, change or pay an order.
 *
 * They do not fetch the profile that an agent names in `UCP-Agent`: they offer the same to everyone, and no stranger
 * decides which address this server calls.
 */
export function ucpRoutes(
  catalogue: AgentCatalogue,
  { SITE_URL, PUBLIC_API_URL }: Pick<Settings, 'SITE_URL' | 'PUBLIC_API_URL'>,
): Hono {
  const app = new Hono();
  const front = { siteUrl: SITE_URL, apiUrl: PUBLIC_API_URL, name: shop.name };
  const queue = new PQueue({ concurrency: 1 });
  const add = (method: 'GET' | 'POST' | 'PUT', path: string, answer: Answer) => {
    const at = UCP_BASE + path;
    if (method !== 'GET') app.on(method, at, limitCall());
    app.on(method, at, async (context) => {
      const result = await answer(context, front);
      if (!result.ok) return refusalResponse(context, result.refusal);
      return context.json(result.value, 200, { 'cache-control': 'no-store' });
    });
  };
  /** Answers in turn. The body is read before, so a slow one makes nobody wait. */
  const inTurn = async (answer: () => ReturnType<Answer>) =>
    queue.size < MOST_WAITING ? queue.add(answer) : BUSY;
  /** Returns the answer for a call with a body. */
  const withBody =
    <S extends z.ZodMiniType>(
      schema: S,
      answer: (
        catalogue: AgentCatalogue,
        body: z.output<S>,
        front: Shopfront,
      ) => ReturnType<Answer>,
    ): Answer =>
    async (context, front) => {
      const parts = await readParts({ ...CALL, body: schema }, context.req);
      if (!parts.ok) return parts;
      const body = parts.value.body as z.output<S>;
      return inTurn(() => answer(catalogue, body, front));
    };
  /** Returns the answer for a call of one checkout. */
  const named =
    (answer: typeof readCheckout): Answer =>
    (context, front) =>
      inTurn(async () => answer(catalogue, keepable(context.req.param('id') ?? ''), front));

  add('POST', '/catalog/search', withBody(ucpSearch, searchCatalogue));
  add('POST', '/catalog/lookup', withBody(ucpLookup, lookUpProducts));
  add('POST', '/catalog/product', withBody(ucpProduct, lookUpProduct));
  add('POST', '/checkout-sessions', withBody(ucpCheckout, openCheckout));
  add('GET', '/checkout-sessions/:id', named(readCheckout));
  add('PUT', '/checkout-sessions/:id', withBody(ucpCheckout, openCheckout));
  add('POST', '/checkout-sessions/:id/complete', named(readCheckout));
  add('POST', '/checkout-sessions/:id/cancel', named(cancelCheckout));
  const methods = Map.groupBy(app.routes, ({ path }) => path);
  for (const [path, routes] of methods) {
    const allowed = [...new Set(routes.map(({ method }) => method))];
    app.all(path, (context) => wrongMethod(context, allowed));
  }
  return app;
}

/** Only for readParts. */
const CALL = {
  method: 'POST',
  path: UCP_BASE,
  summary: '',
  auth: 'none',
  response: z.unknown(),
} as const;
