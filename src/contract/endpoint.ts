import type * as z from 'zod/mini';
import type { Extension } from './extensions.ts';

type Schema = z.ZodMiniType;

/** One call: what it takes and what it answers. Routes, the site's client and OpenAPI are made from it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** With parameters in braces, as OpenAPI writes them. */
  path: string;
  summary: string;
  /**
   * Whether a bearer token is needed, read if there, or not looked at. One that is there and has run out is refused: who
   * believes to be logged in would not find the order among hers.
   */
  auth: 'none' | 'optional' | 'required';
  params?: Schema;
  query?: Schema;
  body?: Schema;
  response: Schema;
  /** The answer is NDJSON: lines that end with \n, each a JSON document as `response` has it. */
  stream?: true;
  /** What another backend answers here is not known (spec §7: not shown): the site does not read it. */
  unread?: true;
  /** The extension that the call belongs to; absent for the calls of spec §7. */
  extension?: Extension;
}

type Rest = Omit<Endpoint, 'method' | 'path' | 'summary' | 'auth'>;

/** A GET without a bearer token. */
export const get = <const R extends Rest>(path: string, summary: string, rest: R) =>
  ({ method: 'GET', path, summary, auth: 'none', ...rest }) as const;
/** A POST without a bearer token. */
export const post = <const R extends Rest>(path: string, summary: string, rest: R) =>
  ({ method: 'POST', path, summary, auth: 'none', ...rest }) as const;
