import { realpath } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type InstalledMachine, metricsOf, PUBLISHER_API } from '#machine/place.ts';
import { readService, restart } from './systemd.ts';

/**
 * The time that a process has until it can serve (ms). It takes seconds, or longer if the database is slow to
 * answer.
 */
const READY_MS = 90_000;
/**
 * The time that nginx has until it sends the process requests again (ms). Every two seconds it asks one, which may
 * wait 11 s for the provider.
 */
const SEEN_MS = 60_000;
const LOOK_MS = 250;
/** Starts by systemd itself after which a process is given up: it ends each time. */
const RESTARTS = 3;
/** nginx takes turns. Of so many requests in a row this many reach a process that it counts as working. */
const ROUND = 8;
const SHARE = 3;

/** A part of the shop that does not work. Its unit's log says more. */
export class UnitFault extends Error {
  readonly unit: string;
  constructor(unit: string, message: string) {
    super(message);
    this.unit = unit;
  }
}

/**
 * Restarts a process of the API if it does not run the programs in use. Waits until it serves and nginx sends it
 * requests, so that the other one can be restarted next. @throws UnitFault
 */
export async function bringApi(
  machine: InstalledMachine,
  port: number,
  say: (line: string) => void,
): Promise<void> {
  const unit = `turare-api@${port}`;
  if (!(await isServing(machine, port))) {
    say(`Restarting ${unit}.`);
    await restart(unit).catch((cause: Error) => {
      throw new UnitFault(unit, `${unit} does not start: ${cause.message}`);
    });
    await waitUntilReady(machine, port);
  }
  await within(SEEN_MS, async () => await isAsked(port)).catch(() => {
    throw new UnitFault(unit, `nginx sends ${unit} no requests, though it is ready.`);
  });
}

/** Whether a process of the API serves with the programs in use already. */
async function isServing({ current }: InstalledMachine, port: number): Promise<boolean> {
  const { folder } = await readService(`turare-api@${port}`);
  if (folder !== (await realpath(current))) return false;
  const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null);
  return answer?.status === 200;
}

/** Waits until a process of the API is ready, with the programs in use. @throws UnitFault */
async function waitUntilReady(machine: InstalledMachine, port: number): Promise<void> {
  const unit = `turare-api@${port}`;
  let why = 'it does not answer';
  await within(READY_MS, async () => {
    await expectRunning(unit);
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null);
    if (answer && answer.status !== 200)
      why = `it answers ${answer.status}: ${await answer.text()}`;
    return answer?.status === 200;
  }).catch((error: unknown) => {
    if (error instanceof UnitFault) throw error;
    throw new UnitFault(unit, `${unit} is not ready after ${READY_MS / 1000} s: ${why}.`);
  });
  await expectPrograms(machine, unit);
}

/** @throws UnitFault when systemd has given a unit up, or starts it again and again. */
export async function expectRunning(unit: string): Promise<void> {
  const { active, restarts } = await readService(unit);
  if (active === 'failed' || restarts >= RESTARTS) {
    throw new UnitFault(unit, `${unit} ends as soon as it has started.`);
  }
}

/** @throws UnitFault when a unit runs other programs than those in use. */
async function expectPrograms({ current }: InstalledMachine, unit: string): Promise<void> {
  const { folder } = await readService(unit);
  const wanted = await realpath(current);
  if (folder !== wanted) {
    throw new UnitFault(
      unit,
      `${unit} runs the programs in ${folder ?? 'no folder'}, and not those in ${wanted}.`,
    );
  }
}

/** Whether nginx gives a process its share of requests. They are counted by the process itself. */
async function isAsked(port: number): Promise<boolean> {
  const before = await countOf(port);
  for (let asked = 0; asked < ROUND; asked++) {
    await fetch(`${PUBLISHER_API}/api/health`, { method: 'HEAD' }).catch(() => null);
  }
  return (await countOf(port)) - before >= SHARE;
}

/** How often a process was asked with HEAD whether it lives, which nobody else does. */
async function countOf(port: number): Promise<number> {
  const text = await (await fetch(`http://${metricsOf(port)}/metrics`)).text();
  const line =
    /^turare_http_request_duration_seconds_count\{(?=.*method="HEAD")(?=.*route="\/api\/health").*\} (\d+)$/m;
  return Number(line.exec(text)?.[1] ?? 0);
}

/** Looks again and again until it holds. @throws Error after a limit, or what a look throws. */
export async function within(limitMs: number, look: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`It did not happen within ${limitMs / 1000} s.`);
    await pause(LOOK_MS);
  }
}
