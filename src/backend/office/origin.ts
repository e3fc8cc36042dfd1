import type { Settings } from '#backend/settings/settings.ts';

/**
 * Returns the origin of the back office: the public origin of the API. On this machine it is http://localhost, because
 * passkeys refuse IP addresses.
 */
export function originOf({ PUBLIC_API_URL }: Pick<Settings, 'PUBLIC_API_URL'>): string {
  const url = new URL(PUBLIC_API_URL);
  if (isBare(url.hostname)) url.hostname = 'localhost';
  return url.origin;
}

/** Whether a host is this machine by its IP address. */
export const isBare = (hostname: string): boolean => ['127.0.0.1', '[::1]'].includes(hostname);
