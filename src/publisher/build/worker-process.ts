import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '#process/root.ts';
import { isSameShop, type ShopChanges } from '#publisher/shop-changes.ts';
import type { SiteSettings } from '#publisher/site-settings.ts';
import type { PublicationOrder, PublicationReport } from './publication.ts';
import type { WorkerMessage } from './worker.ts';

const WORKER = join(dirname(fileURLToPath(import.meta.url)), 'worker.ts');
/**
 * A build makes many short-lived objects, and V8 prefers growing to collecting them. Without the second option a build of
 * 10,000 products uses 200 MB more. Half of the first one costs a tenth more processor time and saves nothing.
 */
const MEMORY = ['--max-semi-space-size=16', '--heap-growing-percent=40'];
/** The characters of the output that an error quotes. */
const QUOTED = 2000;

/** Returns where hosts forward API calls; null if browsers call the API at its own address. */
const forwardedTo = ({ PUBLIC_API_URL, API_URL }: SiteSettings) =>
  PUBLIC_API_URL ? null : API_URL;

/** A process that makes one publication. It prepares the build before it receives its order. */
export class WorkerProcess {
  /** The fingerprint of the sources and settings at its start. */
  readonly #fingerprint: string;
  /** The shop's facts that staff have changed, as its pages have them. */
  readonly #shop: ShopChanges;
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  readonly #outcome: Promise<PublicationReport>;

  constructor(options: {
    folder: string;
    settings: SiteSettings;
    secret: string | undefined;
    fingerprint: string;
    shop: ShopChanges;
    /** The live release, if it has the same fingerprint and facts, so that its files may be kept. */
    copied: string | undefined;
    onLine: (line: string) => void;
  }) {
    const { folder, settings, secret, onLine } = options;
    this.#fingerprint = options.fingerprint;
    this.#shop = options.shop;
    const child = spawn(
      process.execPath,
      [
        ...MEMORY,
        WORKER,
        folder,
        settings.SITE_URL,
        forwardedTo(settings) ?? '',
        options.copied ?? '',
      ],
      {
        cwd: root,
        env: {
          ...process.env,
          ...settings,
          ...(secret !== undefined && { PUBLISHER_SECRET: secret }),
          SHOP_CHANGES: JSON.stringify(options.shop),
          ASTRO_TELEMETRY_DISABLED: '1',
        },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    );
    this.#child = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-QUOTED);
        for (const line of chunk.toString().split('\n')) if (line.trim()) onLine(line.trim());
      });
    }
    const { promise: ready, resolve: isReady, reject: isNot } = Promise.withResolvers<void>();
    const { promise: outcome, resolve, reject } = Promise.withResolvers<PublicationReport>();
    child.on('message', (message: WorkerMessage) => {
      if ('ready' in message) isReady();
      else if ('report' in message) resolve(message.report);
      else reject(new Error(message.failure));
    });
    child.on('error', (cause) => reject(new Error('The build could not start.', { cause })));
    child.on('close', (code, signal) => {
      const how = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      reject(new Error(`The build ${how} before it was done.\n${output.trim()}`.trim()));
    });
    outcome.catch(isNot);
    ready.catch(() => {});
    this.#ready = ready;
    this.#outcome = outcome;
  }

  /** Whether the process is running. */
  get alive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Whether it is running and was started with these sources and facts. */
  isFor(fingerprint: string, shop: ShopChanges): boolean {
    return this.alive && this.#fingerprint === fingerprint && isSameShop(this.#shop, shop);
  }

  /** The process id. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Publishes. @throws Error with the reason why nothing was published. */
  async publish(order: PublicationOrder): Promise<PublicationReport> {
    await this.#ready;
    this.#child.send(order);
    return this.#outcome;
  }

  /** Ends the process at once. The live site stays as it is. */
  async end(): Promise<void> {
    if (!this.alive) return;
    const gone = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await gone;
  }
}
