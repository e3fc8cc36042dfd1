import type { Settings } from '#backend/settings/settings.ts';

/**
 * The origin of the back office: that of the API, as the world reaches it. On this machine it is http://localhost, since
 * passkeys refuse bare addresses.
 */
export function originOf({ PUBLIC_API_URL }: Pick<Settings, 'PUBLIC_API_URL'>): string {
  const url = new URL(PUBLIC_API_URL);
  if (isBare(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}

/** Whether a host is this machine by its address. */
export const isBare = (hostname: string): boolean => ['127.0.0.1', '[::1]'].includes(hostname);
