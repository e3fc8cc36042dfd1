/** The rules and calls that an account form needs once it is used (requests-part.ts). */
import { accountCalls } from '#contract/account-calls.ts';
import { sayWrong } from '#site/forms/field-errors.ts';
import { call } from '#site/session/call.ts';
import { deviceHeader } from './device.ts';
import { rules } from './form/rules.ts';

export { accountCalls, call, deviceHeader, rules, sayWrong };
