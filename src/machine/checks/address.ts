import { X509Certificate } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { connect } from 'node:tls';
import { isPublicAddress } from '#config/web-address.ts';
import { reasonOf } from '#machine/status/readiness.ts';
import { type Check, type Finding, fault, note, well } from './check.ts';

const LIMIT_MS = 10_000;
/** Days before its end at which a certificate that renews itself has been renewed for long. */
const SOON_DAYS = 14;

/** The certificate of the public address: its end, its name, and whether browsers trust it. */
export const certificate: Check = {
  name: 'certificate',
  async look({ settings: { SITE_URL } }) {
    const url = new URL(SITE_URL);
    if (url.protocol !== 'https:')
      return note(`${SITE_URL} has none.`, 'Shoppers type addresses and passwords: use https.');
    return certificateOf(url.hostname.replace(/^\[|\]$/g, ''), Number(url.port) || 443);
  },
};

async function certificateOf(host: string, port: number): Promise<Finding> {
  const found = await new Promise<{ certificate: X509Certificate; refusal: string }>(
    (done, fail) => {
      const socket = connect(
        { host, port, ...(isIP(host) ? {} : { servername: host }), rejectUnauthorized: false },
        () => {
          const refusal = socket.authorized ? '' : String(socket.authorizationError);
          done({ certificate: new X509Certificate(socket.getPeerCertificate().raw), refusal });
          socket.destroy();
        },
      );
      socket.setTimeout(LIMIT_MS, () => socket.destroy(new DOMException('late', 'TimeoutError')));
      socket.on('error', fail);
    },
  ).catch((error: unknown) => reasonOf(error));
  if (typeof found === 'string')
    return fault(
      `There is none at ${host}, port ${port}. ${found}`,
      'Check that nginx runs and that port 443 is open.',
    );
  const end = new Date(found.certificate.validTo);
  const days = Math.floor((end.getTime() - Date.now()) / 86_400_000);
  const renew =
    'Find out why it was not renewed: certbot renew --dry-run, and systemctl status certbot.timer.';
  if (days < 0) return fault(`It ended on ${dayOf(end)}.`, renew);
  const { certificate: shown } = found;
  if (!(isIP(host) ? shown.checkIP(host) : shown.checkHost(host)))
    return fault(
      `It is not for ${host}.`,
      `Get one for this name: certbot certificates shows what is there.`,
    );
  if (found.refusal)
    return fault(
      `Browsers do not trust it (${found.refusal}).`,
      'Get one from an authority that browsers trust, with its whole chain.',
    );
  const says = `It is for ${host}, and ends on ${dayOf(end)}, in ${days} days.`;
  return days < SOON_DAYS ? fault(says, renew) : well(says);
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** Whether the domain leads to this machine. */
export const dns: Check = {
  name: 'DNS',
  async look({ machine, settings: { SITE_URL } }) {
    const { hostname } = new URL(SITE_URL);
    if (!isPublicAddress(SITE_URL)) return note(`${hostname} is not a public name.`);
    const resolved = await lookup(hostname, { all: true }).catch(() => []);
    if (resolved.length === 0)
      return fault(
        `${hostname} leads nowhere.`,
        'Make an A record for it with the address of this machine, and wait for an hour.',
      );
    const addresses = resolved.map(({ address }) => address);
    const own = new Set(
      Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []),
    );
    const led = addresses.filter((address) => own.has(address));
    if (led.length === addresses.length)
      return well(`${hostname} leads to ${led.join(' and ')}, which is here.`);
    const isHere = await leadsHere(machine.apis, SITE_URL);
    const where = `${hostname} leads to ${addresses.join(' and ')}`;
    return isHere
      ? note(
          `${where}, which this machine does not have. The shop answers there all the same, through a proxy, a CDN or the host's network.`,
        )
      : fault(
          `${where}, and not to this shop.`,
          'Set its A record, and an AAAA record if there is one, to the address of this machine.',
        );
  },
};

/** Whether the shop at the public address is the one on this machine, by the id that tells shops apart. */
async function leadsHere(own: readonly string[], site: string): Promise<boolean> {
  const idAt = async (origin: string | undefined) => {
    const answer = await fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(LIMIT_MS) });
    return ((await answer.json()) as { shop?: string }).shop;
  };
  try {
    const [here, there] = await Promise.all([idAt(own[0]), idAt(site)]);
    return here !== undefined && here === there;
  } catch {
    return false;
  }
}
