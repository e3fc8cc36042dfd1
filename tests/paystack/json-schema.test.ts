import { expect, test } from 'vitest';
import { toJsonSchema } from './json-schema.ts';

test.each([
  [{ type: 'string', nullable: true, example: 'x' }, { type: ['string', 'null'] }],
  [{ nullable: true }, {}],
  [{ type: 'string', nullable: false }, { type: 'string' }],
  [
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    { properties: { nullable: { type: 'integer', nullable: true } } },
    { properties: { nullable: { type: ['integer', 'null'] } } },
  ],
  [
    { items: [{ anyOf: [{ type: 'object', nullable: true }] }] },
    { items: [{ anyOf: [{ type: ['object', 'null'] }] }] },
  ],
])('%j', (openApi, jsonSchema) => {
  expect(toJsonSchema(openApi)).toEqual(jsonSchema);
});
