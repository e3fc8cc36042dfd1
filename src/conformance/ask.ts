import { attempt, type Reader, start } from '#contract/reading/reader.ts';
import type { Findings } from './findings.ts';
import { LOSSES } from './losses.ts';

/** Milliseconds for which the site waits for a read. */
export const PATIENCE_MS = 12_000;
/** Milliseconds from which a call counts as slow. */
const SLOW_MS = 3_000;

/** The data for a run's requests. */
export interface Asker {
  /** The API's address, without a slash at its end. */
  api: string;
  /** The origin of the site's pages, if it is another. */
  site: string | undefined;
  findings: Findings;
}

export interface Request {
  token?: string | undefined;
  body?: object;
}

/** The answer to a request. */
export interface Reply {
  status: number;
  /** The parsed body; undefined if it is not JSON. */
  json: unknown;
  text: string;
  headers: Headers;
}

/** Sends a request of `call` ('GET /api/product/{id}') to `path`. Returns undefined without an answer, which is a finding. */
export async function send(
  { api, site, findings }: Asker,
  call: string,
  path: string,
  { token, body }: Request = {},
): Promise<Reply | undefined> {
  findings.tried(call);
  const [method = 'GET'] = call.split(' ');
  const began = performance.now();
  try {
    const answer = await fetch(api + path, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...(site !== undefined && { origin: site }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    const ms = Math.round(performance.now() - began);
    if (ms > SLOW_MS) {
      findings.adapted(call, 'time', `${ms} ms`, `${SLOW_MS} ms`, 'The site waits up to 12 s.');
    }
    checkOrigin(findings, call, answer, site);
    return { status: answer.status, json: parse(text), text, headers: answer.headers };
  } catch (error) {
    const late = error instanceof DOMException && error.name === 'TimeoutError';
    if (late) {
      const limit = `${PATIENCE_MS / 1000} s`;
      findings.broken(call, 'time', 'no answer', `an answer within ${limit}`, 'Answer sooner.');
    } else {
      const got = error instanceof Error ? String(error.cause ?? error.message) : 'no answer';
      findings.broken(call, 'answer', got, 'an answer', 'Keep the connection until it is sent.');
    }
    return undefined;
  }
}

/** Sends a request that the backend must fulfil, and reads its answer. Returns undefined if it cannot be read. */
export async function ask<T>(
  asker: Asker,
  call: string,
  path: string,
  reader: Reader<T>,
  request: Request = {},
): Promise<T | undefined> {
  const { findings } = asker;
  const reply = await send(asker, call, path, request);
  if (!reply) return undefined;
  const { status, json, text } = reply;
  if (status === 404 || status === 501) {
    findings.row(call).missing = LOSSES[call] ?? 'What this call is for.';
    return undefined;
  }
  if (status < 200 || status > 299) {
    const got = `${status} ${excerpt(text)}`;
    findings.broken(call, 'status', got, 'a status of success', `Answer ${path} with 200.`);
    return undefined;
  }
  const at = start();
  if (json === undefined && text !== '') {
    findings.broken(call, 'answer', excerpt(text), 'JSON', 'Answer with JSON, not with a page.');
    return undefined;
  }
  const value = attempt(
    () => reader(json, at),
    ({ field, got, wanted }) =>
      findings.broken(call, nameOf(field), got, wanted, `Send ${wanted} in ${nameOf(field)}.`),
  );
  for (const { field, did, got, wanted } of at.notes) {
    const name = nameOf(field);
    if (did === 'adapted') {
      findings.adapted(call, name, got, wanted, 'The site reads it in another way.');
    } else {
      findings.broken(call, name, got, wanted, `It is left out. Send ${wanted} in ${name}.`);
    }
  }
  return value;
}

/** Sends a request that the backend must refuse with one of `statuses`, and with words for the shopper. */
export async function askRefusal(
  asker: Asker,
  call: string,
  path: string,
  request: Request,
  {
    statuses,
    what,
    field = 'status',
  }: { statuses: readonly number[]; what: string; field?: string },
): Promise<void> {
  const { findings } = asker;
  const reply = await send(asker, call, path, request);
  if (!reply) return;
  const { status, json, text } = reply;
  const wanted = `${statuses.join(' or ')} for ${what}`;
  if (!statuses.includes(status)) {
    findings.broken(call, field, `${status} ${excerpt(text)}`, wanted, `Refuse ${what}.`);
    return;
  }
  const message = (json as { message?: unknown } | null | undefined)?.message;
  if (typeof message !== 'string' || message === '') {
    const remedy = 'Send { "message": "…" }: the shopper reads it.';
    const verdict = json === undefined ? 'broken' : 'adapted';
    findings.add(call, { verdict, field: 'message', got: excerpt(text), wanted: 'a text', remedy });
  }
}

/** Anything that is JSON. */
export const anything: Reader<unknown> = (value) => value ?? null;

export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '(empty)';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

const nameOf = (field: string) =>
  field === '' || field.startsWith('[') ? `answer${field}` : field;

/** Parses JSON. Returns undefined, which no schema accepts, for other text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checks that an answer allows pages of another origin to read it (CORS). */
function checkOrigin(
  findings: Findings,
  call: string,
  { headers }: Response,
  site: string | undefined,
): void {
  if (site === undefined) return;
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*' || allowed === site) return;
  const field = 'access-control-allow-origin';
  const remedy = `Send ${field}: ${site} with every answer, errors included.`;
  findings.broken(call, field, allowed ?? 'nothing', site, remedy);
}
