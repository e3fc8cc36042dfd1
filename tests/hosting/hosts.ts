import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { listen } from '#process/listen.ts';
import { findNginx } from '#scripts/test/nginx.ts';
import { siteRoutes } from '#server/site.ts';
import { readableFolder } from './site.ts';

/** A running server of a site. */
export interface Host {
  port: number;
  close(): Promise<void>;
}

/** The folders that a host needs. */
export interface HostedFolders {
  live: string;
  pool: string;
  siteUrl: string;
}

/** The servers that the tests compare. nginx is null if it is not installed. */
export const HOSTS: [name: string, start: ((site: HostedFolders) => Promise<Host>) | null][] = [
  ['the built-in server', startBuiltIn],
  ['nginx', findNginx() ? startNginx : null],
];

async function startBuiltIn(site: HostedFolders): Promise<Host> {
  const port = await freePort();
  return { port, close: await listen(siteRoutes(site).fetch, port, 'PORT') };
}

/** Starts nginx with the server block of src/server/README.md. */
export async function startNginx({ live, pool }: HostedFolders): Promise<Host> {
  const port = await freePort();
  const close = await runNginx(`server {
    listen 127.0.0.1:${port};
    set $site_live ${live};
    set $site_pool ${pool};
    brotli_static on;
    include ${live}/_nginx.conf;
  }`);
  return { port, close };
}

/**
 * Runs nginx without special rights.
 * @param blocks - inside its block `http`.
 * @param said - takes the lines of its error log.
 * @returns a function that stops it.
 */
export async function runNginx(blocks: string, said: string[] = []): Promise<() => Promise<void>> {
  const nginx = findNginx();
  if (!nginx) throw new Error('nginx is not installed.');
  const folder = await readableFolder();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ');
  const configuration = `
${existsSync(nginx.brotli) ? `load_module ${nginx.brotli};` : ''}
daemon off; worker_processes 2; pid ${folder}/nginx.pid; error_log stderr notice;
events { worker_connections 4096; }
http {
  include ${nginx.types};
  default_type application/octet-stream;
  access_log off; ${temporary}
  ${blocks}
}
`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, configuration);
  const child = spawn(nginx.program, ['-c', file, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exit = once(child, 'exit');
  await new Promise<void>((ready, failed) => {
    createInterface(child.stderr).on('line', (line) => {
      said.push(line);
      // nginx prints this when the port is open.
      if (line.includes('start worker processes')) ready();
    });
    exit.then(() => failed(new Error(`nginx did not start:\n${said.join('\n')}`)), failed);
  });
  return async () => {
    child.kill('SIGQUIT');
    await exit;
    await rm(folder, { recursive: true, force: true });
  };
}
