/** Settings of the site's build, by the names of astro.config.mjs. */
export interface SiteSettings {
  /** Where the build reads the catalogue. */
  API_URL: string;
  /** The site's own address. */
  SITE_URL: string;
  PUBLIC_API_URL?: string;
  PUBLIC_PAYMENT_HOSTS?: string;
  PUBLIC_IMAGE_URL?: string;
  /** 'true' leaves out products that break the contract. */
  SKIP_INVALID?: string;
  /** 'off' for hosts that compress by themselves: then no .br and .gz lie beside the files. */
  PRECOMPRESS?: string;
}

/** What the pages are made with: where the catalogue is read and what is left out does not show in them. */
export function shownSettings(settings: SiteSettings): Record<string, string> {
  const { API_URL, SKIP_INVALID, ...shown } = settings;
  return { ...shown } as Record<string, string>;
}
