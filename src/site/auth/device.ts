import { DEVICE_HEADER } from '#contract/headers.ts';
import { has } from '#site/client/extensions.ts';
import { newIdentity } from '#site/storage/identity.ts';
import { persistent } from '#site/storage/persistent.ts';

/** The random name of this browser; '' before the first login or sign-up. */
const $device = persistent('turare:device', '', { decode: (name) => name, encode: (name) => name });

/**
 * The header that names this browser to the calls of an account (extension account.device), so that strangers who guess do
 * not lock it out. Empty without the extension.
 */
export function deviceHeader(): Record<string, string> {
  if (!has('account.device')) return {};
  if (!/^[\w-]{16,100}$/.test($device.get())) $device.set(newIdentity());
  return { [DEVICE_HEADER]: $device.get() };
}
