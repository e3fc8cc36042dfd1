import { useRef } from 'react';
import { type Requests, requestsPart } from '#site/auth/requests-part.ts';
import type { FailureText } from '#site/auth/texts.ts';
import { CallError, isRefusal } from '#site/client/errors.ts';
import type { FieldErrors } from '#site/forms/field-errors.ts';
import { useSubmission } from '#site/forms/use-submission.ts';
import { type ToastText, toast } from '#site/toasts/toasts-store.ts';
import { advice, failureToast } from './failure.ts';
import type { Read, Values } from './rules.ts';

/** The purpose and behaviour of one form. */
export interface Plan<Form, Answer> {
  /** Names of its fields, from the top. */
  fields: readonly string[];
  read: (requests: Requests, values: Values) => Read<Form>;
  send: (requests: Requests, form: Form) => Promise<Answer>;
  /** Opens the next page. */
  done: (answer: Answer, form: Form) => void;
  failure: FailureText;
  /** Says what to do when no answer arrived. */
  unanswered: string;
  /** The field to correct after a refusal. Its text stays and is selected. */
  retype?: string;
  /** Whether a refusal is shown at that field. */
  atField?: boolean;
  /** Shown when a field is invalid. */
  incomplete?: ToastText;
}

/** The part of the hook's result that AccountForm needs. */
export type Account = Pick<
  ReturnType<typeof useSubmission<string>>,
  'form' | 'message' | 'pending'
> & { submit: () => Promise<void> };

/** A form of uncontrolled inputs: it keeps what the browser or a password manager fills in before hydration. */
export function useAccountForm<Form, Answer>(plan: Plan<Form, Answer>) {
  const { fields, failure, retype } = plan;
  const fail = (error: CallError) => {
    toast(failureToast(failure, error));
    const found: Record<string, string> = Object.fromEntries(
      Object.entries(error.body?.fields ?? {}).filter(([name]) => fields.includes(name)),
    );
    const { code } = error.body ?? {};
    const refused = isRefusal(error);
    // Other backends send no error code with 'Invalid or expired OTP'.
    const aboutField =
      plan.atField && retype && (code === 'code_invalid' || (refused && error.body && !code));
    if (aboutField) found[retype] ??= error.body?.message ?? failure.text;
    showErrors(found);
    if (!aboutField) {
      setMessage({ kind: 'failed', text: advice(failure, error, plan.unanswered) });
    }
    if (retype && refused && (aboutField || Object.keys(found).length === 0)) focus(retype, true);
  };
  const submission = useSubmission(fields, fail);
  const { form, errors, setErrors, showErrors, setMessage, focus, runWith } = submission;
  /** Fields are checked on blur, but only after the first submission. */
  const pressed = useRef(false);

  const typed = (name: string) => {
    const input = form.current?.elements.namedItem(name);
    return input instanceof HTMLInputElement ? input.value : '';
  };
  const read = (requests: Requests) =>
    plan.read(requests, Object.fromEntries(fields.map((name) => [name, typed(name)])));
  const wrong = (): FieldErrors => {
    // Nothing is checked before the first submission, which loads the rules.
    const result = requestsPart.now ? read(requestsPart.now) : { errors: {} };
    return 'errors' in result ? result.errors : {};
  };

  const send = async (requests: Requests, values: Form, leaving: () => void) => {
    try {
      plan.done(await plan.send(requests, values), values);
      leaving();
    } catch (error) {
      if (!(error instanceof CallError)) toast(failureToast(failure));
      throw error;
    }
  };
  const press = (requests: Requests, leaving: () => void) => {
    const result = read(requests);
    if ('errors' in result) {
      showErrors(result.errors);
      requests.sayWrong(result.errors);
      if (plan.incomplete) toast(plan.incomplete);
      return;
    }
    setErrors({});
    if (navigator.onLine) return send(requests, result.form, leaving);
    setMessage({ kind: 'offline' });
    return;
  };
  const submit = () => {
    pressed.current = true;
    return runWith(requestsPart, press);
  };

  /** Returns the props of a field. */
  const field = (name: string) => ({
    name,
    error: errors[name],
    onChange: () => {
      // A corrected error disappears at once. Changing the password may also correct its confirmation.
      const shown = [name, 'confirmPassword'].filter((key) => errors[key]);
      if (shown.length === 0) return;
      const now = wrong();
      setErrors({ ...errors, ...Object.fromEntries(shown.map((key) => [key, now[key]])) });
    },
    onBlur: () => {
      // The server's error at a field stays until the field is changed.
      const found = pressed.current && wrong()[name];
      if (found) setErrors({ ...errors, [name]: found });
    },
  });

  return { ...submission, field, submit };
}
