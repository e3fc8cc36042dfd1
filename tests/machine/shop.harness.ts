import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CHECKSUMS, SIGNATURE, topFolder } from '#machine/release/names.ts';
import { newKeys, signatureOf } from '#machine/release/signature.ts';
import { type Running, SECRET_KEY, startSandbox } from '#sandbox/sandbox.harness.ts';
import { fillRelease } from '#scripts/release/archive.ts';
import { DEPLOYMENT } from '../hosting/deployment.ts';
import { type Machine, openMachine } from './machine.harness.ts';

const run = promisify(execFile);

/** A machine with a shop that runs, as scripts/install leaves one, and the payment sandbox here. */
export interface MachineShop extends AsyncDisposable {
  machine: Machine;
  sandbox: Running;
  /** The version that is installed at first. */
  version: string;
  /** Where nginx answers, from here. */
  site: string;
  /**
   * Makes a later version in the machine: the installed one, changed by a shell script that runs in its folder.
   * @returns the folder that `turare update` takes.
   */
  release(version: string, change: string): Promise<string>;
  /** Rows of the database. */
  rows(query: string): Promise<string[]>;
}

const NODE = '/srv/turare/current/node_modules/.bin/node';
const PRODUCTS = 3;

/** The checkout as a release, changes that are not committed included. */
async function checkoutRelease(): Promise<{ folder: string; version: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-machine-'));
  const { stdout } = await run('git', ['stash', 'create']);
  await fillRelease(join(folder, 'release'), stdout.trim() || 'HEAD', () => {});
  const file = join(folder, 'release/package.json');
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version: string };
  return { folder, version };
}

export async function openMachineShop(): Promise<MachineShop> {
  const { folder, version } = await checkoutRelease();
  const keys = newKeys();
  const machine = await openMachine({ ports: [443] });
  const sandbox = await startSandbox();
  const close = async () => {
    await machine.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await machine.copyIn(join(folder, 'release'), `/srv/turare/releases/${version}`);
    await machine.copyIn(DEPLOYMENT, '/root/deployment');
    await machine.run('cat > /root/release-key.pem', { input: keys.publicKey });
    await machine.run('cat > /root/shop.env', { input: settings(sandbox.url) });
    await machine.run(layout(version));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    machine,
    sandbox,
    version,
    site: `https://127.0.0.1:${machine.port(443)}`,
    async release(later, change) {
      const at = `/root/releases/${later}`;
      await machine.run(`set -e
        mkdir -p ${at} && cp -r /srv/turare/releases/${version} ${at}/${topFolder(later)}
        cd ${at}/${topFolder(later)} && sed -i 's/"version": "${version}"/"version": "${later}"/' package.json
        ${change}
        cd ${at} && tar -c ${topFolder(later)} | gzip -1 > ${topFolder(later)}-linux-x64.tar.gz
        rm -r ${topFolder(later)} && sha256sum *.tar.gz > ${CHECKSUMS}`);
      const sums = await machine.run(`cat ${at}/${CHECKSUMS}`);
      const signature = signatureOf(Buffer.from(sums), keys.privateKey);
      await machine.run(`cat > ${at}/${SIGNATURE}`, { input: signature });
      return at;
    },
    async rows(query) {
      const said = await machine.run('runuser -u turare -- psql -At turare', { input: query });
      return said.split('\n').filter(Boolean);
    },
    [Symbol.asyncDispose]: close,
  };
}

/** A shop on trial: the sandbox speaks HTTP. Nobody is limited by network address, because all load comes from one. */
const settings = (sandboxUrl: string) => `SHOP_MODE=
SITE_URL=https://localhost
DATABASE_URL=postgres://turare@/turare?host=/var/run/postgresql
DATA_DIR=/var/lib/turare
PAYSTACK_SECRET_KEY=${SECRET_KEY}
PAYSTACK_URL=http://10.0.2.2:${new URL(sandboxUrl).port}
PAYSTACK_PAGE_HOSTS=${new URL(sandboxUrl).host}
PUBLIC_PAYMENT_HOSTS=${new URL(sandboxUrl).host}
PUBLISHER_URL=http://127.0.0.1:4330/publish
PUBLISHER_SECRET=${'s'.repeat(40)}
CLIENT_ADDRESS_HEADER=
RESERVATION_CLIENT_UNITS=100000
`;

/** Returns a script that lays out a machine as scripts/install does, as far as an update needs it. */
const layout = (version: string) => `set -e
export DEBIAN_FRONTEND=noninteractive
apt-get update -q && apt-get install -qy --no-install-recommends postgresql nginx openssl gettext-base
useradd --system --home-dir /var/lib/turare --shell /usr/sbin/nologin turare
install -d -o turare -m 755 /var/lib/turare && install -d -o turare -m 700 /var/backups/turare
install -d /etc/turare && install -m 644 /root/release-key.pem /etc/turare/release-key.pem
install -o turare -m 600 /root/shop.env /etc/turare/shop.env
cd /srv/turare/releases/${version} && rm -rf .astro node_modules/.astro node_modules/.vite
install -d -o turare .astro node_modules/.astro node_modules/.vite && cd /
ln -s /srv/turare/releases/${version} /srv/turare/current
runuser -u postgres -- createuser turare && runuser -u postgres -- createdb -O turare turare
printf '#!/bin/sh\\nexec ${NODE} /srv/turare/current/scripts/turare/main.ts "$@"\\n' > /usr/local/bin/turare
chmod 755 /usr/local/bin/turare
cp /root/deployment/systemd/* /etc/systemd/system
mkdir -p /etc/turare/tls && cd /etc/turare/tls
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj /CN=localhost -keyout privkey.pem -out fullchain.pem 2>/dev/null
export API_1=127.0.0.1:4340 API_2=127.0.0.1:4341 API_LISTEN=127.0.0.1:8080 HTTP_LISTEN=80 HTTPS_LISTEN=443 \\
  SERVER_NAME=localhost TLS_FOLDER=/etc/turare/tls SITE_FOLDER=/var/lib/turare/site ACCESS_LOG=/var/log/nginx/turare.log
envsubst '$API_1 $API_2 $API_LISTEN $HTTP_LISTEN $HTTPS_LISTEN $SERVER_NAME $TLS_FOLDER $SITE_FOLDER $ACCESS_LOG' \\
  < /root/deployment/nginx.conf.template > /etc/nginx/conf.d/turare.conf
rm -f /etc/nginx/sites-enabled/default
install -d -o turare /var/lib/turare/site
systemctl daemon-reload && systemctl restart nginx && systemctl enable --now turare-rules.path
cd /srv/turare/current
shop() { command=$1; shift; (set -a; . /etc/turare/shop.env; set +a; setpriv --reuid turare --regid turare --clear-groups ${NODE} scripts/$command/main.ts "$@"); }
shop migrate
shop catalogue synth ${PRODUCTS}
for id in $(echo 'select id from products ;' | runuser -u turare -- psql -At turare); do shop catalogue set $id stock=100000; done
shop shipping set 'Lagos – Ikeja' state=Lagos amount=3000
systemctl start turare-api@4340 turare-api@4341 turare-publisher
until ${NODE} -e 'fetch("http://127.0.0.1:8080/api/ready").then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))'; do sleep 1; done
until test -e /var/lib/turare/site/live/index.html; do sleep 1; done
systemctl start turare-rules.service
`;
