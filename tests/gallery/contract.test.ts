import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { apiError } from '#contract/errors.ts';
import { fixedAnswers, MISSING } from './api/answers.ts';
import { apiRoutes } from './api/routes.ts';
import { longOrder } from './data/orders.ts';
import { longText, oudWood, products } from './data/products.ts';
import { STATES } from './screens.ts';

/** Parameters for which the fixed data has an answer. */
const params: Partial<Record<EndpointName, Record<string, string>>> = {
  product: { id: oudWood.id },
  order: { id: longOrder._id },
};

const names = Object.keys(endpoints) as EndpointName[];
const faultsOf = (name: EndpointName, body: unknown) =>
  endpoints[name].response.safeParse(body).error?.issues ?? [];

describe('the fixed data', () => {
  it.each(names)('answers %s as the contract says', (name) => {
    const query = new URLSearchParams({ ids: oudWood.id });
    const answer = fixedAnswers[name]({ params: params[name] ?? {}, query });
    // The gallery does not offer the snapshot.
    if (name !== 'catalogueSnapshot') expect(faultsOf(name, answer)).toEqual([]);
    else expect(answer).toBe(MISSING);
  });

  it('has long and numerous values that can break layouts', () => {
    expect(products).toHaveLength(60);
    expect(longText.name).toHaveLength(70);
    expect(longText.tags).toHaveLength(12);
    expect(longOrder.shippingInfo.state).toHaveLength(40);
    expect(longOrder.shippingInfo.city).toHaveLength(40);
  });
});

describe('the states', () => {
  const answers = STATES.flatMap(({ name, api = {} }) =>
    Object.entries(api).map(([call, answer]) => ({ name, call: call as EndpointName, answer })),
  );

  it.each(answers)('$name: $call answers as the contract says', async ({ name, call, answer }) => {
    if (typeof answer === 'string') return;
    if ('body' in answer) return expect(faultsOf(call, answer.body)).toEqual([]);
    const state = STATES.find((each) => each.name === name);
    const { method, path } = endpoints[call];
    const app = new Hono().route(
      '/',
      apiRoutes(() => state),
    );
    const refusal = await app.request(path.replace(/\{\w+\}/, 'any'), { method });
    expect(apiError.safeParse(await refusal.json()).error?.issues ?? []).toEqual([]);
    expect(refusal.ok).toBe(false);
  });

  it('have unique names that are valid in a host name', () => {
    expect(
      STATES.map(({ name }) => name).filter((name) => !/^[a-z][a-z0-9-]{0,62}$/.test(name)),
    ).toEqual([]);
    expect(new Set(STATES.map(({ name }) => name)).size).toBe(STATES.length);
  });
});
