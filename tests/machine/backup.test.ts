import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BACKUP_STEPS, OLD, storeOf } from '../faults/backup-steps.ts';
import { LIMIT_MS } from '../limits.ts';
import { type S3Server, startS3 } from '../s3/server.ts';
import { startLoad } from './load.ts';
import { type MachineShop, openMachineShop } from './shop.harness.ts';
import { HERE } from './world.harness.ts';

/**
 * A backup is killed before each change that somebody could see, into a folder and a store: what counts as one
 * is one.
 */

const LONG = { timeout: 10 * LIMIT_MS };
const FOLDER = '/var/backups/turare';
const STOOD = '/var/lib/turare/stood';
const STANDSTILL = '/usr/local/lib/standstill.mjs';

let shop: MachineShop;
let s3: S3Server;
let run: (command: string, options?: { input: string | Buffer }) => Promise<string>;
let paid: string[];
beforeAll(async () => {
  s3 = await startS3();
  shop = await openMachineShop();
  run = shop.machine.run;
  await run(
    'systemctl enable --now turare-api@4340 turare-api@4341 turare-publisher turare-backup.timer',
  );
  await run(`cat > ${STANDSTILL}`, { input: await readFile('tests/faults/standstill.mjs') });
  const store = Object.entries(storeOf(s3).settings).map(([name, value]) => `${name}=${value}\n`);
  const there = store.join('').replace('127.0.0.1', HERE);
  await run('cat >> /etc/turare/shop.env', { input: there });
  const load = await startLoad(shop.site);
  paid = (await load.stop()).paid;
}, 10 * LIMIT_MS);
afterAll(async () => {
  await shop?.[Symbol.asyncDispose]();
  await s3?.close();
});

const WAYS = {
  'the timed one': { start: 'systemctl start turare-backup', unit: 'turare-backup' },
  'one by hand': { start: 'turare backup', unit: 'turare-backup-now' },
};

/** Starts a backup, and does something once it waits before a step. Answers what both said. */
const at = (step: string, start: string, then: string) =>
  run(`rm -f ${STOOD}
    systemctl set-environment NODE_OPTIONS=--import=${STANDSTILL} STOOD_AT=${STOOD} STAND_AT='${step}'
    setsid ${start} > /root/said 2>&1 & started=$!
    until test -e ${STOOD}; do kill -0 $started || { cat /root/said; exit 1; }; sleep 0.05; done
    systemctl unset-environment NODE_OPTIONS STOOD_AT STAND_AT
    ${then}
    wait $started || true; cat /root/said`);

async function plantOld(): Promise<void> {
  for (const name of OLD) {
    await run(`cp -p "$(ls -d ${FOLDER}/shop-* | tail -n 1)" ${FOLDER}/${name}`);
  }
  await storeOf(s3).plantOld();
}

/** Expects that each backup is whole, and that the shop sells. */
async function expectWhole(): Promise<void> {
  await run(
    `for file in $(cd ${FOLDER} && ls | grep -x 'shop-.*\\.tar\\.gz'); do gzip -t ${FOLDER}/$file; done`,
  );
  const known = await shop.rows("select reference from orders where status = 'paid';");
  expect(known).toEqual(expect.arrayContaining(paid));
  expect(await run('systemctl is-active turare-api@4340 turare-api@4341 turare-publisher')).toBe(
    'active\nactive\nactive\n',
  );
}

/** The next backup works, and nothing is left of the killed one. */
async function expectTidied(): Promise<void> {
  await run('turare backup');
  const left = `find ${FOLDER} /var/lib/turare -maxdepth 1 -name '*unchecked*' -o -name 'backup-*'`;
  expect(await run(left)).toBe('');
  expect(await run('turare status || true')).toMatch(/(ok|note) +backups /);
  await storeOf(s3).expectTidy();
}

test.for(
  Object.entries(BACKUP_STEPS).flatMap(([when, step]) =>
    Object.entries(WAYS).map(([which, way]) => ({ when, step, which, ...way })),
  ),
)('$which is killed $when: what counts is whole, and the next one tidies', LONG, async (killed) => {
  if (killed.when.includes('older')) await plantOld();
  await at(killed.step, killed.start, `systemctl kill -s KILL ${killed.unit}`);
  const said = await run('turare status || true');
  console.log(/.*backups.*\n.*/.exec(said)?.[0]);
  // One command, or nothing is needed.
  expect(said).toMatch(/(ok|note) +backups |turare backup makes one\./);
  await expectWhole();
  await expectTidied();
});

test('a terminal that goes away ends no backup, and a second one is refused', LONG, async () => {
  const said = await at(
    BACKUP_STEPS['before it is read back'],
    'turare backup',
    `kill -HUP -- -$started; turare backup 2>&1 || true; rm ${STOOD}
    until ! systemctl is-active --quiet turare-backup-now; do sleep 0.1; done; cat /var/log/turare-backup.log`,
  );
  expect(said).toContain('This one has changed nothing.');
  expect(said).toMatch(/-hand\.tar\.gz is in the folder/);
  await expectTidied();
});

test(
  'without a folder, the copy that a killed run was sending goes with the next one',
  LONG,
  async () => {
    await run('echo BACKUP_FOLDER= >> /etc/turare/shop.env');
    await at(
      BACKUP_STEPS['before it is sent'],
      'turare backup',
      'systemctl kill -s KILL turare-backup-now',
    );
    expect(await run('ls /var/lib/turare')).toContain('backup-unsent');
    await expectTidied();
  },
);
