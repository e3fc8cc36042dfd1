import type * as z from 'zod/mini';
import type { Extension } from './extensions.ts';
import type { Reader } from './reading/reader.ts';

type Schema = z.ZodMiniType;

/** One call: what it takes and what it answers. The routes, the site's client and OpenAPI are made from it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** Parameters stand in braces, as in OpenAPI. */
  path: string;
  summary: string;
  /**
   * Whether a bearer token is required, sent if there is one, or never sent. A write refuses an optional token that has
   * expired: a customer who believes that she is signed in would not find the order in her account. A read answers
   * alike with any token and without one, so our API ignores it: an expired session must not hide that she has paid.
   */
  auth: 'none' | 'optional' | 'required';
  /** It changes nothing, although it has a body. An optional token that has expired is then the same as no token. */
  isRead?: true;
  params?: Schema;
  /** The parameter that is a secret. With SECRET_HEADER it stays out of the address (extension secret.header). */
  secret?: string;
  query?: Schema;
  body?: Schema;
  response: Schema;
  /** How the site reads the answer of any backend. Without it the answer must be as `response` describes. */
  read?: Reader<unknown>;
  /** The answer is NDJSON: lines that end with \n, each a JSON document that `response` describes. */
  stream?: true;
  /** spec §7 does not say what is answered here, so the site does not read it. */
  unread?: true;
  /** The extension that the call belongs to. The calls of spec §7 have none. */
  extension?: Extension;
}

type Rest = Omit<Endpoint, 'method' | 'path' | 'summary' | 'auth'>;

/** Whether the answer of a call depends on its token. That of a read with an optional token does not. */
export const readsToken = ({ auth, method }: Pick<Endpoint, 'auth' | 'method'>): boolean =>
  auth === 'required' || (auth === 'optional' && method !== 'GET');

/** A GET without a bearer token. */
export const get = <const R extends Rest>(path: string, summary: string, rest: R) =>
  ({ method: 'GET', path, summary, auth: 'none', ...rest }) as const;
/** A POST without a bearer token. */
export const post = <const R extends Rest>(path: string, summary: string, rest: R) =>
  ({ method: 'POST', path, summary, auth: 'none', ...rest }) as const;
