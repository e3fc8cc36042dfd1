/**
 * Whether the browser may be sent to a page to pay on: a web page of one of the payment hosts (with their ports, with
 * commas between them), so that no answer of a server, true or forged, leads a shopper with a card in her hand elsewhere.
 * Without TLS only to this machine, where the payment sandbox is.
 */
export function isPaymentPage(url: string, hosts: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, hostname, username, password } = new URL(url);
  if (username || password) return false;
  if (protocol !== 'https:' && !(protocol === 'http:' && hostname === '127.0.0.1')) return false;
  return hosts.split(',').some((allowed) => allowed.trim().toLowerCase() === host);
}
