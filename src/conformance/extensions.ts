import { EXTENSIONS, type Extension, extensionsAnswer } from '#contract/extensions.ts';
import { type Asker, excerpt, send } from './ask.ts';

const CALL = 'GET /api/extensions';

/** Paths that show that an extension is there. Requesting them changes nothing. */
const PROOFS: Partial<Record<Extension, string>> = {
  'product.lookup': '/api/lookup?ids=no-such-product',
  live: '/api/live?ids=no-such-product',
  'catalogue.version': '/api/catalogue/version',
  'catalogue.snapshot': '/api/catalogue/snapshot',
  'catalogue.redirects': '/api/catalogue/redirects',
  'shop.facts': '/api/shop',
};

/** Returns the extensions that a backend lists. A backend needs none. */
export async function checkExtensions(asker: Asker): Promise<Extension[]> {
  const { findings } = asker;
  const reply = await send(asker, CALL, '/api/extensions');
  const row = findings.row(CALL);
  if (!reply || reply.status === 404) {
    row.findings = [];
    row.missing = 'Nothing: the call is optional, and there are no extensions then.';
    return [];
  }
  const read = extensionsAnswer.safeParse(reply.json);
  if (!read.success) {
    const got = `${reply.status} ${excerpt(reply.text)}`;
    const wanted = '404, or { "extensions": [ … ] }';
    findings.adapted(CALL, 'extensions', got, wanted, 'The site takes it for none.');
    return [];
  }
  const found = EXTENSIONS.filter((name) => read.data.extensions.includes(name));
  for (const name of found) {
    const path = PROOFS[name];
    if (!path) continue;
    const proof = await send(asker, CALL, path);
    if (proof && proof.status < 300) continue;
    const got = `${proof?.status ?? 'no answer'} for ${path}`;
    findings.broken(CALL, name, got, '200', `Answer ${path}, or do not list '${name}'.`);
  }
  return found;
}
