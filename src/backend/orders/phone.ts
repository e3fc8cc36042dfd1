// The whole metadata: the smallest takes a Nigerian number with a digit too many for a valid one.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** 00 before a country code, as most of the world dials it. libphonenumber knows only Nigeria's own 009. */
const DIALLED_ABROAD = /^[^\p{Nd}+]*0[\s().-]*0[\s().-]*/u;

/**
 * Converts a phone number as typed to E.164 ('+2348031234567'). A number without a country code is Nigerian. Null for
 * text that is no number in use. Such text is accepted, since spec §5 sets no limit, and the merchant is told.
 */
export function readPhone(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed.replace(DIALLED_ABROAD, '+'), 'NG');
  return number?.isValid() ? number.number : null;
}
