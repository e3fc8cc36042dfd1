import { readlinkSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeStatus } from '#publisher/descriptions.ts';
import type { Publisher } from '#publisher/publisher.ts';
import { releasesOf } from '#publisher/release/folders.ts';
import { readStatus } from '#publisher/status.ts';
import { PUBLICATION_LIMIT, ROUNDS } from '../../rounds.ts';
import type { Fault } from '../backend.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';
import { hashesOf } from '../site-files.ts';

const live = ({ folders }: Publisher) => ({
  release: readlinkSync(folders.live),
  files: hashesOf(join(folders.root, readlinkSync(folders.live))),
});

/** Expects that a publication fails, changes nothing live and leaves nothing. @returns the reason in the status. */
async function expectFailure(
  publisher: Publisher,
  publish: () => Promise<unknown>,
): Promise<string> {
  const before = live(publisher);
  await expect(publish()).rejects.toThrow();
  expect(live(publisher)).toEqual(before);
  expect(await readdir(publisher.folders.staging)).toEqual([]);
  expect(await readdir(publisher.folders.releases)).toEqual([before.release.split('/')[1]]);
  const { publications, lastFailure } = await readStatus(publisher.folders);
  expect(publications[0]?.outcome).toBe('failed');
  expect(lastFailure).toEqual(publications[0]);
  return lastFailure?.reason ?? '';
}

/** Six broken answers, two broken catalogues, four publications that succeed. */
const timeout = 12 * PUBLICATION_LIMIT;

it('keeps the live site and gives the reason, whatever the API answers', { timeout }, async () => {
  const backend = await newBackend(120);
  const publisher = await newPublisher(backend);
  await publisher.publish();
  const reasons: Record<Fault, RegExp> = {
    unreachable: /could not be read.*\/api\/product/s,
    error: /could not be read.*answered 500/s,
    'web page': /could not be read.*\/api\/product/s,
    'half an answer': /could not be read.*\/api\/product/s,
    'other shape': /breaks the contract/,
  };
  // The build retries other faults for ten seconds.
  const tried = ROUNDS.brokenAnswers === 'all' ? Object.keys(reasons) : ['other shape'];
  for (const fault of tried as Fault[]) {
    // The fault occurs after a good first page.
    let answered = 0;
    backend.fault = (path) => (path === '/api/product' && ++answered > 1 ? fault : undefined);
    expect(await expectFailure(publisher, () => publisher.publish())).toMatch(reasons[fault]);
  }
  backend.fault = () => undefined;

  // The live release uses extensions. A backend in trouble must not remove them.
  backend.fault = (path) => (path === '/api/extensions' ? 'error' : undefined);
  expect(await expectFailure(publisher, () => publisher.publish())).toMatch(
    /uses extensions \(product.facts, product.media, .*\).*--full/s,
  );
  backend.fault = () => undefined;

  const all = backend.products;
  const spoil = (count: number) => {
    backend.products = all.map((each, at) => (at < count ? { ...each, price: -1 } : each));
  };
  spoil(13);
  expect(await expectFailure(publisher, () => publisher.publish())).toMatch(
    /13 of 120 products break the contract, more than a tenth.*scent-00012: price/s,
  );

  backend.products = [];
  expect(await expectFailure(publisher, () => publisher.publish())).toMatch(
    /The catalogue is empty/,
  );
  await publisher.publish({ allowEmpty: true });
  expect((await publisher.live())?.products).toBe(0);
  backend.products = all;
  await publisher.publish();
  expect((await publisher.live())?.products).toBe(120);

  spoil(1);
  expect((await publisher.publish()).skipped).toMatchObject([{ name: 'scent-00000' }]);
  expect((await publisher.live())?.products).toBe(119);
  const status = describeStatus(
    await publisher.live(),
    await readStatus(publisher.folders),
    await releasesOf(publisher.folders),
  );
  expect(status).toContain('Left out: scent-00000. price: ');
});
