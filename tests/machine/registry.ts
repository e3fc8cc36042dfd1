import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from '#process/root.ts';

interface Locked {
  version: string;
  integrity?: string;
  /** A file of this checkout that is sent in its place. */
  file?: string;
}

/** Returns the path where npm keeps the file with this checksum. */
function cached(integrity: string): string {
  const [algorithm = '', sum = ''] = integrity.split('-');
  const hex = Buffer.from(sum, 'base64').toString('hex');
  const cache = process.env.npm_config_cache ?? join(homedir(), '.npm');
  return join(
    cache,
    '_cacache/content-v2',
    algorithm,
    hex.slice(0, 2),
    hex.slice(2, 4),
    hex.slice(4),
  );
}

/** A registry with the packages of the lock file, out of npm's cache on this machine. `more` are others by name. */
export async function openRegistry(
  more: Record<string, Locked>,
): Promise<AsyncDisposable & { port: number }> {
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked & { name?: string }>;
  };
  const named = Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, one]) => [one.name ?? path.replace(/^.*node_modules\//, ''), one] as const);
  const packages = Map.groupBy([...named, ...Object.entries(more)], ([name]) => name);
  const server = createServer((request, answer) => {
    const [name = '', file] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const versions = packages.get(name)?.map(([, one]) => one) ?? [];
    const fileOf = ({ version }: Locked) => `${name.replace(/^.*\//, '')}-${version}.tgz`;
    if (file) {
      const wanted = versions.find((one) => fileOf(one) === file);
      const path = wanted?.file ? join(root, wanted.file) : cached(wanted?.integrity ?? '-');
      if (existsSync(path)) createReadStream(path).pipe(answer);
      else answer.writeHead(404).end();
      return;
    }
    const described = versions.map((one) => {
      const tarball = `http://${request.headers.host}/${name}/-/${fileOf(one)}`;
      const dist = { tarball, integrity: one.integrity };
      return [one.version, { name, version: one.version, dist }];
    });
    answer.setHeader('content-type', 'application/json');
    // A package may depend on the latest of another, whatever that is.
    const tags = { latest: versions.at(-1)?.version };
    answer.end(
      JSON.stringify({ name, 'dist-tags': tags, versions: Object.fromEntries(described) }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
