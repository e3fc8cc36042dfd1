/** Settings of the site's build, named as in astro.config.mjs. */
export interface SiteSettings {
  /** Where the build reads the catalogue. */
  API_URL: string;
  /** The site's own address. */
  SITE_URL: string;
  PUBLIC_API_URL?: string;
  PUBLIC_PAYMENT_HOSTS?: string;
  PUBLIC_IMAGE_URL?: string;
  /** 'true' leaves out products that break the contract, also when they are more than a tenth. */
  SKIP_INVALID?: string;
  /** 'off' for hosts that compress files themselves. No .br and .gz are written then. */
  PRECOMPRESS?: string;
}

/** The settings that change pages. API_URL and SKIP_INVALID decide what is read, and do not show in a page. */
export function shownSettings(settings: SiteSettings): Record<string, string> {
  const { API_URL, SKIP_INVALID, ...shown } = settings;
  return { ...shown } as Record<string, string>;
}
