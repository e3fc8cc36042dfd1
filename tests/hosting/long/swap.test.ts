import { EventEmitter, once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type Answer, ask } from '../ask.ts';
import { HOSTS } from '../hosts.ts';
import { makeReleases, PAGES } from '../releases.ts';

const SWAPS = 100;
/** Visits between two swaps, so that every release is seen. */
const VISITS_BETWEEN = 2;
const VISITORS = 2;
/** Milliseconds for a busy machine. A quiet one takes five seconds. */
const LIMIT = 120_000;
/** The encodings that visitors accept. */
const CLIENTS = ['br', 'gzip', 'identity'].map((encoding) => ({ 'accept-encoding': encoding }));

/**
 * nginx makes an ETag from a file's size and its time in whole seconds, so pages of equal size in two releases of one
 * second would share it. A build takes longer than a second. The test simulates the seconds.
 */
const SECONDS_APART: Record<string, number> = { 'the built-in server': 0, nginx: 2 };

describe.each(HOSTS)('%s', (name, start) => {
  test.skipIf(!start)(
    `${SWAPS} swaps under load do not affect any visitor`,
    async () => {
      const releases = await makeReleases({ secondsApart: SECONDS_APART[name] });
      const host = await start?.({ ...releases, siteUrl: 'https://shop.test' });
      if (!host) return;
      const visits = new EventEmitter().setMaxListeners(0);
      const seen = new Set<string>();
      const tags = new Map<string, string>();
      let open = true;
      let visited = 0;
      let asked = 0;

      const get = async (path: string, headers: Record<string, string>): Promise<Answer> => {
        asked += 1;
        const answer = await ask(host.port, path, { headers });
        expect([path, answer.status]).toEqual([path, 200]);
        // Per encoding: nginx may give two forms of equal length the same tag.
        const tag = `${path} ${answer.headers['content-encoding']} ${answer.headers.etag}`;
        const sent = answer.bytes.toString('base64');
        expect(tags.get(tag) ?? sent, `other bytes under ${tag}`).toBe(sent);
        tags.set(tag, sent);
        return answer;
      };

      /** Loads a page and then its files, as a browser does. */
      const visit = async (path: string, headers: Record<string, string>) => {
        const page = await get(path, headers);
        const lines = page.content.toString().split('\n');
        const release = lines[0] ?? '';
        expect(release).toMatch(/^release \d+$/);
        expect(lines.at(-1), 'one release from the first line to the last').toBe(release);
        const assets = lines.filter((line) => line.startsWith('/_assets/'));
        expect(assets).toHaveLength(3);
        for (const asset of assets) {
          const { content } = await get(asset, headers);
          if (asset.includes('/page.')) {
            expect(content.toString()).toContain(`${asset} of ${release.split(' ')[1]} `);
          }
        }
        const again = await ask(host.port, path, {
          headers: { ...headers, 'if-none-match': String(page.headers.etag) },
        });
        // The same release is not sent again, but the next one is.
        if (again.status !== 304) {
          expect(again.status).toBe(200);
          expect(again.content.equals(page.content), 'sent again though the same').toBe(false);
        }
        seen.add(release);
      };

      const visitor = async (number: number) => {
        for (let turn = number; open; turn++) {
          const path = PAGES[turn % PAGES.length] ?? '/';
          await visit(path, CLIENTS[Math.floor(turn / PAGES.length) % CLIENTS.length] ?? {});
          visited += 1;
          visits.emit('visit');
        }
      };

      const began = performance.now();
      const visitors = Array.from({ length: VISITORS }, (_, number) => visitor(number));
      // A failing visitor ends the test at once, even while the publisher waits for visits.
      const failed = Promise.all(visitors);
      try {
        for (let swap = 0; swap < SWAPS; swap++) {
          await Promise.race([releases.publish(), failed]);
          const enough = visited + VISITS_BETWEEN;
          while (visited < enough) await Promise.race([once(visits, 'visit'), failed]);
        }
        open = false;
        await failed;
      } finally {
        open = false;
        await Promise.allSettled(visitors);
        await host.close();
        await releases.remove();
      }
      const rate = asked / ((performance.now() - began) / 1000);
      expect(seen.size, 'releases that visitors met').toBeGreaterThan(SWAPS * 0.9);
      expect(rate, 'answers a second').toBeGreaterThan(50);
      console.log(
        `${name}: ${asked} answers, ${rate.toFixed(0)} a second, of ${seen.size} releases`,
      );
    },
    LIMIT,
  );
});
