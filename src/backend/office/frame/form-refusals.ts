import type { Refusal, StaffCode } from '#backend/base/result.ts';

/** The refusal of a form from an earlier session. */
export const OLD_FORM: Refusal<StaffCode> = {
  code: 'forbidden',
  message:
    'You have signed in again since this form was opened, so nothing was saved. Look it over and send it once more.',
};

/** The refusal of a form that was begun and never finished. */
export const UNKNOWN_END: Refusal<StaffCode> = {
  code: 'conflict',
  message:
    'This form was sent before, and it is not known how it ended: it may still be at work. Look whether it was done before you send it again.',
};
