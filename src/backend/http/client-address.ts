import { isIP } from 'node:net';
import type { Context } from 'hono';
import ipaddr from 'ipaddr.js';
import type { Log, LogEntry } from '#backend/base/log.ts';
import { UNREADABLE_NETWORK } from '#backend/limits/requester.ts';
import type { Settings } from '#backend/settings/settings.ts';

/** Ranges of this machine and of private networks, which contain the shop's own proxies. */
const OWN = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'deprecatedSiteLocal'];

/** Headers in which proxies send a client's address. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'cf-connecting-ip'];

/**
 * Returns a client's network address, by which requests and reserved stock are limited. `header` is the header that the
 * shop's proxy sets; the last entry of a list is the proxy's. Requests with an absent or unreadable header are counted
 * together, so that nobody escapes the limits that way. Without a header setting it is the connection's address; null if
 * that is unknown or is the shop's own proxy. Uses only the first 64 bits of an IPv6 address, because one connection has
 * all the others.
 */
export function clientAddress(context: Context, header: string | null): string | null {
  if (header !== null) {
    const entry = context.req.header(header)?.split(',').at(-1) ?? '';
    const address = readAddress(entry);
    return address ? networkOf(address) : UNREADABLE_NETWORK;
  }
  const address = readAddress(connection(context) ?? '');
  return address && !OWN.includes(address.range()) ? networkOf(address) : null;
}

/**
 * Returns a reader for clients' network addresses, according to the settings. In production it warns once if that fails,
 * because the limits then count strangers together.
 */
export function addressReader(
  { CLIENT_ADDRESS_HEADER, SHOP_MODE }: Pick<Settings, 'CLIENT_ADDRESS_HEADER' | 'SHOP_MODE'>,
  log: Log,
): (context: Context) => string | null {
  const header = CLIENT_ADDRESS_HEADER ?? null;
  let told = SHOP_MODE !== 'production';
  return (context) => {
    const address = clientAddress(context, header);
    const fault = told ? null : addressFault(context, header, address);
    if (fault !== null) {
      told = true;
      log(fault);
    }
    return address;
  };
}

function addressFault(
  context: Context,
  header: string | null,
  address: string | null,
): LogEntry | null {
  if (header === null) {
    const name = FORWARDED.find((each) => context.req.header(each) !== undefined);
    if (name === undefined) return null;
    return {
      event: 'client_address_unknown',
      message: `A proxy sends ${name}, but CLIENT_ADDRESS_HEADER is not set, so nothing is limited by network address. If your proxy sets this header itself, set CLIENT_ADDRESS_HEADER=${name}.`,
    };
  }
  // Builds read the catalogue from this machine, without the proxy.
  if (address !== UNREADABLE_NETWORK || context.req.method === 'GET') return null;
  return {
    event: 'client_address_unreadable',
    message: `A request has no address in the header ${header} of CLIENT_ADDRESS_HEADER. All such requests share the limits of one address. If they came through your proxy, set the header that it sends.`,
  };
}

/**
 * Reads an address with or without a port (102.89.1.1:5000, [2c0f::1]:5000), also as `for` in the header Forwarded (RFC
 * 7239); null if it is not an address.
 */
function readAddress(entry: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const named = /(?:^|;)\s*for\s*=\s*([^;]*)/i.exec(entry)?.[1] ?? entry;
  const text = named.trim().replace(/^"(.*)"$/, '$1');
  const host = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  // Turns an IPv4 address inside an IPv6 one (::ffff:102.89.1.1) into IPv4.
  return isIP(host) === 0 ? null : ipaddr.process(host);
}

function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Returns the address from @hono/node-server. Under app.request() there is none. */
function connection(context: Context): string | undefined {
  const env = context.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined;
  return env?.incoming?.socket?.remoteAddress;
}
