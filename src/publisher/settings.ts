import { resolve } from 'node:path';
import * as z from 'zod';
import { apiAddress } from '#config/api-address.ts';
import type { SiteSettings } from './site-settings.ts';

/** Settings of a publisher and of the site's build. */
export interface PublisherSettings {
  folder: string;
  site: SiteSettings;
  /** The address that receives messages. */
  port: number;
  host: string;
  secret: string | undefined;
  /** Whether a process is kept ready for the next publication. */
  ahead: boolean;
}

const address = z.url({
  protocol: /^https?$/,
  error: 'must be a web address (http:// or https://)',
});

/** An API's address in the form that calls need. */
const api = z.string().transform((text, context) => {
  try {
    return apiAddress(text, '');
  } catch (error) {
    context.addIssue((error as Error).message.trim());
    return z.NEVER;
  }
});

const environment = z.object({
  PUBLISH_DIR: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  API_URL: api,
  SITE_URL: address,
  PUBLIC_API_URL: api.optional(),
  PUBLIC_PAYMENT_HOSTS: z.string().optional(),
  PUBLIC_IMAGE_URL: z.string().optional(),
  SKIP_INVALID: z.enum(['true', 'false'], 'must be true or false').optional(),
  PRECOMPRESS: z.enum(['on', 'off'], 'must be on or off').optional(),
  PUBLISHER_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  BUILD_AHEAD: z.enum(['on', 'off'], 'must be on or off').default('on'),
  PUBLISHER_HOST: z.string().default('127.0.0.1'),
  PUBLISHER_PORT: z.coerce.number('must be a port number').int().min(1).max(65_535).default(4330),
});

/** Reads the publisher's settings. @throws Error with all faults in one message. */
export function readPublisherSettings(
  env: Readonly<Record<string, string | undefined>>,
): PublisherSettings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = environment.safeParse(given);
  if (!read.success) {
    const faults = read.error.issues.map(({ path, message }) => {
      const name = path.join('.');
      return `  ${name} ${given[name] === undefined ? 'is missing' : message}`;
    });
    throw new Error(`Some settings are wrong:\n${faults.join('\n')}`);
  }
  const {
    PUBLISH_DIR,
    DATA_DIR,
    BUILD_AHEAD,
    PUBLISHER_SECRET,
    PUBLISHER_HOST,
    PUBLISHER_PORT,
    ...site
  } = read.data;
  return {
    folder: resolve(PUBLISH_DIR ?? `${DATA_DIR}/site`),
    site: Object.fromEntries(
      Object.entries(site).filter(([, value]) => value !== undefined),
    ) as unknown as SiteSettings,
    host: PUBLISHER_HOST,
    port: PUBLISHER_PORT,
    secret: PUBLISHER_SECRET,
    ahead: BUILD_AHEAD === 'on',
  };
}
