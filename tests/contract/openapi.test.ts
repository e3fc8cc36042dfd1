import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '#contract/endpoints.ts';
import { openShop, type TestShop } from './shop.harness.ts';

let shop: TestShop;
// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is looked into at many depths
let document: any;
beforeAll(async () => {
  shop = await openShop();
  document = (await shop.get('/api/openapi.json')).body;
});
afterAll(() => shop.close());

test('is OpenAPI 3.1 with every call of the table and no other', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const table = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect(described.sort()).toEqual(table.sort());
});

test.each(Object.entries<Endpoint>(endpoints))('%s', (name, endpoint) => {
  const operation = document.paths[endpoint.path][endpoint.method.toLowerCase()];
  expect(operation.operationId).toBe(name);
  const type = endpoint.stream ? 'application/x-ndjson' : 'application/json';
  expect(Object.keys(operation.responses['200'].content)).toEqual([type]);
  expect(operation.responses['200'].content[type].schema).toBeTypeOf('object');
  expect(operation.responses.default.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Error',
  });
  expect('requestBody' in operation).toBe('body' in endpoint || 'bytes' in endpoint);
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
  const described = (operation.parameters ?? [])
    .filter((parameter: { in: string }) => parameter.in === 'path')
    .map((parameter: { name: string; required: boolean }) => {
      expect(parameter.required).toBe(true);
      return parameter.name;
    });
  expect(described).toEqual(inPath);
});

test('every reference resolves', () => {
  const text = JSON.stringify(document);
  for (const [, name] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    expect(Object.keys(document.components.schemas)).toContain(name);
  }
  expect(text).not.toContain('#/$defs/');
  expect(text).not.toContain('__schema');
});

test('marks optional fields', () => {
  const parameters = document.paths['/api/product'].get.parameters;
  expect(parameters.every((parameter: { required: boolean }) => !parameter.required)).toBe(true);
  expect(document.paths['/api/live'].get.parameters).toMatchObject([
    { name: 'ids', required: true },
  ]);
  const body = document.paths['/api/payment/initialize'].post.requestBody;
  expect(body.content['application/json'].schema.required).toEqual(
    expect.not.arrayContaining(['shippingLocation']),
  );
});
