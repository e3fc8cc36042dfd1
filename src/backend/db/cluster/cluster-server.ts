import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { unprivileged } from './unprivileged.ts';

/** The paths of PostgreSQL's programs. */
export interface Programs {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

/** A PostgreSQL server that answers. */
export interface Server {
  /** Closes connections and writes the data to disk. */
  stop(): Promise<void>;
}

interface Launch {
  programs: Programs;
  folder: string;
  port: number;
  password: string;
}

/** Milliseconds within which a server must answer. Recovery after a crash takes longest. */
const START_LIMIT = 60_000;

const settings = (port: number) => [
  ...['-p', String(port)],
  ...['-c', 'listen_addresses=127.0.0.1'],
  ...['-c', 'unix_socket_directories='],
  ...['-c', 'max_connections=100'],
  ...['-c', 'log_min_messages=warning'],
  ...['-c', 'timezone=UTC'],
];

/** Starts a server on a data folder. @throws Error with PostgreSQL's last output if it does not start. */
export function launch(options: Launch): Promise<Server> {
  return process.platform === 'win32' ? launchByControl(options) : launchChild(options);
}

/** Starts it as a child process. Retries while processes of a killed server still hold its shared memory. */
async function launchChild({ programs, folder, port, password }: Launch): Promise<Server> {
  const deadline = Date.now() + START_LIMIT;
  for (;;) {
    const { child, output, closed } = spawnServer(programs.postgres, folder, port);
    while (Date.now() < deadline) {
      if (child.exitCode !== null || child.signalCode !== null) break;
      if (await answers(connectionUrl(port, password, 'postgres'))) {
        return { stop: () => stopChild(child) };
      }
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
    [...prefix, '-D', folder, ...settings(port)],
    // It has its own process group, so that Ctrl-C reaches only the shop, which stops the database last.
    { detached: true },
  );
  return { child, output: collect(child), closed: once(child, 'close') };
}

async function stopChild(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  // SIGINT is PostgreSQL's fast shutdown: it closes connections and writes the data to disk.
  server.kill('SIGINT');
  await exited;
}

/**
 * Starts it with pg_ctl, for Windows. There pg_ctl drops administrator rights, with which PostgreSQL refuses to run. It
 * also stops a server gently, for which Node has no signal on Windows.
 */
export async function launchByControl({ programs, folder, port }: Launch): Promise<Server> {
  const log = `${folder}.log`;
  const options = settings(port).join(' ');
  const limit = ['-w', '-t', String(START_LIMIT / 1000)];
  const code = await control(programs, [
    'start',
    ...['-D', folder, '-l', log, '-o', options],
    ...limit,
  ]);
  if (code !== 0) throw new Error(`PostgreSQL did not start. ${log} says why.`);
  return {
    async stop() {
      await control(programs, ['stop', '-D', folder, '-m', 'fast', ...limit]);
    },
  };
}

/** Runs pg_ctl. Returns its exit code. */
export async function control({ pg_ctl }: Programs, args: string[]): Promise<number | null> {
  const { command } = unprivileged(pg_ctl);
  const [program = pg_ctl, ...prefix] = command;
  // A server inherits the console, through which Ctrl-C would reach it. This one has none.
  const child = spawn(program, [...prefix, ...args], { stdio: 'ignore', windowsHide: true });
  const [code] = await once(child, 'exit');
  return code;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    // It is not up yet. The caller retries until its limit.
    return false;
  }
}

export const connectionUrl = (port: number, password: string, database: string) =>
  `postgres://turare:${password}@127.0.0.1:${port}/${database}`;

/** Collects the last lines that a child process printed, for an error message. */
export function collect(child: ChildProcess): () => string {
  let text = '';
  const add = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-2000);
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return () => text.trim();
}
