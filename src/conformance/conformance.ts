import { randomBytes } from 'node:crypto';
import { endpoints } from '#contract/endpoints.ts';
import type { Extension } from '#contract/extensions.ts';
import { ACCOUNT_CALLS, type CodeOf, checkAccounts, checkProfile, REGISTER } from './accounts.ts';
import { checkCatalogue } from './catalogue.ts';
import { checkExtensions } from './extensions.ts';
import { Findings, outcomeOf, type Row } from './findings.ts';
import { checkPreflight } from './preflight.ts';
import { checkInitialize, checkOrders, checkUnknownPayment, checkVerify } from './purchase.ts';
import { checkOwnReview, checkReviews } from './reviews.ts';
import { whySilent } from './silence.ts';

/** The options of a check. */
export interface Options {
  /** The API's address, with or without a slash at its end. */
  api: string;
  /** The origin of the site's pages, if it differs from the API's: its CORS answers are checked then. */
  site?: string | undefined;
  /** Also makes the calls that write: a throw-away account, a pending order, a review. */
  write?: boolean;
  /** A customer's bearer token. With `write` the throw-away account's is the default. */
  token?: string | undefined;
  /** The email address of the throw-away account. Default: a random one. */
  email?: string | undefined;
  /** Reads an emailed code. */
  codeOf?: CodeOf | undefined;
}

/** The result of a run. */
export interface Conformance {
  api: string;
  /** Why the backend answered nothing at all; null if it did. */
  unreachable: string | null;
  /** The calls of spec §7 in the order of the contract, then the extension call. */
  rows: Row[];
  extensions: Extension[];
}

const NO_ACCOUNTS = 'It needs an account, and the backend has no sign-up.';

/** Returns the path with parameters as spec §7 names them. */
const named = (path: string) => (path === '/api/review/{id}' ? '/api/review/{productId}' : path);

/** The calls of spec §7 and the call that lists extensions. */
const CALLS = Object.values(endpoints)
  .filter((endpoint) => !('extension' in endpoint))
  .map(({ method, path }) => `${method} ${method === 'DELETE' ? path : named(path)}`);

/** Checks a backend against the calls of spec §7. Changes nothing there unless `write` is set. */
export async function checkBackend(options: Options): Promise<Conformance> {
  const api = options.api.replace(/\/+$/, '');
  const findings = new Findings();
  const asker = { api, site: options.site, findings };
  for (const call of CALLS) findings.row(call);
  const result = (unreachable: string | null, extensions: Extension[]): Conformance => {
    const rows = [...findings.rows.values()];
    return { api, unreachable, rows, extensions };
  };
  const silence =
    (await whySilent(`${api}/api/product?page=1&limit=1`)) &&
    (await whySilent(`${api}/api/app-data/categories`));
  if (silence) return result(silence, []);

  const extensions = await checkExtensions(asker);
  const stock = await checkCatalogue(asker);
  const { write = false, codeOf = async () => undefined } = options;
  const email = options.email ?? `conformance-${randomBytes(6).toString('hex')}@example.com`;
  let { token } = options;
  if (write) {
    const own = await checkAccounts(asker, { email, codeOf });
    token ??= own;
  }
  await checkProfile(asker, token);
  await checkUnknownPayment(asker);
  await checkPreflight(asker);
  const begun = write ? await checkInitialize(asker, stock, { email, token }) : undefined;
  const ordered = await checkOrders(asker, token);
  const reference = begun ?? ordered;
  if (reference !== undefined) await checkVerify(asker, reference, token);
  const { product } = stock;
  if (product) await checkReviews(asker, product.id, token);
  if (product && write && token !== undefined) await checkOwnReview(asker, product.id, token);

  for (const row of findings.rows.values()) {
    if (outcomeOf(row) !== 'not tried') continue;
    row.reason ??= findings.row(REGISTER).missing
      ? NO_ACCOUNTS
      : reasonFor(row.call, { write, token });
  }
  return result(null, extensions);
}

function reasonFor(call: string, { write, token }: { write: boolean; token: string | undefined }) {
  const needsAccount = (ACCOUNT_CALLS as readonly string[]).includes(call);
  if (!write && (needsAccount || !call.startsWith('GET'))) return 'It writes: --write tries it.';
  if (token === undefined) return 'It needs a customer: --token, or --write with --code-url.';
  return 'An earlier call has failed.';
}
