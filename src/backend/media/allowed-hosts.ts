import { isIP } from 'node:net';
import { done, type Result, refuse } from '#backend/base/result.ts';
import { isPublicAddress } from './public-address.ts';

/** The origins from which pictures may be downloaded. */
export interface PictureHosts {
  /** Returns the URL of an address that may be fetched. A refusal is the rest of a sentence that begins with the address. */
  check(address: string): Result<URL, 'invalid'>;
}

/** Whether the host of an address is an IP address. */
export const isLiteral = (url: URL): boolean => isIP(bareHost(url)) !== 0;

/** Returns the host without the brackets of IPv6. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/**
 * Reads the setting PICTURE_HOSTS: hosts ('cdn.example.com') or origins ('https://cdn.example.com:8443',
 * 'http://127.0.0.1:8080'), separated by commas. A host alone means https on the default port.
 * @throws Error with a sentence for the merchant that names the wrong entry.
 */
export function readPictureHosts(setting: string | undefined): PictureHosts {
  const entries = (setting ?? '').split(',').map((entry) => entry.trim());
  const origins = new Set(entries.filter((entry) => entry !== '').map(readOrigin));
  return {
    check(address) {
      const url = URL.parse(address);
      if (!url) return wrong('is not a web address: copy it from your browser');
      if (url.username || url.password) {
        return wrong('contains a user name or a password: write the address without it');
      }
      if (origins.has(url.origin)) return done(url);
      if (url.protocol !== 'https:') {
        return wrong('does not begin with https://: only such addresses are fetched');
      }
      const rule = `is not fetched from ${url.host}`;
      return wrong(`${rule}: if you trust that host, add it to the setting PICTURE_HOSTS`);
    },
  };
}

/**
 * Adds the hosts that the merchant has allowed for one file to those of the setting. A file names its hosts, so these must
 * be on the public internet: an IP address must be public, and a name is looked up as usual.
 * @param agreed - as URL.host writes them: 'pictures.example', 'pictures.example:8443'.
 */
export function withAgreedHosts(own: PictureHosts, agreed: readonly string[]): PictureHosts {
  return {
    check(address) {
      const checked = own.check(address);
      if (checked.ok) return checked;
      const url = URL.parse(address);
      if (url?.protocol !== 'https:' || url.username || url.password) return checked;
      if (!agreed.includes(url.host)) return checked;
      if (!isLiteral(url) || isPublicAddress(bareHost(url))) return done(url);
      return wrong(`is at ${bareHost(url)}, which is not on the public internet`);
    },
  };
}

function readOrigin(entry: string): string {
  const url = URL.parse(entry.includes('://') ? entry : `https://${entry}`);
  const plain = url && url.pathname === '/' && !url.search && !url.hash && !url.username;
  if (!plain || url.password || url.host.includes('*') || !/^https?:$/.test(url.protocol)) {
    throw new Error(
      `PICTURE_HOSTS contains '${entry}': write hosts such as cdn.example.com, or origins such as https://cdn.example.com:8443, separated by commas.`,
    );
  }
  return url.origin;
}

const wrong = (message: string) => refuse('invalid', message);
