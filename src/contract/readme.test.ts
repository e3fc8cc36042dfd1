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

const SPEC = readFileSync(join(import.meta.dirname, '../spec.md'), 'utf8');

/** The parts of a schema of zod that hold others. */
interface Def {
  shape?: Record<string, Schema>;
  options?: readonly Schema[];
  innerType?: Schema;
  element?: Schema;
}
type Schema = { _zod: { def: object } };

/** Returns the paths of all fields in a schema. */
function fieldsOf(schema: Schema | undefined, path: string): string[] {
  if (!schema) return [];
  const { shape = {}, options = [], innerType, element } = schema._zod.def as Def;
  return [
    ...Object.entries(shape).flatMap(([name, inner]) => [
      `${path}.${name}`,
      ...fieldsOf(inner, `${path}.${name}`),
    ]),
    ...[...options, innerType, element].flatMap((inner) => fieldsOf(inner, path)),
  ];
}

it('declares each field of a call of the specification: there, in an example or a row here, or by an extension of its name', () => {
  const isDeclared = (name: string) =>
    new RegExp(`\\b${name}\\b`).test(SPEC) ||
    README.includes(`\`${name}\``) ||
    README.includes(`"${name}":`) ||
    EXTENSIONS.some((extension) => extension.endsWith(`.${name}`));
  const calls = Object.entries(endpoints).filter(([, endpoint]) => !('extension' in endpoint));
  const undeclared = calls.flatMap(([call, endpoint]) =>
    [
      ...fieldsOf(endpoint.response, call),
      ...('body' in endpoint ? fieldsOf(endpoint.body, call) : []),
    ].filter((path) => !isDeclared(path.split('.').at(-1) ?? '')),
  );
  expect(undeclared).toEqual([]);
});
