import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** 00 before a country's number, as much of the world dials it; libphonenumber knows only Nigeria's own 009. */
const DIALLED_ABROAD = /^[^\p{Nd}+]*0[\s().-]*0[\s().-]*/u;

/**
 * A phone number as typed, in E.164 ('+2348031234567'); one without a country is Nigerian. Null for what cannot
 * be read as a number: it is accepted all the same, as spec §5 sets no bound, and marked for the merchant.
 */
export function readPhone(typed: string): string | null {
  const number = parsePhoneNumberFromString(typed.replace(DIALLED_ABROAD, '+'), 'NG');
  return number?.isValid() ? number.number : null;
}
