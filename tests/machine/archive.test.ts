import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from '../faults/mail-server.ts';
import { LIMIT_MS } from '../limits.ts';
import { type S3Server, startS3 } from '../s3/server.ts';
import { type Machine, openMachine } from './machine.harness.ts';
import { releaseFolder } from './release.harness.ts';
import {
  fillShop,
  installShop,
  openPayments,
  openStore,
  openWorld,
  order,
} from './world.harness.ts';

/**
 * The archive of an installed shop: a minute at most is lost with the database, and no fault of the archive stops a
 * sale. The tests go on from each other.
 */

const LONG = { timeout: 10 * LIMIT_MS };
const RELEASE = '/root/release';
const REPOSITORY = '/var/lib/pgbackrest';
/** The folder of the log. Nobody can write there, as on a full disk. */
const FULL = `${REPOSITORY}/archive/turare/15-*`;
/** The cluster that sells, as a command of the machine. */
const LIVE = "pg_lsclusters -h | awk '$3 == 5432 { print $2 }'";
/** Destroys the data directory of the cluster `$c`. PostgreSQL may notice and end before the kill. */
const DESTROY =
  'rm -rf /var/lib/postgresql/15/$c; systemctl kill -s KILL postgresql@15-$c || ! pg_lsclusters -h | grep -q online';

let machine: Machine;
let mail: MailServer;
let s3: S3Server;
let run: Machine['run'];
beforeAll(async () => {
  await using release = await releaseFolder();
  machine = await openMachine();
  run = machine.run;
  await machine.copyIn(release.path, RELEASE);
  mail = await startMailServer();
  s3 = await startS3({ signed: 'by-anything' });
  await openWorld(machine);
  await installShop(machine, mail, `${RELEASE}/scripts/install`);
  await openPayments(machine);
  await fillShop(machine);
}, 2 * LONG.timeout);
afterAll(async () => {
  await machine?.close();
  await mail?.close();
  await s3?.close();
});

const rows = async (query: string, as = 'turare') =>
  (await run(`runuser -u ${as} -- psql -At turare 2> /dev/null`, { input: query }))
    .split('\n')
    .filter(Boolean);
const priceOf = () => rows("select price_kobo from products where id = 'oud'");
/** Orders one at the price of now, and pays. */
const buy = async () => order(machine, Number(await priceOf()) / 100);
const setPrice = (naira: number) => run(`turare run catalogue set oud price=${naira}`);
const status = () => run('turare status || true');
/** Hands over the part of the log that is being written. */
const handOver = () => rows('select pg_switch_wal()', 'postgres');
const waits = "name like '%.ready'";
const waiting = async () =>
  Number((await rows(`select count(*) from pg_ls_archive_statusdir() where ${waits}`))[0]);
/** Writes so many parts of the log, and hands them over. */
async function writeParts(count: number): Promise<void> {
  const write =
    'create table if not exists filler (x text); insert into filler select 1 from generate_series(1, 9)';
  for (let part = 0; part < count; part++) {
    await rows(write);
    await handOver();
  }
}
/** Makes what waits as old as it is after eleven minutes. */
const elevenMinutesLater = () =>
  run(`touch -c -d '-11 minutes' /var/lib/postgresql/15/$(${LIVE})/pg_wal/archive_status/*.ready`);
const nothingWaits = (timeout = LIMIT_MS) =>
  vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout, interval: 500 });
/** Restores from the archive. @returns what was found. */
const restore = (at: string) => run(`turare restore --at '${at}' --yes 2>&1`);
const open = () => run('turare restore --open 2>&1');
const lagosNow = async () => (await run("TZ=Africa/Lagos date '+%F %T'")).trim();
/** Waits for the next second of the machine: a moment of the archive has no parts of one. */
const nextSecond = () =>
  run('s=$(date +%s); until [ $(date +%s) -gt $((s + 1)) ]; do sleep 0.1; done');

test('a new shop has a cluster of its own, and its archive from the first minute', async () => {
  expect(await run('pg_lsclusters -h')).toMatch(/^15 +turare +5432 +online/);
  expect(await status()).toMatch(/note +archive +This machine has each minute from/);
});

test(
  'the data directory is destroyed in the middle of purchases: a minute at most is lost',
  LONG,
  async () => {
    const first = await buy();
    await setPrice(12_345);
    const known = (await rows('select now()')).join();
    await nothingWaits();
    // What is written within half a minute is handed over by itself.
    await vi.waitFor(
      async () =>
        expect(
          await rows(`select 1 from pg_stat_archiver where last_archived_time > '${known}'`),
        ).toHaveLength(1),
      { timeout: LIMIT_MS, interval: 500 },
    );
    const begun = buy().catch(() => 'lost');
    await run(`c=$(${LIVE}); ${DESTROY}`);
    const began = Date.now();
    await begun;
    const found = await restore('latest');
    const opened = await open();
    console.log(found, opened, `${Math.round((Date.now() - began) / 1000)} s`);
    expect(found).toContain('The audit finds nothing wrong.');
    expect(opened).toContain('The shop is as it was on');
    expect(await rows(`select status from orders where reference = '${first}'`)).toEqual(['paid']);
    expect(await priceOf()).toEqual(['1234500']);
    await run('turare run audit');
    await buy();
    await run('turare archive');
    expect(await status()).toMatch(/note +archive +This machine has each minute from/);
  },
);

test(
  'a minute before a mistake is looked at first, and the shop sells on until it is opened',
  LONG,
  async () => {
    await setPrice(20_000);
    await nextSecond();
    const before = await lagosNow();
    await nextSecond();
    await setPrice(1);
    await run(
      'turare run people invite packer Bola --by Ada && turare run people remove Bola --by Ada',
    );
    const since = await buy();
    const found = await restore(before);
    expect(found).toContain('1 order since: 1 paid are made again from their payments, 0 are not.');
    expect(found).toMatch(/This would be lost: .*1 price change/);
    expect(await priceOf()).toEqual(['100']);
    expect(await status()).toContain('is restored, and waits.');
    await open();
    expect(await priceOf()).toEqual(['2000000']);
    // The provider still has its payment.
    await vi.waitFor(async () => expect(await run('turare run payments list')).toContain(since), {
      timeout: LIMIT_MS,
      interval: 1000,
    });
    await expect(restore('2026-01-01 10:00')).rejects.toThrow('The archive begins at');
    await run('turare archive');
  },
);

const until = (condition: string) =>
  `for i in $(seq 6000); do ${condition} && break; sleep 0.01; done; ${condition}`;

test(
  'a restore to a minute that is killed: one command ends it, and every order is there',
  LONG,
  async () => {
    const orders = await rows('select reference from orders order by 1');
    const kill = 'systemctl kill -s KILL turare-restore-now; wait || true';
    await run(
      `turare restore --at latest --yes > /dev/null 2>&1 & ${until("pg_lsclusters -h | grep -q 'turare_.*5433\\|turare_.*5434'")}; ${kill}`,
    );
    expect(await run('turare restore --undo')).toContain('The shop is as it was.');
    await restore('latest');
    await run(
      `turare restore --open > /dev/null 2>&1 & ${until('test -e /srv/turare/restore.json')}; ${kill}`,
    );
    expect(await status()).toContain('turare restore --undo opens the shop as it was before.');
    // Another one is killed at its end, and runs again.
    const journal = '/srv/turare/restore.json';
    await run(`cp ${journal} /root && turare restore --undo && mv /root/restore.json ${journal}`);
    expect(await run('turare restore --undo')).toContain('The shop is as it was before');
    expect(await rows('select reference from orders order by 1')).toEqual(orders);
    await buy();
  },
);

test(
  'a store that is away, silent or refuses the key: the shop sells on and says so',
  LONG,
  async () => {
    await using _ = await openStore(machine, s3);
    await run('turare archive');
    expect(await status()).toMatch(
      /ok +archive +This machine has each minute.*The S3 bucket pictures/,
    );
    const faults = {
      silence: () => s3.failWith(() => 'silence'),
      'a refused key': () => s3.failWith(() => ({ status: 403, code: 'SignatureDoesNotMatch' })),
      away: () => s3.goAway(),
    };
    for (const [name, fail] of Object.entries(faults)) {
      await fail();
      await buy();
      await handOver();
      await vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(0));
      await elevenMinutesLater();
      await run('turare archive || true');
      expect(await status(), name).toMatch(/FAULT +archive +PostgreSQL's log waits since/);
      await buy();
    }
    await vi.waitFor(
      async () =>
        expect(
          await rows(
            "select 1 from emails where subject = 'The archive of the database has stopped' and sent_at is not null",
          ),
        ).toHaveLength(1),
      { timeout: LIMIT_MS, interval: 500 },
    );
    await s3.comeBack();
    s3.failWith();
    await nothingWaits(3 * LIMIT_MS);
    expect(await run('turare archive')).toContain('The S3 bucket pictures');
    expect(await status()).toMatch(/ok +archive /);
    // The machine's own place is lost, too: the store alone has it.
    await setPrice(33_333);
    await handOver();
    await nothingWaits();
    await run(`rm -rf ${REPOSITORY}/*; c=$(${LIVE}); ${DESTROY}`);
    await restore('latest');
    await open();
    expect(await priceOf()).toEqual(['3333300']);
    await run("sed -i '/^BACKUP_S3/d' /etc/turare/shop.env; turare archive");
  },
);

test(
  'a store that answers each request after seconds: the shop sells at its pace, status tells, and nothing is lost',
  LONG,
  async () => {
    await using _ = await openStore(machine, s3);
    await run('turare archive');
    const paced = async () => {
      const began = Date.now();
      await buy();
      return Date.now() - began;
    };
    const before = await paced();
    s3.failWith(() => 'late');
    await writeParts(12);
    const slow = await paced();
    expect(await waiting()).toBeGreaterThan(0);
    await elevenMinutesLater();
    expect(await status()).toMatch(/FAULT +archive +PostgreSQL's log waits since/);
    console.log(`An order took ${before} ms, and ${slow} ms beside a store that is slow.`);
    await nothingWaits(3 * LIMIT_MS);
    expect(await run('turare archive')).not.toContain('dropped');
    expect(await status()).toMatch(
      /ok +archive +This machine has each minute.*The S3 bucket pictures/,
    );
    s3.failWith();
    await run("sed -i '/^BACKUP_S3/d' /etc/turare/shop.env; turare archive");
  },
);

test(
  'a full disk of the archive: what is dropped is a gap that is named, and a new copy is made',
  LONG,
  async () => {
    await run(`sed -i 's/1GiB/8MiB/' /etc/turare/pgbackrest.conf
    systemctl stop turare-archive.timer; chown -R root ${FULL}; chmod -R 500 ${FULL}`);
    const began = await lagosNow();
    await writeParts(2);
    await buy();
    await writeParts(1);
    await nextSecond();
    const inGap = await lagosNow();
    // Once more waits than may wait, all of it is dropped.
    await vi.waitFor(
      async () => {
        const before = await waiting();
        await writeParts(1);
        expect(await waiting()).toBeLessThanOrEqual(before);
      },
      { timeout: 3 * LIMIT_MS, interval: 500 },
    );
    await run(`chmod -R 750 ${FULL}; chown -R postgres ${FULL}`);
    await handOver();
    await nothingWaits();
    expect(await run('turare archive')).toMatch(
      /a part of the log was dropped[\s\S]*but not \d{4}/,
    );
    expect(await status()).toMatch(/but not \d{4}/);
    await expect(restore(inGap)).rejects.toThrow('because a part of the log was dropped');
    console.log(`From ${began}, ${inGap} cannot be restored.`);
    await restore('latest');
    await run('turare restore --undo');
    await buy();
  },
);
