import { resolve } from 'node:path';
import * as z from 'zod';
import { apiAddress } from '#config/api-address.ts';

export const address = z.url({
  protocol: /^https?$/,
  error: 'must be a web address (http:// or https://)',
});

/** Returns an API's address in the form that calls need. */
function toApiAddress(text: string, context: z.RefinementCtx): string {
  try {
    return apiAddress(text, '');
  } catch (error) {
    context.addIssue((error as Error).message.trim());
    return z.NEVER;
  }
}
const api = z.string().transform(toApiAddress);

/** The same, or '' for the site's own origin. */
const ownOrOther = z
  .string()
  .transform((text, context) => (text === '' ? '' : toApiAddress(text, context)));

/** The settings of the site's build, named as in astro.config.mjs. The workflow for CI passes all of them. */
export const siteSchema = z.object({
  /** The address from which the build reads the catalogue. */
  API_URL: api,
  /** The site's own address. */
  SITE_URL: address,
  /** The shop's folder: its facts, pictures and pages. */
  SHOP_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  PUBLIC_API_URL: ownOrOther.optional(),
  PUBLIC_PAYMENT_HOSTS: z.string().optional(),
  PUBLIC_IMAGE_URL: z.string().optional(),
  /** Hosts besides the API's from which the build may download pictures, separated by commas. */
  PICTURE_HOSTS: z.string().optional(),
  /** 'true' leaves out products that break the contract, even if they are more than a tenth. */
  SKIP_INVALID: z.enum(['true', 'false'], 'must be true or false').optional(),
  /** 'off' for hosts that compress files themselves. No .br and .gz are written then. */
  PRECOMPRESS: z.enum(['on', 'off'], 'must be on or off').optional(),
  /** 'off' makes /sw.js the worker that ends offline use. Pages do not depend on it. */
  OFFLINE: z.enum(['on', 'off'], 'must be on or off').optional(),
});
export type SiteSettings = z.infer<typeof siteSchema>;

/**
 * The effect of each setting:
 * - A change of the first kind renders every page again.
 * - A change of the second kind affects what is read, downloaded or forwarded, or the service worker. It makes a
 *   publication, which renders the pages with new content. For the shop's folder the content counts
 *   (build/fingerprint.ts), not its place.
 * - The last kind only decides whether a publication is refused.
 */
export const DECIDES = {
  API_URL: 'reading',
  SITE_URL: 'pages',
  SHOP_DIR: 'content',
  PUBLIC_API_URL: 'pages',
  PUBLIC_PAYMENT_HOSTS: 'pages',
  PUBLIC_IMAGE_URL: 'pages',
  PICTURE_HOSTS: 'reading',
  SKIP_INVALID: 'refusals',
  PRECOMPRESS: 'pages',
  OFFLINE: 'reading',
} as const satisfies Record<keyof SiteSettings, 'pages' | 'reading' | 'content' | 'refusals'>;

/** Returns the settings that decide this, with their values. */
export function settingsFor(
  what: 'pages' | 'reading',
  settings: SiteSettings,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => DECIDES[name as keyof SiteSettings] === what),
  );
}
