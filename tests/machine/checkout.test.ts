import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#process/root.ts';
import { startMailServer } from '../faults/mail-server.ts';
import { LIMIT_MS } from '../limits.ts';
import { openMachine } from './machine.harness.ts';
import { openRegistry } from './registry.ts';
import { fillCache, programsFolder } from './release.harness.ts';
import { ask, DOMAIN, HERE, installShop, openPayments, openWorld } from './world.harness.ts';

const LONG = { timeout: 10 * LIMIT_MS };
const CHECKOUT = '/root/checkout';

/** npm as the installer pins it. */
async function pinnedNpm() {
  const script = await readFile(join(root, 'scripts/install'), 'utf8');
  const [, version = ''] = /^NPM_VERSION=(.*)$/m.exec(script) ?? [];
  const [, integrity = ''] = /^NPM_INTEGRITY=(.*)$/m.exec(script) ?? [];
  return { version, integrity };
}

test('a bare machine and a checkout without packages become a shop', LONG, async () => {
  const npm = await pinnedNpm();
  await fillCache(`npm@${npm.version}`);
  await using registry = await openRegistry({ npm });
  await using checkout = await programsFolder();
  await using machine = await openMachine();
  await machine.copyIn(checkout.path, CHECKOUT);
  const mail = await startMailServer();
  await openWorld(machine);
  const packages = () => machine.run('dpkg-query -W | wc -l');
  const megabytes = () => machine.run('du -sxm / 2> /dev/null | cut -f 1');
  const before = [Number(await packages()), Number(await megabytes())];
  const command = (address: string) =>
    installShop(machine, mail, `npm_config_registry=${address} ${CHECKOUT}/scripts/install`);

  // Who changes a package on the way gets nothing run.
  await using forger = await openRegistry({ npm: { ...npm, file: 'package-lock.json' } });
  await expect(command(`http://${HERE}:${forger.port}`)).rejects.toThrow(
    /npm \S+ of .* is not what this version was made with/,
  );
  expect(await machine.run('ls /srv/turare/releases/*/node_modules 2>&1 || true')).toContain(
    'No such',
  );

  const began = Date.now();
  const said = await command(`http://${HERE}:${registry.port}/`);
  expect(said).toContain(`https://${DOMAIN}/admin/join#`);
  const seconds = Math.round((Date.now() - began) / 1000);
  const after = [Number(await packages()), Number(await megabytes())];
  console.log({
    seconds,
    packages: (after[0] ?? 0) - (before[0] ?? 0),
    megabytes: (after[1] ?? 0) - (before[1] ?? 0),
  });
  await openPayments(machine);
  expect((await ask(machine, `https://${DOMAIN}/cart`)).status).toBe(200);
  await mail.close();
});
