import * as z from 'zod/mini';
import { type Endpoint, endpoints } from '#contract/endpoints.ts';
import { apiError } from '#contract/errors.ts';
import {
  DEVICE_HEADER,
  IDEMPOTENCY_HEADER,
  PREVIOUS_ATTEMPTS,
  PREVIOUS_ATTEMPTS_HEADER,
  SECRET_HEADER,
} from '#contract/headers.ts';
import * as order from '#contract/order.ts';
import * as product from '#contract/product.ts';
import { NDJSON } from './routes.ts';

type Json = Record<string, unknown>;

/** Named schemas, to which others refer. */
const NAMED = {
  Error: apiError,
  Product: product.product,
  Discount: product.discount,
  Order: order.order,
} as const;

/** Makes the OpenAPI 3.1 document of the API from the contract's table. */
export function openApiDocument(): Json {
  const components = new Map<string, Json>();
  const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
    const {
      $defs,
      $schema: _,
      ...json
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      metadata: names,
    }) as Json;
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
      const { id: _id, ...rest } = definition;
      components.set(name, withReferences(rest) as Json);
    }
    return withReferences(json) as Json;
  };
  const names = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });
  // Only a nested schema becomes a definition.
  for (const schema of Object.values(NAMED)) schemaOf(z.object({ schema }), 'output');

  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    paths[endpoint.path] ??= {};
    const path = paths[endpoint.path] as Json;
    path[endpoint.method.toLowerCase()] = operation(name, endpoint, schemaOf);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Turare product API',
      version: '1',
      description:
        'Amounts are in naira. Times are ISO 8601 in UTC. A backend offers a call with x-extension only if it lists that extension at /api/extensions.',
    },
    paths,
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(
  name: string,
  endpoint: Endpoint,
  schemaOf: (schema: z.ZodMiniType, io: 'input' | 'output') => Json,
): Json {
  const parameters = [
    ...parametersOf('path', endpoint.params && schemaOf(endpoint.params, 'output')),
    ...parametersOf('query', endpoint.query && schemaOf(endpoint.query, 'output')),
  ];
  if (endpoint.secret) {
    parameters.push({
      name: SECRET_HEADER,
      in: 'header',
      required: false,
      description: `What the address is asked for as {${endpoint.secret}}, URL-encoded, if the address has - there: a secret is then in no log.`,
      schema: { type: 'string', maxLength: 300 },
    });
  }
  if (name === 'initializePayment') {
    parameters.push({
      name: IDEMPOTENCY_HEADER,
      in: 'header',
      required: false,
      description:
        'One key per attempt to pay. The same key with the same body returns the first answer again.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,100}$' },
    });
    parameters.push({
      name: PREVIOUS_ATTEMPTS_HEADER,
      in: 'header',
      required: false,
      description: `The keys of at most ${PREVIOUS_ATTEMPTS} earlier attempts, separated by commas. The new order replaces those that are not paid.`,
      schema: { type: 'string' },
    });
  }
  if (name === 'ownLive') {
    parameters.push({
      name: PREVIOUS_ATTEMPTS_HEADER,
      in: 'header',
      required: false,
      description: 'The keys of the attempts whose unpaid orders are this browser’s own.',
      schema: { type: 'string' },
    });
  }
  if (
    endpoint.method === 'POST' &&
    endpoint.auth === 'none' &&
    endpoint.path.startsWith('/api/auth/')
  ) {
    parameters.push({
      name: DEVICE_HEADER,
      in: 'header',
      required: false,
      description: 'A random name that the browser has made for itself and keeps.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,100}$' },
    });
  }
  const body = endpoint.body && schemaOf(endpoint.body, 'input');
  const answer = schemaOf(endpoint.response, 'output');
  const json = (schema: Json) => ({ 'application/json': { schema } });
  return {
    operationId: name,
    summary: endpoint.summary,
    ...(endpoint.extension ? { 'x-extension': endpoint.extension } : {}),
    ...(endpoint.auth === 'none'
      ? {}
      : { security: endpoint.auth === 'optional' ? [{}, { session: [] }] : [{ session: [] }] }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
    ...(endpoint.bytes ? { requestBody: { required: true, content: { 'image/*': {} } } } : {}),
    responses: {
      200: endpoint.stream
        ? {
            description: 'Success: one such document per line',
            content: { [NDJSON]: { schema: answer } },
          }
        : { description: 'Success', content: json(answer) },
      default: {
        description: 'Refused',
        content: json({ $ref: '#/components/schemas/Error' }),
      },
    },
  };
}

function parametersOf(place: 'path' | 'query', schema: Json | undefined): Json[] {
  if (!schema) return [];
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([name, part]) => ({
    name,
    in: place,
    // zod requires a value with a default in its output. A client may leave it out.
    required: place === 'path' || (required.includes(name) && !('default' in part)),
    schema: part,
  }));
}

/** Turns JSON Schema references into those of OpenAPI, and allows fields that a later version may add. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !(key === 'additionalProperties' && part === false))
      .map(([key, part]) => [
        key,
        key === '$ref' && typeof part === 'string'
          ? part.replace('#/$defs/', '#/components/schemas/')
          : withReferences(part),
      ]),
  );
}
