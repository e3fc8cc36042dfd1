/** Names that are never in the public DNS (RFC 2606, 6761, 6762, 8375, and `internal`), and single words. */
const RESERVED = /^[^.]*$|\.(localhost|local|internal|test|example|invalid|home\.arpa)$/;
const RESERVED_DOMAINS = /(^|\.)example\.(com|net|org)$/;
/** Addresses of this machine and of private networks (RFC 1918, 3927, 6598, 4193, 4291). */
const PRIVATE_IPV4 =
  /^(0|10|127)\.|^169\.254\.|^192\.168\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./;
const PRIVATE_IPV6 = /^\[(::1?|f[cd].*|fe[89ab].*)\]$/;

/** Whether anybody on the internet may open this web address, judged by its host. */
export function isPublicAddress(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/\.$/, '');
  if (!host) return false;
  if (/^[\d.]+$/.test(host)) return !PRIVATE_IPV4.test(host);
  if (host.startsWith('[')) return !PRIVATE_IPV6.test(host);
  return !RESERVED.test(host) && !RESERVED_DOMAINS.test(host);
}

/** The settings that pages and shoppers' browsers use. */
const SHOWN = ['SITE_URL', 'PUBLIC_API_URL', 'PUBLIC_IMAGE_URL'] as const;

/** Returns what is wrong with a shop's addresses in production, each beginning with the name of its setting. */
export function insecureAddresses(env: Readonly<Record<string, string | undefined>>): string[] {
  return SHOWN.filter((name) => /^http:/i.test(env[name]?.trim() ?? '')).map(
    (name) =>
      `${name} must begin with https:// in production, since http:// shows everyone on the way what shoppers type`,
  );
}

/**
 * Returns HSTS for every answer of a server whose address begins with https: for a year. Without subdomains and preload,
 * which affect more than this server. The owner may add them.
 */
export const transportSecurity = (address: string): Record<string, string> =>
  address.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
