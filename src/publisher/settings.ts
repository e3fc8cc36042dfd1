import { resolve } from 'node:path';
import * as z from 'zod';
import { shopFaults } from '#config/shop-folder.ts';
import { insecureAddresses } from '#config/web-address.ts';
import { type MetricsAddress, readMetricsAddress } from '#process/metrics.ts';
import { aheadByDefault } from './build-ahead.ts';
import { readDuration } from './duration.ts';
import { type SiteSettings, siteSchema } from './site-settings.ts';

export interface PublisherSettings {
  folder: string;
  site: SiteSettings;
  /** The address that receives messages. */
  port: number;
  host: string;
  secret: string | undefined;
  /** Whether a process is kept ready for the next publication. */
  ahead: boolean;
  /** Milliseconds between comparisons of the catalogue with the live release; undefined for none. */
  pollMs: number | undefined;
  /** The address for Prometheus. */
  metrics: MetricsAddress | undefined;
}

const duration = z.string().transform((text, context) => {
  try {
    return readDuration(text);
  } catch (error) {
    context.addIssue((error as Error).message);
    return z.NEVER;
  }
});

const environment = z.object({
  ...siteSchema.shape,
  PUBLISH_DIR: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  PUBLISHER_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  PUBLISHER_POLL: duration.optional(),
  BUILD_AHEAD: z.enum(['on', 'off'], 'must be on or off').default(() => aheadByDefault()),
  PUBLISHER_HOST: z.string().default('127.0.0.1'),
  PUBLISHER_PORT: z.coerce.number('must be a port number').int().min(1).max(65_535).default(4330),
});

/** Reads the publisher's settings. @throws Error with all faults in one message. */
export function readPublisherSettings(
  env: Readonly<Record<string, string | undefined>>,
): PublisherSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = environment.safeParse(given);
  const issues = read.success ? [] : read.error.issues;
  const faults: string[] = issues.map(({ path, message }) => {
    const name = path.join('.');
    return `${name} ${given[name] === undefined ? 'is missing' : message}`;
  });
  const metrics = readMetricsAddress(given.METRICS_ADDRESS, faults);
  faults.push(...shopFaults(given.SHOP_DIR));
  if (given.SHOP_MODE === 'production') faults.push(...insecureAddresses(given));
  if (!read.success || faults.length > 0) {
    throw new Error(`Some settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
  const settings = read.data;
  return {
    folder: resolve(settings.PUBLISH_DIR ?? `${settings.DATA_DIR}/site`),
    // This leaves out the publisher's settings and absent ones.
    site: siteSchema.parse(given),
    host: settings.PUBLISHER_HOST,
    port: settings.PUBLISHER_PORT,
    secret: settings.PUBLISHER_SECRET,
    ahead: settings.BUILD_AHEAD === 'on',
    pollMs: settings.PUBLISHER_POLL,
    metrics,
  };
}
