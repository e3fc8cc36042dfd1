import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type MailServer, startMailServer } from '../faults/mail-server.ts';
import { LIMIT_MS } from '../limits.ts';
import { type Machine, openMachine } from './machine.harness.ts';
import { releaseFolder } from './release.harness.ts';
import {
  ask,
  DOMAIN,
  fillShop,
  HERE,
  installShop,
  KEY,
  openAuthority,
  openPayments,
  openWorld,
  order,
} from './world.harness.ts';

/** From a bare Debian to the first order, again, and back. The tests go on from each other. */

const LONG = { timeout: 10 * LIMIT_MS };
const RELEASE = '/root/release';

let machine: Machine;
let mail: MailServer;
beforeAll(async () => {
  await using release = await releaseFolder();
  machine = await openMachine();
  await machine.copyIn(release.path, RELEASE);
  mail = await startMailServer();
  await openWorld(machine);
  // The packages, so that what is compared is what the installer itself writes. A bare machine has a test of its own.
  await machine.run(
    'DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql pgbackrest nginx certbot curl > /dev/null 2>&1',
  );
}, LONG.timeout);
afterAll(async () => {
  await machine?.close();
  await mail?.close();
});

const install = ({ after = 0, signal = 'KILL' } = {}) =>
  installShop(machine, mail, `timeout --signal=${signal} ${after} ${RELEASE}/scripts/install`);

const linesOf = async (command: string) => (await machine.run(command)).split('\n');

/** Files that a second run may not touch, with owner, mode and time, and when each service started or was reloaded. */
const stateOf = async () =>
  linesOf(
    `find /etc /srv/turare/current/src /srv/turare/current/scripts /usr/local /var/www /var/backups -xdev -printf '%p %m %u %T@ %l\\n' | sort
    systemctl show -p Id -p ExecMainStartTimestampMonotonic -p ExecReload turare-api@4340 turare-api@4341 turare-publisher nginx postgresql`,
  );

/** Files that an uninstallation keeps, and files that the system itself writes. */
const OTHERS = [
  ...['/proc', '/sys', '/run', '/dev', '/tmp', '/var/tmp', '/var/log', '/var/cache', RELEASE],
  ...['/var/lib/turare', '/var/backups/turare', '/etc/turare/shop', '/etc/turare/shop.env'],
  // Its user, whom the data belongs to.
  ...['/etc/passwd*', '/etc/shadow*', '/etc/group*', '/etc/gshadow*', '/etc/world'],
  ...['/etc/letsencrypt', '/var/lib/letsencrypt', '/var/lib/postgresql', '/var/lib/systemd'],
  ...['/etc/postgresql', '/var/lib/pgbackrest', '/var/spool/pgbackrest'],
];
const PRUNED = `\\( ${OTHERS.map((path) => `-path '${path}'`).join(' -o ')} \\) -prune`;
const filesOf = async () =>
  linesOf(
    `find / -xdev ${PRUNED} -o -type f -print0 | xargs -0 sha256sum | sort -k 2
    find / -xdev ${PRUNED} -o -type l -printf '%p %l\\n' | sort`,
  );

/** The certificate that nginx shows. */
const certificate = () =>
  machine.run(
    `openssl s_client -connect 127.0.0.1:443 -servername ${DOMAIN} < /dev/null 2> /dev/null | openssl x509 -noout -serial -issuer`,
  );

let before: string[];
let first: string;

test('a mistake is named before anything is written', async () => {
  const refused = (words: string, sentence: string) =>
    expect(machine.run(`${RELEASE}/scripts/install ${words}`)).rejects.toThrow(sentence);
  const { run } = machine;
  await refused('https://shop.test', 'without https://');
  await refused(DOMAIN, 'name it by --email');
  await refused(`${DOMAIN} --email ada`, 'is no email address');
  const email = `${DOMAIN} --email ada@shop.test`;
  await run('echo pk_test_12345678 > /root/key');
  await refused(`${email} --paystack-key-file /root/key`, 'begins with sk_live_ or sk_test_');
  const second = `${email} --setting PAYMENT_WAYS=flutterwave --flutterwave-key-file /root/key`;
  await refused(second, 'begins with FLWSECK- or FLWSECK_TEST-');
  await run(`echo ${KEY} > /root/key; echo smtp://127.0.0.1:9 > /root/mail`);
  const key = `${email} --paystack-key-file /root/key --setting PAYSTACK_URL=https://${DOMAIN}`;
  await refused(`${key} --smtp-url-file /root/mail`, 'No mail server answers at 127.0.0.1, port 9');
  await run('echo sk_live_12345678 > /root/live');
  const unknown = `${email} --paystack-key-file /root/live --setting PAYSTACK_URL=https://127.0.0.1:9`;
  expect(
    await run(`${RELEASE}/scripts/install ${unknown} --smtp-url-file /root/mail 2>&1 || true`),
  ).toMatch(
    /Paystack did not answer, so nobody knows whether the key is right[\s\S]*No mail server/,
  );
  expect(await run('ls /srv /etc/turare 2>&1; id turare 2>&1 || true')).toContain('no such user');
});

test('at a terminal it asks again after a wrong answer, and for the key of the chosen provider alone', async () => {
  const { run } = machine;
  const options = '--setting PAYMENT_WAYS=flutterwave,delivery --shop-folder /nowhere';
  const command = `${RELEASE}/scripts/install ${DOMAIN} --email ada@shop.test ${options}`;
  const server = `smtp://${HERE}:${new URL(mail.url).port}`;
  const typed = ['pk_wrong', 'FLWSECK_TEST-0123456789abcdef-X', 'mail.test', server];
  const said = await run(`timeout 60 script -qec '${command}' /dev/null 2>&1 || true`, {
    input: typed.map((line) => `${line}\n`).join(''),
  });
  const asked = (words: string) => said.split(words).length - 1;
  expect(said).toContain('That is no secret key of Flutterwave.');
  expect(asked("Flutterwave's secret key (it is not shown): ")).toBe(2);
  expect(said).not.toContain("Paystack's secret key");
  expect(said).toContain('That is no address of a mail server.');
  expect(asked("The mail server's address (it is not shown): ")).toBe(2);
  // The answers are good, and what was typed on the command is not.
  expect(said).toContain('There is no shop.json in /nowhere.');
  expect(await run('ls /srv /etc/turare 2>&1; id turare 2>&1 || true')).toContain('no such user');
});

/** Holds dpkg's lock for some seconds, as what updates a new machine does. */
const LOCKED = `perl -MFcntl -e 'open F, ">>/var/lib/dpkg/lock-frontend"; $lock = pack("ssx4qqlx4", F_WRLCK, 0, 0, 0, 0); fcntl(F, F_SETLK, $lock) or die; print "held\n"; close STDOUT; sleep 9'`;

test('while another program installs packages, it waits', LONG, async () => {
  await machine.run('apt-get remove -y -qq curl > /dev/null 2>&1');
  const said = await machine.run(
    `${LOCKED} > /tmp/lock & timeout 10 sh -c 'until grep -qs held /tmp/lock; do :; done' && ${RELEASE}/scripts/install ${DOMAIN} 2>&1 || true; rm -r /etc/turare`,
  );
  expect(said).toContain('waiting for another program that installs packages');
  expect(said).toContain('name it by --email');
  expect(await machine.run('command -v curl')).toContain('curl');
});

/** Returns the message of an installation that fails. */
const failureOf = (installation: Promise<string>) =>
  installation.then(
    (said) => expect.fail(`It did not fail: ${said}`),
    ({ message }: Error) => message,
  );

/** Kills the installer while it makes the cluster, whose data then lacks files and whose configuration is empty. */
const KILL_IN_CLUSTER = `set -e; at=/var/lib/postgresql/15/turare/global
  for i in $(seq 9000); do test -e $at/1262 && break; sleep 0.02; done
  pkill -KILL --pgroup $(pgrep -xo timeout); test ! -e $at/pg_filenode.map`;

test('one command makes the shop, also after it was interrupted', LONG, async () => {
  before = await filesOf();
  // The authority of certificates is away.
  await machine.run('systemctl stop pebble');
  await Promise.all([failureOf(install({ after: 300 })), machine.run(KILL_IN_CLUSTER)]);
  await expect(install({ after: 10, signal: 'INT' })).rejects.toThrow('It was interrupted at: ');
  // A fast machine shows the link of the owner before it is killed. It is shown once.
  const failures = [await failureOf(install({ after: 20 })), await failureOf(install())];
  expect(failures.join('\n')).toContain('shop.test/admin/join#');
  expect(failures[1]).toMatch(
    /nobody can open https:\/\/shop\.test yet[\s\S]*It stopped at: the certificate/,
  );
  await openAuthority(machine);
  const began = Date.now();
  const said = await install();
  console.log(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
  expect(said).toContain(`https://${DOMAIN}/api/payment/webhook`);
  expect(said).toContain('The key is a test key');
  const backups = /(\S+) +backups.*/.exec(await machine.run('turare status || true'));
  expect(backups?.[1]).toBe('note');
  expect(await certificate()).toContain('Pebble');
  expect(await machine.run('systemctl is-system-running')).toBe('running\n');
  expect(await machine.run('stat -c "%a %U" /etc/turare/shop.env')).toBe('600 turare\n');
});

test('the first order is paid over https, and its email arrives', LONG, async () => {
  await openPayments(machine);
  await fillShop(machine);
  const mailsBefore = mail.arrived.length;
  first = await order(machine);
  await vi.waitFor(() => expect(mail.arrived.length).toBeGreaterThanOrEqual(mailsBefore + 2));
  // The page of the product came with a release of its own.
  await vi.waitFor(async () => {
    const page = await ask(machine, `https://${DOMAIN}/products/oud`);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Oud') });
  });
});

test('nginx reads the rules of a release that has others', LONG, async () => {
  const rules = '/var/lib/turare/site/live/_nginx.conf';
  await machine.run(
    `cd /var/lib/turare/site && cp -a live/. releases/999999 && echo 'location = /of-the-test { return 204; }' >> releases/999999/_nginx.conf &&
    readlink live > /tmp/live && ln -s releases/999999 next && mv -T next live`,
  );
  await vi.waitFor(async () => {
    expect((await ask(machine, `https://${DOMAIN}/of-the-test`)).status).toBe(204);
  });
  await machine.run(
    `cd /var/lib/turare/site && ln -s "$(cat /tmp/live)" next && chown -h turare next && mv -T next live && rm -rf releases/999999 && ls ${rules}`,
  );
  await vi.waitFor(async () => {
    expect((await ask(machine, `https://${DOMAIN}/of-the-test`)).status).toBe(404);
  });
});

test('nginx shows a renewed certificate by itself', LONG, async () => {
  const old = await certificate();
  await machine.run(
    'REQUESTS_CA_BUNDLE=/etc/world/ca.pem certbot renew --force-renewal --quiet --no-random-sleep-on-renew',
  );
  await vi.waitFor(async () => expect(await certificate()).not.toBe(old));
  expect(await machine.run('systemctl is-enabled certbot.timer')).toBe('enabled\n');
});

test('a backup is made, and its timer is on', LONG, async () => {
  expect(await machine.run('systemctl is-active turare-backup.timer')).toBe('active\n');
  await machine.run('systemctl start turare-backup');
  expect(await machine.run('ls /var/backups/turare')).toMatch(/^shop-.*\.tar\.gz\n$/);
});

test(
  'doctor names a file that root has left in the data, and its command gives it back',
  LONG,
  async () => {
    const file = '/var/lib/turare/left';
    const doctor = () => machine.run('turare doctor --no-mail || true');
    expect(await doctor()).toMatch(/ok +owners /);
    await machine.run(`touch ${file}`);
    const said = await doctor();
    expect(said).toMatch(
      /FAULT +owners +\/var\/lib\/turare\/left belongs to root, and not to turare\./,
    );
    await machine.run(/find \/var\/lib\/turare .*/.exec(said)?.[0] ?? '');
    expect(await machine.run(`stat -c %U ${file}`)).toBe('turare\n');
    await machine.run(`rm ${file}; chown root /etc/turare/shop.env`);
    expect(await doctor()).toContain('/etc/turare/shop.env belongs to root, and not to turare.');
    await machine.run('chown turare /etc/turare/shop.env');
  },
);

test('the same command again changes nothing, and keeps what somebody edited', LONG, async () => {
  const state = await stateOf();
  expect(await install()).toContain('Nothing had to be changed.');
  expect(await stateOf()).toEqual(state);
  await machine.run(
    'echo "# mine" >> /etc/nginx/conf.d/turare.conf; sed -i "s/owner@/ada@/; s/^SITE_URL=.*/SITE_URL=\\"https:\\/\\/shop.test\\"/" /etc/turare/shop.env',
  );
  const edited = await stateOf();
  const said = await install();
  expect(said).toContain('/etc/nginx/conf.d/turare.conf was edited and stays as it is.');
  expect(said).toContain('MERCHANT_EMAIL stays as it is');
  expect(await stateOf()).toEqual(edited);
});

test(
  'an installed shop without an archive gets one if no other database is in its cluster',
  LONG,
  async () => {
    const { run } = machine;
    const status = () => run('turare status || true');
    const conf = '/etc/postgresql/15/turare/conf.d/turare.conf';
    await run(`systemctl stop turare-archive.timer; systemctl stop turare-archive
    rm -r ${conf} /var/lib/turare/archive.json /etc/turare/pgbackrest.conf /var/lib/pgbackrest/*
    cd / && runuser -u postgres -- createdb --cluster 15/turare other; systemctl restart postgresql@15-turare`);
    expect(await install()).toContain('keeps no archive for the shop, because it has other.');
    expect(await status()).toMatch(
      /note +archive +There is none, because this PostgreSQL has other databases \(other\)/,
    );
    await run('cd / && runuser -u postgres -- dropdb --cluster 15/turare other');
    expect(await status()).toContain('scripts/install makes one, and restarts PostgreSQL.');
    expect(await install()).toContain('PostgreSQL restarts, because it now keeps an archive.');
    expect(await status()).toMatch(/note +archive +This machine has each minute from/);
    expect(await install()).toContain('Nothing had to be changed.');
    await order(machine);
  },
);

/** Ends the installer before a command that has these words: bash reads this file before it begins. */
const DIES = `set -T; trap 'case $BASH_COMMAND in *"$DIE_AT"*) kill -"$DIE_BY" $$ ;; esac' DEBUG`;
/** Removes the shop, which a signal ends. */
const expectEnded = (step: string, signal: string) =>
  expect(
    machine.run(`BASH_ENV=/root/dies DIE_BY=${signal} DIE_AT='${step}' turare uninstall 2>&1`),
    `${signal} at ${step}`,
  ).rejects.toThrow('ended with');
/** The removal is about to do this. */
const REMOVAL_STEPS = [
  ...['cp "$list"', 'systemctl disable', 'rm -f "', 'rmdir', 'systemctl daemon-reload'],
  'mv "$command.new"',
];
/** The installer is about to run the command that it has written. */
const COMMAND_STEP = '"$command" uninstall';
/** The command is about to do this. */
const LAST_STEPS = ['mv /srv/turare ', 'rm -rf /srv/turare.removed', 'rm -f /usr/local/bin/turare'];

test(
  'a removal that is killed, or loses its terminal, goes on when it is run again, and the data stays',
  LONG,
  async () => {
    const { run } = machine;
    await run('cat > /root/dies', { input: DIES });
    const data = `cd / && runuser -u postgres -- psql --cluster 15/turare -Atc 'select reference, status from orders order by 1' turare
    find /var/backups/turare /etc/turare/shop /etc/turare/shop.env /etc/letsencrypt/archive -type f -print0 | sort -z | xargs -0 sha256sum`;
    const expectHalf = async () => {
      const half = await run('turare status 2>&1 || true');
      expect(half).toContain('The removal of the shop was interrupted.');
      expect(half).toContain('turare uninstall finishes it.');
      expect(await run(data)).toBe(kept);
    };
    const kept = await run(data);
    expect(kept).toContain(`${first}|paid`);
    for (const step of REMOVAL_STEPS) {
      for (const signal of ['KILL', 'HUP']) {
        await expectEnded(step, signal);
        await expectHalf();
      }
    }
    await expectEnded(COMMAND_STEP, 'KILL');
    await expectHalf();
    for (const step of LAST_STEPS) {
      const dies = `sed 's#^.*${step}#kill -KILL $$; &#' /usr/local/bin/turare`;
      await expect(run(`${dies} | sh -s uninstall`), step).rejects.toThrow('ended with');
      await expectHalf();
    }
    expect(await run('rm /root/dies; turare uninstall')).toContain('The shop is removed.');
    expect(await run(data)).toBe(kept);
    await run(
      'systemctl stop payments; systemctl reset-failed payments 2> /dev/null; rm /etc/nginx/conf.d/payments.conf; systemctl reload nginx',
    );
    expect(await filesOf()).toEqual(before);
  },
);

test(
  'it is installed again with all of its data, also over a removal that was stopped',
  LONG,
  async () => {
    const again = await install();
    expect(again).not.toContain('/admin/join#');
    await openPayments(machine);
    expect(await machine.run('turare run orders list')).toContain('Ada Obi');
    const page = await ask(machine, `https://${DOMAIN}/api/payment/verify/${first}`);
    expect(page.text).toContain('"paid"');
    await order(machine);
    // The command is no longer the shop's then.
    await machine.run('cat > /root/dies', { input: DIES });
    await expectEnded(COMMAND_STEP, 'KILL');
    await install();
    expect(await machine.run('turare run orders list')).toContain('Ada Obi');
    expect(await machine.run('turare uninstall')).toContain('the database turare of PostgreSQL');
  },
);
