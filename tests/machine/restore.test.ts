import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIMIT_MS } from '../limits.ts';
import { type MachineShop, openMachineShop } from './shop.harness.ts';

/** Interrupted restores: killed, without a terminal, without power. `turare status` names one command that ends each. */

const LONG = { timeout: 10 * LIMIT_MS };
const RESTORE = 'turare-restore-now';
const STOOD = '/var/lib/turare/stood';
const STANDSTILL = '/usr/local/lib/standstill.mjs';

let shop: MachineShop;
let run: (command: string) => Promise<string>;
/** A row that no restore may lose: it is in the database and in no backup. */
const LATE = "insert into shipping_places (place, amount_kobo) values ('Jos', 1);";
beforeAll(async () => {
  shop = await openMachineShop();
  run = shop.machine.run;
  await run('systemctl enable --now turare-api@4340 turare-api@4341 turare-publisher');
  await run('systemctl enable --now turare-backup.timer && turare backup');
  await shop.rows(LATE);
}, 10 * LIMIT_MS);
afterAll(() => shop?.[Symbol.asyncDispose]());

const hasJos = async () =>
  (await shop.rows("select 1 from shipping_places where place = 'Jos';")).length === 1;
const status = () => run('turare status || true');
/** Waits in the machine until a command succeeds there. */
const until = (condition: string) =>
  `for i in $(seq 3000); do ${condition} && break; sleep 0.01; done; ${condition}`;
const database = (name: string) =>
  `runuser -u postgres -- psql -Atc "select datname from pg_database" | grep -q '${name}'`;
const LOADING = 'turare restore latest';
const OPENING = 'turare restore --open';
const STEPS = {
  'while the backup is read': [
    LOADING,
    until('grep -q Restoring /var/log/turare-restore.log 2> /dev/null'),
  ],
  'while it loads': [LOADING, until(database('_restoring'))],
  'once it opens': [OPENING, until('test -e /srv/turare/restore.json')],
} as const;
const expectOpen = async () => {
  expect(await run('systemctl is-active turare-api@4340 turare-api@4341 turare-publisher')).toBe(
    'active\nactive\nactive\n',
  );
  await run(until('turare status | grep -q "can sell"'));
};
/** Does the one command that status names, if it names one, and looks at what there is then. */
async function expectEnded(): Promise<void> {
  const said = await status();
  console.log(said);
  if (/restore +The restore of/.test(said)) {
    expect(said).toContain('turare restore --undo opens the shop as it was before.');
    await run('turare restore --undo');
  }
  await expectOpen();
  expect(await hasJos()).toBe(true);
  // What a killed one has left waits for nobody.
  await run('turare restore --undo || true');
  expect(await run(`${database('_restoring|_before_')} && echo left || true`)).toBe('');
}

test.for(Object.entries(STEPS))(
  'a restore that is killed %s: the parts stay closed, and status names the command that opens them',
  LONG,
  async ([, [command, reached]]) => {
    if (command === OPENING) await run(LOADING);
    await run(`rm -f /var/log/turare-restore.log; ${command} > /dev/null 2>&1 & ${reached}
      systemctl kill -s KILL ${RESTORE}; wait || true`);
    if (command === LOADING) await expectOpen();
    if ((await run('ls /srv/turare')).includes('restore.json')) {
      // It may have been killed before it stopped them.
      await run('systemctl restart turare-api@4340');
      expect(await run('systemctl is-active turare-api@4340 || true')).toBe('inactive\n');
      // Without the journal nobody would know which database has the orders.
      await run('echo "# What scripts/install wrote." > /etc/turare/installed');
      for (const command of ['turare uninstall', '/srv/turare/current/scripts/install --uninstall'])
        await expect(run(command), command).rejects.toThrow(
          'A restore has not ended. turare restore --undo opens the shop as it was before. Nothing was removed.',
        );
    }
    await expectEnded();
  },
);

test(
  'a terminal that goes away ends nothing: the restore goes on, and a second one is refused',
  LONG,
  async () => {
    await shop.machine.run(`cat > ${STANDSTILL}`, {
      input: await readFile('tests/faults/standstill.mjs'),
    });
    const said = await run(`rm -f /var/log/turare-restore.log ${STOOD}
      systemctl set-environment NODE_OPTIONS=--import=${STANDSTILL} STOOD_AT=${STOOD} STAND_AT='^query create database'
      turare restore latest > /dev/null 2>&1 & watcher=$!
      ${until(`test -e ${STOOD}`)}
      systemctl unset-environment NODE_OPTIONS STOOD_AT STAND_AT
      kill -HUP $watcher; wait || true
      turare restore latest 2>&1 || true; turare backup 2>&1 || true; rm ${STOOD}
      ${until(`! systemctl is-active --quiet ${RESTORE}`).replace('0.01', '0.1')}; cat /var/log/turare-restore.log`);
    expect(said.match(/This one has changed nothing\./g)).toHaveLength(2);
    expect(said).toContain('The audit finds nothing wrong.');
    await expectOpen();
    expect(await hasJos()).toBe(true);
    const aside = /restore --discard (\S+)/.exec(await run(OPENING))?.[1] ?? '';
    await expectOpen();
    expect(await hasJos()).toBe(false);
    expect(await run('systemctl is-active turare-backup.timer')).toBe('active\n');
    expect(await status()).toContain(aside);
    await run(`turare restore --discard ${aside}`);
    await shop.rows(LATE);
  },
);
