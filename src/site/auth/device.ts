import { DEVICE_HEADER } from '#contract/headers.ts';
import { has } from '#site/client/extensions.ts';
import { newIdentity } from '#site/storage/identity.ts';
import { persistent } from '#site/storage/persistent.ts';

/** The random name of this browser; '' before the first login or sign-up. */
const $device = persistent('turare:device', '', { decode: (name) => name, encode: (name) => name });

/**
 * Returns the header that names this browser in account calls (extension account.device). With it, a stranger who
 * guesses passwords does not lock the customer out. Empty without the extension.
 */
export function deviceHeader(): Record<string, string> {
  if (!has('account.device')) return {};
  if (!/^[\w-]{16,100}$/.test($device.get())) $device.set(newIdentity());
  return { [DEVICE_HEADER]: $device.get() };
}
