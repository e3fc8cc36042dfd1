import type { HonoRequest } from 'hono';
import * as z from 'zod/mini';
import { done, type Result, refuse } from '#backend/base/result.ts';
import type { Endpoint } from '#contract/endpoints.ts';
import { NO_SECRET, SECRET_HEADER } from '#contract/headers.ts';

// zod/mini has no messages, and every fault must read as a sentence.
z.config(z.locales.en());

/** The largest body that a call accepts, in bytes. */
export const BODY_LIMIT = 256 * 1024;

type Schema = z.ZodMiniType;
type ReadBy<S> = S extends Schema ? z.output<S> : undefined;

/** The parts of a request, as the schemas of its endpoint read them. */
export interface Parts<E extends Endpoint> {
  params: E extends { params: infer S } ? ReadBy<S> : undefined;
  query: E extends { query: infer S } ? ReadBy<S> : undefined;
  body: E extends { body: infer S } ? ReadBy<S> : undefined;
}

/** Reads and checks everything that an endpoint takes. A refusal names each fault by its path. */
export async function readParts<E extends Endpoint>(
  endpoint: E,
  request: HonoRequest,
): Promise<Result<Parts<E>>> {
  const body = endpoint.body ? await readJson(request) : done(undefined);
  if (!body.ok) return body;
  // An empty value in a query string filters nothing, like an absent one.
  const query = Object.fromEntries(
    Object.entries(request.query()).filter(([, value]) => value !== ''),
  );
  const given = { params: readParams(endpoint, request), query, body: body.value };
  const parts: Record<string, unknown> = {};
  const fields: Record<string, string> = {};
  for (const name of ['params', 'query', 'body'] as const) {
    const schema = endpoint[name];
    if (!schema) continue;
    const read = schema.safeParse(given[name]);
    if (read.success) parts[name] = read.data;
    else for (const issue of read.error.issues) fields[fieldName(issue.path)] ??= issue.message;
  }
  const faults = Object.entries(fields);
  if (faults.length > 0) {
    const list = faults.slice(0, 5).map(([path, fault]) => (path ? `${path}: ${fault}` : fault));
    const more = faults.length > list.length ? ` (and ${faults.length - list.length} more)` : '';
    return refuse('validation_failed', `The request is not valid. ${list.join('; ')}${more}`, {
      fields,
    });
  }
  return done(parts as unknown as Parts<E>);
}

/** Returns the parameters of the address. A secret that is not in the address is in a header (extension secret.header). */
function readParams({ secret }: Endpoint, request: HonoRequest): Record<string, string> {
  const params: Record<string, string> = request.param();
  if (!secret || params[secret] !== NO_SECRET) return params;
  const sent = request.header(SECRET_HEADER) ?? '';
  try {
    return { ...params, [secret]: decodeURIComponent(sent) };
  } catch {
    // This is not a valid encoding, so it is not a secret.
    return { ...params, [secret]: sent };
  }
}

const fieldName = (path: readonly PropertyKey[]) => path.map(String).join('.');

async function readJson(request: HonoRequest): Promise<Result<unknown>> {
  const type = request.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    return refuse(
      'unsupported_media_type',
      'Send the body as JSON, with content-type: application/json.',
    );
  }
  try {
    return done(JSON.parse(await request.text()));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse('malformed_json', `The body is not valid JSON: ${error.message}`);
  }
}
