import { type Asker, PATIENCE_MS } from './ask.ts';

const CALL = 'POST /api/payment/initialize';
const FIELD = 'access-control-allow-headers';

/** Checks that a page of another origin may send a purchase's requests (CORS preflight). */
export async function checkPreflight({ site, findings, api }: Asker): Promise<void> {
  if (site === undefined) return;
  const headers = {
    origin: site,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization,content-type',
  };
  let allowed: string;
  try {
    const answer = await fetch(`${api}/api/payment/initialize`, {
      method: 'OPTIONS',
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    allowed = (answer.headers.get(FIELD) ?? '').toLowerCase();
  } catch (error) {
    const got = error instanceof Error ? String(error.cause ?? error.message) : 'no answer';
    findings.broken(CALL, FIELD, got, 'an answer to OPTIONS', 'Answer OPTIONS with 204.');
    return;
  }
  for (const header of ['authorization', 'content-type']) {
    if (allowed === '*' ? header !== 'authorization' : allowed.includes(header)) continue;
    const remedy = `Allow the header ${header} in the answer to OPTIONS.`;
    findings.broken(CALL, FIELD, allowed || 'nothing', header, remedy);
  }
}
