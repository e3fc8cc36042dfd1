import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ORDER_EXTRAS } from '#domain/orders/order-extras.ts';
import { PRODUCT_FIELDS } from '#domain/products/product-fields.ts';
import { endpoints } from './endpoints.ts';
import { EXTENSIONS } from './extensions.ts';
import { bySchema } from './reading/by-schema.ts';
import { start } from './reading/reader.ts';

const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');

/** Each call with an example: its heading and its JSON. */
const EXAMPLES = README.split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const [call = ''] = section.split('\n');
    const json = /^```json\n([\s\S]*?)^```/m.exec(section.split(/^## /m)[0] ?? '')?.[1];
    return json === undefined ? [] : [{ call, json }];
  });
const endpointOf = (call: string) =>
  Object.values(endpoints).find(
    ({ method, path }) => `${method} ${path}` === call.replace('{productId}', '{id}'),
  );

it('has an example for each kind of answer', () => {
  expect(EXAMPLES.length).toBeGreaterThanOrEqual(12);
});

it.each(EXAMPLES)('the example of $call is read as it is', ({ call, json }) => {
  const endpoint = endpointOf(call) ?? expect.fail(`There is no call ${call}`);
  const read = 'read' in endpoint ? endpoint.read : bySchema(endpoint.response);
  const at = start();
  read(JSON.parse(json), at);
  expect(at.notes).toEqual([]);
});

it('names every call of the specification, every extension and every declared field', () => {
  for (const endpoint of Object.values(endpoints)) {
    if ('extension' in endpoint) continue;
    const { path, method } = endpoint;
    if (path === '/api/extensions') continue;
    const named =
      path === '/api/review/{id}' && method !== 'DELETE' ? '/api/review/{productId}' : path;
    expect(README).toContain(`${method} ${named}`);
  }
  const declared = Object.keys({ ...PRODUCT_FIELDS, ...ORDER_EXTRAS });
  for (const name of [...EXTENSIONS, ...declared]) expect(README).toContain(`\`${name}\``);
});
