import { resolve } from 'node:path';
import * as z from 'zod';
import { apiAddress } from '#config/api-address.ts';

/** A web address, as a setting. */
export const address = z.url({
  protocol: /^https?$/,
  error: 'must be a web address (http:// or https://)',
});

/** An API's address in the form that calls need. */
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
  /** Where the build reads the catalogue. */
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
  /** Hosts of pictures that the build may download besides the API's own, separated by commas. */
  PICTURE_HOSTS: z.string().optional(),
  /** 'true' leaves out products that break the contract, also when they are more than a tenth. */
  SKIP_INVALID: z.enum(['true', 'false'], 'must be true or false').optional(),
  /** 'off' for hosts that compress files themselves. No .br and .gz are written then. */
  PRECOMPRESS: z.enum(['on', 'off'], 'must be on or off').optional(),
});
export type SiteSettings = z.infer<typeof siteSchema>;

/** The settings that change pages. Those left out decide what is read, and do not show in a page by themselves. */
export function shownSettings(settings: SiteSettings): Record<string, string> {
  const { API_URL, SKIP_INVALID, PICTURE_HOSTS, SHOP_DIR, ...shown } = settings;
  return { ...shown };
}
