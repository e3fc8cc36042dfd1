/** Environment variables. An empty one counts as absent. */
type Environment = Readonly<Record<string, string | undefined>>;

/** The address that a program listens on by default. Other machines cannot reach it. */
const LOOPBACK = '127.0.0.1';

/**
 * Reads a port from the first of these settings that is set.
 * @param faults - receives what is wrong with it.
 */
export function readPort(
  env: Environment,
  names: readonly string[],
  fallback: number,
  faults: string[],
): number {
  const name = names.find((each) => env[each]);
  if (!name) return fallback;
  const port = Number(env[name]);
  if (Number.isInteger(port) && port > 0 && port < 65_535) return port;
  faults.push(`${name} must be a port number from 1 to 65534`);
  return fallback;
}

/** Reads the address to listen on from the first of these settings that is set. Default: 127.0.0.1. */
export function readHost(env: Environment, names: readonly string[], faults: string[]): string {
  const name = names.find((each) => env[each]);
  const host = (name && env[name]) || LOOPBACK;
  if (/^[\w.:-]+$/.test(host)) return host;
  faults.push(`${name} must be an address to listen on, such as 127.0.0.1, or 0.0.0.0 for all`);
  return host;
}

/** Returns the web address by which this machine reaches a program that listens there. */
export function ownAddress(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? LOOPBACK : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
