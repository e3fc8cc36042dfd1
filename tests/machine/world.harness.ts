import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:tls';
import { expect, vi } from 'vitest';
import { initializeAnswer, verifyAnswer } from '#contract/checkout.ts';
import { orderBody } from '../contract/shop.harness.ts';
import type { MailServer } from '../faults/mail-server.ts';
import type { S3Server } from '../s3/server.ts';
import type { Machine } from './machine.harness.ts';

/** The servers around a shop, on its own machine: domain names, a certificate authority, and the payment sandbox. */

export const DOMAIN = 'shop.test';
/** This machine as the other one sees it. */
export const HERE = '10.0.2.2';
const PAYMENTS = 'pay.test';
const AUTHORITY = 'acme.test';
const STORE = 'store.test';
const ACME_SERVER = `https://${AUTHORITY}:14000/dir`;
/** Settings of a shop that pays with the sandbox, and trusts the certificates of this world. */
const SETTINGS = {
  PAYMENT_WAYS: 'paystack,transfer,bank,delivery',
  PAYSTACK_URL: `https://${PAYMENTS}`,
  PAYSTACK_PAGE_HOSTS: PAYMENTS,
  PUBLIC_PAYMENT_HOSTS: PAYMENTS,
  NODE_EXTRA_CA_CERTS: '/etc/world/ca.pem',
};
const given = Object.entries(SETTINGS).map(([name, value]) => `--setting ${name}=${value}`);
/** Any key but the sandbox's own, which a shop in production refuses. */
export const KEY = 'sk_test_of_the_machine';

/** Names, certificates and the ACME server. */
export async function openWorld(machine: Machine): Promise<void> {
  await machine.run(
    `set -e
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends pebble openssl ca-certificates > /dev/null 2>&1
    echo '127.0.0.1 ${DOMAIN} ${PAYMENTS} ${AUTHORITY}' >> /etc/hosts
    mkdir -p /etc/world && cd /etc/world
    openssl req -x509 -newkey rsa:2048 -nodes -days 9 -subj '/CN=World' -keyout ca-key.pem -out ca.pem 2> /dev/null
    openssl req -newkey rsa:2048 -nodes -subj '/CN=world' -keyout key.pem -out request.pem 2> /dev/null
    echo 'subjectAltName=DNS:${PAYMENTS},DNS:${AUTHORITY},DNS:${STORE}' > names
    openssl x509 -req -in request.pem -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 9 -extfile names -out chain.pem 2> /dev/null
    cat > pebble.json <<'JSON'
    {"pebble": {"listenAddress": "127.0.0.1:14000", "managementListenAddress": "127.0.0.1:15000",
      "certificate": "/etc/world/chain.pem", "privateKey": "/etc/world/key.pem", "httpPort": 80, "tlsPort": 443}}
JSON
    # certbot asks it, and its timer does, too.
    mkdir -p /etc/systemd/system/certbot.service.d
    printf '[Service]\\nEnvironment=REQUESTS_CA_BUNDLE=/etc/world/ca.pem\\n' > /etc/systemd/system/certbot.service.d/world.conf`,
  );
  await openAuthority(machine);
}

/** Starts the certificate authority, which the installer asks. */
export const openAuthority = (machine: Machine): Promise<string> =>
  machine.run(
    'systemd-run --quiet --collect --unit=pebble --setenv=PEBBLE_VA_NOSLEEP=1 --setenv=PEBBLE_WFE_NONCEREJECT=0 pebble -config /etc/world/pebble.json',
  );

/** The payment sandbox at its own name, as the page about going live shows it. nginx must be there. */
export async function openPayments(machine: Machine): Promise<void> {
  await machine.run(
    `set -e
    cat > /etc/nginx/conf.d/payments.conf <<'NGINX'
server {
  listen 443 ssl;
  server_name ${PAYMENTS};
  ssl_certificate /etc/world/chain.pem;
  ssl_certificate_key /etc/world/key.pem;
  location / { proxy_pass http://127.0.0.1:4322; proxy_set_header Host $host; }
}
NGINX
    curl -sk --retry 9 --retry-connrefused https://127.0.0.1:15000/roots/0 > /etc/world/root.pem
    cat /etc/world/ca.pem /etc/world/root.pem > /etc/world/all.pem
    systemd-run --quiet --collect --unit=payments --uid=nobody --working-directory=/srv/turare/current \\
      --setenv=SANDBOX_URL=https://${PAYMENTS} --setenv=PAYSTACK_SECRET_KEY=${KEY} --setenv=DATA_DIR=/tmp/payments \\
      --setenv=SANDBOX_WEBHOOK_URL=https://${DOMAIN}/api/payment/webhook --setenv=NODE_EXTRA_CA_CERTS=/etc/world/all.pem \\
      /srv/turare/current/node_modules/.bin/node src/paystack-sandbox/main.ts
    systemctl reload nginx`,
  );
}

/** An answer to a request that is sent from the machine itself. */
export async function ask(
  machine: Machine,
  url: string,
  { json, form }: { json?: unknown; form?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = json === undefined ? new URLSearchParams(form).toString() : JSON.stringify(json);
  const sent =
    json === undefined && form === undefined ? '' : `-H 'content-type: ${type}' --data-binary @-`;
  const output = await machine.run(
    `curl -sS --cacert /etc/world/all.pem -w '\\n%{http_code}' ${sent} '${url}'`,
    { input: body },
  );
  const end = output.lastIndexOf('\n');
  return { status: Number(output.slice(end + 1)), text: output.slice(0, end) };
}

/** Installs the shop of this world; answers what was said. @param program - the installer, as a command. */
export const installShop = (machine: Machine, mail: MailServer, program: string): Promise<string> =>
  machine.run(
    `cd / && export REQUESTS_CA_BUNDLE=/etc/world/ca.pem PAYSTACK_SECRET_KEY=${KEY} SMTP_URL=smtp://${HERE}:${new URL(mail.url).port}
    ${program} ${DOMAIN} --email owner@shop.test --acme-server ${ACME_SERVER} ${given.join(' ')} 2>&1`,
  );

/** Orders one at this price, pays for it, and answers its number once it is paid. */
export async function order(machine: Machine, naira = 10_000): Promise<string> {
  const site = `https://${DOMAIN}`;
  const body = orderBody([['oud', naira, 1]], { email: 'ada@example.com' });
  const begun = await ask(machine, `${site}/api/payment/initialize`, { json: body });
  expect(begun).toMatchObject({ status: 200 });
  const { data } = initializeAnswer.parse(JSON.parse(begun.text));
  const paid = await ask(machine, data.authorization_url, { form: { action: 'pay' } });
  expect(paid.status).toBe(303);
  return vi.waitFor(async () => {
    const answer = await ask(machine, `${site}/api/payment/verify/${data.reference}`);
    const { payment } = verifyAnswer.parse(JSON.parse(answer.text));
    if (payment.status !== 'paid') throw new Error(`The payment is ${answer.text}`);
    return data.reference ?? '';
  });
}

/** Puts a product and a place of delivery into the shop of this world. */
export async function fillShop(machine: Machine): Promise<void> {
  await machine.run('cat > /tmp/products.csv', {
    input:
      'id,name,brand,price,stock,description,categories\noud,Oud,Turare,10000,20,Warm.,Unisex\n',
  });
  await machine.run('cat > /tmp/places.csv', {
    input: 'place,state,areas,amount\nLagos – Ikeja,Lagos,Ikeja,3000\n',
  });
  await machine.run('turare run shipping import /tmp/places.csv');
  await machine.run('turare run catalogue import /tmp/products.csv');
}

/**
 * Puts TLS before a store that runs here, for pgBackRest, and gives the shop its settings.
 * @returns what ends it.
 */
export async function openStore(machine: Machine, s3: S3Server): Promise<AsyncDisposable> {
  const [key, cert] = await Promise.all(
    ['key', 'chain'].map((name) => machine.run(`cat /etc/world/${name}.pem`)),
  );
  const behind = Number(new URL(s3.settings.MEDIA_S3_ENDPOINT ?? '').port);
  const front = createServer({ key, cert }, (socket) => {
    const onward = connect(behind, '127.0.0.1');
    socket.pipe(onward).pipe(socket);
    for (const each of [socket, onward]) {
      each.on('error', () => {
        socket.destroy();
        onward.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  const settings = {
    ...Object.fromEntries(
      Object.entries(s3.settings).map(([name, value]) => [name.replace('MEDIA', 'BACKUP'), value]),
    ),
    BACKUP_S3_ENDPOINT: `https://${STORE}:${port}`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await machine.run(`echo '${HERE} ${STORE}' >> /etc/hosts
    cp /etc/world/ca.pem /usr/local/share/ca-certificates/world.crt && update-ca-certificates > /dev/null 2>&1`);
  await machine.run('cat >> /etc/turare/shop.env', { input: lines.join('') });
  return {
    [Symbol.asyncDispose]: async () => {
      front.close();
    },
  };
}
