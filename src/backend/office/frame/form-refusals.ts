import type { Refusal, Refused, StaffCode } from '#backend/base/result.ts';

/** The refusal of a form from an earlier session. */
export const OLD_FORM: Refusal<StaffCode> = {
  code: 'forbidden',
  message:
    'You have signed in again since this form was opened, so nothing was saved. Check it and send it again.',
};

/** The refusal of a form that was begun and never finished. */
export const UNKNOWN_END: Refusal<StaffCode> = {
  code: 'conflict',
  message:
    'This form was sent before, and may still be running. Check whether it was done before you send it again.',
};

/** Returns a refusal for a form, which shows the faults at its fields. A command prints a line for each instead. */
export const atFields = (refused: Refused<StaffCode>, message: string): Refused<StaffCode> =>
  refused.refusal.code === 'invalid'
    ? { ...refused, refusal: { ...refused.refusal, message } }
    : refused;
