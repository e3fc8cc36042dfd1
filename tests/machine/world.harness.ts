import type { MailServer } from '../faults/mail-server.ts';
import type { Machine } from './machine.harness.ts';

/** What a shop has around it in the world, on its own machine: names, an authority of certificates, and a Paystack. */

export const DOMAIN = 'shop.test';
/** This machine as the other one sees it. */
export const HERE = '10.0.2.2';
const PAYMENTS = 'pay.test';
const AUTHORITY = 'acme.test';
const ACME_SERVER = `https://${AUTHORITY}:14000/dir`;
/** Settings of a shop that pays with the sandbox, and trusts the certificates of this world. */
const SETTINGS = {
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
    echo 'subjectAltName=DNS:${PAYMENTS},DNS:${AUTHORITY}' > names
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

/** Starts the authority of certificates. Whoever installs the shop asks it. */
export const openAuthority = (machine: Machine): Promise<string> =>
  machine.run(
    'systemd-run --quiet --unit=pebble --setenv=PEBBLE_VA_NOSLEEP=1 --setenv=PEBBLE_WFE_NONCEREJECT=0 pebble -config /etc/world/pebble.json',
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
    systemd-run --quiet --unit=payments --uid=nobody --working-directory=/srv/turare/current \\
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
