import type * as z from 'zod/mini';
import type { Extension } from './extensions.ts';
import type { Reader } from './reading/reader.ts';

type Schema = z.ZodMiniType;

/** One call: its parameters and its answer. The routes, the site's client and OpenAPI are made from it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE';
  /** Parameters are in braces, as in OpenAPI. */
  path: string;
  summary: string;
  /**
   * Whether a bearer token is required, sent if there is one, or never sent. A write refuses an expired optional token: a
   * customer who believes that she is signed in would not find the order in her account. A read gives the same answer with
   * any token and without one, so this API ignores it: an expired session must not hide that she has paid.
   */
  auth: 'none' | 'optional' | 'required';
  /**
   * The call changes nothing, although it has a body, or although its answer depends on the token. An expired optional token
   * then counts as none.
   */
  isRead?: true;
  params?: Schema;
  /** The secret parameter. With SECRET_HEADER it stays out of the address (extension secret.header). */
  secret?: string;
  query?: Schema;
  body?: Schema;
  /** The most bytes of a file that is the body. Its handler reads it after it has checked who sends it. */
  bytes?: number;
  response: Schema;
  /** The reader for the answer of any backend. Without it the answer must match `response`. */
  read?: Reader<unknown>;
  /** The answer is NDJSON: lines that end with \n, each a JSON document of the form `response`. */
  stream?: true;
  /** spec §7 does not define this answer, so the site does not read it. */
  unread?: true;
  /** The extension of the call. The calls of spec §7 have none. */
  extension?: Extension;
}

type Rest = Omit<Endpoint, 'method' | 'path' | 'summary' | 'auth'>;

/** Whether the answer of a call depends on its token. For a read with an optional token it does not. */
export const readsToken = ({
  auth,
  method,
  isRead,
}: Pick<Endpoint, 'auth' | 'method' | 'isRead'>): boolean =>
  auth === 'required' || (auth === 'optional' && (method !== 'GET' || isRead === true));

/** Defines a GET without a bearer token. */
export const get = <const R extends Rest>(path: string, summary: string, rest: R) =>
  ({ method: 'GET', path, summary, auth: 'none', ...rest }) as const;
/** Defines a POST without a bearer token. */
export const post = <const R extends Rest>(path: string, summary: string, rest: R) =>
  ({ method: 'POST', path, summary, auth: 'none', ...rest }) as const;
