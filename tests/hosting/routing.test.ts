import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SECURITY_HEADERS } from '#server/hosting.ts';
import { type Answer, ask } from './ask.ts';
import type { Case } from './case.ts';
import { CASES } from './cases.ts';
import { HOSTS, type Host } from './hosts.ts';
import { makeSite, type TestSite } from './site.ts';

const SITE_URL = 'https://shop.test';
let site: TestSite;
beforeAll(async () => {
  site = await makeSite({ siteUrl: SITE_URL, apiUrl: null });
});
afterAll(() => site.remove());

const TABLE = CASES.map((wanted): [string, Case] => {
  const { method = 'GET', path, headers } = wanted;
  const given = headers ? ` with ${JSON.stringify(headers)}` : '';
  return [
    `${method} ${path.slice(0, 60)}${given} → ${[wanted.status].flat().join(' or ')}`,
    wanted,
  ];
});

describe.each(HOSTS)('%s', (_, start) => {
  let host: Host;
  beforeAll(async () => {
    if (start) host = await start({ ...site, siteUrl: SITE_URL });
  });
  afterAll(() => host?.close());

  test.skipIf(!start).each(TABLE)('%s', async (_, wanted) => {
    const { path, method, headers } = wanted;
    const answer = await ask(host.port, path, { method, headers });
    expect([wanted.status].flat()).toContain(answer.status);
    if (wanted.file && method !== 'HEAD') {
      expect(answer.content.equals(site.files.get(wanted.file) ?? Buffer.of())).toBe(true);
    }
    for (const [name, value] of Object.entries(wanted.answers ?? {})) {
      // If hosts may differ in the status, only redirects have a location.
      if (name === 'location' && answer.headers.location === undefined) continue;
      if (value === null) expect(answer.headers[name], name).toBeUndefined();
      else if (value instanceof RegExp) expect(answer.headers[name], name).toMatch(value);
      else expect(answer.headers[name], name).toBe(value);
    }
    expectSecurity(answer);
  });

  test.skipIf(!start)('an ETag identifies the bytes, which are not sent twice', async () => {
    const tags = new Map<string, string>();
    for (const path of ['/', '/products', '/_assets/page.A1b2.js', '/orders/a', '/about']) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': encoding };
        const first = await ask(host.port, path, { headers });
        const { etag = '' } = first.headers;
        expect(etag, `${path} ${encoding}`).toMatch(/^"/);
        const sent = first.bytes.toString('base64');
        expect(tags.get(path + etag) ?? sent, 'equal tags, other bytes').toBe(sent);
        tags.set(path + etag, sent);

        for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
          const again = await ask(host.port, path, {
            headers: { ...headers, 'if-none-match': known },
          });
          expect([path, known, again.status, again.bytes.length]).toEqual([path, known, 304, 0]);
          expect(again.headers.etag).toBe(etag);
          expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
          expect(again.headers.vary).toBe(first.headers.vary);
          expectSecurity(again);
        }
        const changed = await ask(host.port, path, {
          headers: { ...headers, 'if-none-match': '"other"' },
        });
        expect(changed.status).toBe(200);
      }
    }
  });

  test.skipIf(!start)('a broken download resumes if the bytes are the same', async () => {
    const path = '/_assets/oud.C3d4.avif';
    const whole = await ask(host.port, path);
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const rest = await ask(host.port, path, {
      headers: { range: 'bytes=300000-', 'if-range': String(whole.headers.etag) },
    });
    expect(rest.status).toBe(206);
    expect(rest.bytes.equals(whole.bytes.subarray(300_000))).toBe(true);
    expectSecurity(rest);
  });
});

function expectSecurity({ status, headers }: Answer) {
  // An invalid request is answered without the site's headers.
  if (status === 400) return;
  const wanted = { ...SECURITY_HEADERS, 'strict-transport-security': 'max-age=31536000' };
  for (const [name, value] of Object.entries(wanted)) {
    // nginx sends each header twice when a range is not satisfiable.
    const said = status === 416 ? [value, `${value}, ${value}`] : [value];
    expect(said, name).toContain(headers[name]);
  }
}
