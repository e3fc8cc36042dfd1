import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMIT_MS } from '../limits.ts';
import { type Load, startLoad } from './load.ts';
import { type MachineShop, openMachineShop } from './shop.harness.ts';

let shop: MachineShop;
beforeAll(async () => {
  shop = await openMachineShop();
}, 10 * LIMIT_MS);
afterAll(() => shop?.[Symbol.asyncDispose]());

/** Runs `turare update` while shoppers read and buy. */
async function updateUnderLoad(folder: string): Promise<Load & { code: number; said: string }> {
  const { stop } = await startLoad(shop.site);
  const began = Date.now();
  const said = await shop.machine.run(`turare update ${folder} 2>&1; echo "code $?"`);
  const load = await stop();
  const code = Number(/code (\d+)\n$/.exec(said)?.[1]);
  console.log(
    `${folder}: ${((Date.now() - began) / 1000).toFixed(0)} s, ${load.paid.length} orders paid, ${load.pages} pages read, ${load.failed.length} failed\n${said}`,
  );
  return { ...load, code, said };
}

/** Every order that a shopper was told is paid is paid in the database, and nothing disagrees. */
async function expectNothingLost({ paid, pages, failed }: Load): Promise<void> {
  expect([...new Set(failed)]).toEqual([]);
  expect(paid.length).toBeGreaterThan(20);
  expect(pages).toBeGreaterThan(100);
  const known = new Set(await shop.rows("select reference from orders where status = 'paid';"));
  expect(paid.filter((reference) => !known.has(reference))).toEqual([]);
  const audit = await shop.machine.run(
    'cd /srv/turare/current && set -a && . /etc/turare/shop.env && setpriv --reuid turare --regid turare --clear-groups node_modules/.bin/node scripts/audit/main.ts',
  );
  expect(audit).toBeTruthy();
}

const inUse = async () => (await shop.machine.run('readlink /srv/turare/current')).trim();
/** The folders of the programs that run. */
const running = async () =>
  (
    await shop.machine.run(
      'for unit in turare-api@4340 turare-api@4341 turare-publisher; do readlink /proc/$(systemctl show -P MainPID $unit)/cwd; done',
    )
  )
    .trim()
    .split('\n');
const folder = (version: string) => `/srv/turare/releases/${version}`;

/** A migration that only adds, which the versions before do not know. */
const MIGRATION = `
  node_modules/.bin/node -e '
    const fs = require("fs"), at = "src/backend/db/migrations/";
    const journal = JSON.parse(fs.readFileSync(at + "meta/_journal.json"));
    const last = journal.entries.at(-1);
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_later" });
    fs.writeFileSync(at + "meta/_journal.json", JSON.stringify(journal));
    fs.writeFileSync(at + "9999_later.sql", "alter table orders add column later text");'`;

test('a version whose API does not start goes back by itself, and nothing is lost', {
  timeout: 10 * LIMIT_MS,
}, async () => {
  const before = await inUse();
  const update = await updateUnderLoad(
    await shop.release(
      '9.0.1',
      `${MIGRATION}
      sed -i '1i throw new Error("This version does not start.");' src/backend/main.ts`,
    ),
  );
  expect(update.code).toBe(1);
  expect(update.said).toContain('turare-api@4340 ends as soon as it has started.');
  expect(update.said).toContain('This version does not start.');
  expect(await inUse()).toBe(before);
  expect(await running()).toEqual([before, before, before]);
  await expectNothingLost(update);
});

test('a version whose page is broken goes back by itself, the site too', {
  timeout: 10 * LIMIT_MS,
}, async () => {
  const before = await inUse();
  const update = await updateUnderLoad(
    await shop.release(
      '9.0.2',
      `${MIGRATION}
      sed -i 's#^location = / {#location = /products { return 500; }\\nlocation = / {#' src/server/nginx.ts`,
    ),
  );
  expect(update.code).toBe(1);
  expect(update.said).toContain('The page /products is not what it should be: it answers 500.');
  expect(await inUse()).toBe(before);
  expect(await running()).toEqual([before, before, before]);
  // Until it went back, /products was broken, and nothing else was.
  expect(update.failed.filter((fault) => !fault.startsWith('page: 500'))).toEqual([]);
  await expectNothingLost({ ...update, failed: [] });
});

test('a good version takes over, and nothing is lost', { timeout: 10 * LIMIT_MS }, async () => {
  const update = await updateUnderLoad(await shop.release('9.1.0', MIGRATION));
  expect(update.code).toBe(0);
  expect(await inUse()).toBe(folder('9.1.0'));
  expect(await running()).toEqual(Array(3).fill(folder('9.1.0')));
  expect(await shop.rows('select count(later) from orders;')).toEqual(['0']);
  await expectNothingLost(update);
});

test('an update that is killed at any step comes to its end when it is run again, and nothing is lost', {
  timeout: 10 * LIMIT_MS,
}, async () => {
  const release = await shop.release('9.2.0', MIGRATION);
  const { stop } = await startLoad(shop.site);
  for (const step of [
    'Backing up',
    'Migrating',
    'Restarting turare-api@4340',
    'Restarting turare-api@4341',
    'Restarting turare-publisher',
  ]) {
    await shop.machine.run(`turare update ${release} > /root/said 2>&1 & update=$!
        until grep -q '^${step}' /root/said; do kill -0 $update || exit 1; done
        systemctl kill -s KILL turare-update-now; wait $update || true`);
    expect(await shop.machine.run('turare status || true')).toContain(`turare update ${release} `);
  }
  const said = await shop.machine.run(`turare update ${release} 2>&1`);
  const load = await stop();
  console.log(
    `killed five times: ${load.paid.length} orders paid, ${load.pages} pages read, ${load.failed.length} failed\n${said}`,
  );
  expect(said).toContain('The update to version 9.2.0 was interrupted. It continues.');
  expect(await inUse()).toBe(folder('9.2.0'));
  expect(await running()).toEqual(Array(3).fill(folder('9.2.0')));
  await expectNothingLost(load);
});
