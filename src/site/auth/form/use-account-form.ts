import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { FailureText } from '#site/auth/texts.ts';
import { CallError } from '#site/client/errors.ts';
import { type ToastText, toast } from '#site/toasts/toasts-store.ts';
import { advice, failureToast } from './failure.ts';
import type { FieldErrors, Read, Values } from './rules.ts';

/** What one form is for. */
export interface Plan<Form, Answer> {
  /** Names of its fields, in the order in which they stand. */
  fields: readonly string[];
  read: (values: Values) => Read<Form>;
  send: (form: Form) => Promise<Answer>;
  /** Leads to another page. */
  done: (answer: Answer, form: Form) => void;
  failure: FailureText;
  /** What to do when no answer has come. */
  unanswered: string;
  /** The field to correct when the server refuses; its text stays, selected. */
  retype?: string;
  /** Whether a code_invalid answer is about that field, and said there. */
  atField?: boolean;
  /** Raised when the fields are not right. */
  incomplete?: ToastText;
}

/** What the shopper reads above the button. */
export type Message = { kind: 'offline' } | { kind: 'failed'; text: string };

/** Ms after which a shopper who is still here may press again: the next page did not open. */
const LEAVING = 15_000;

/**
 * A form over uncontrolled inputs, so that what the browser or a password manager has filled in before this script came
 * is as good as typed. It is sent once at a time, and what comes of it is turned into words.
 */
export function useAccountForm<Form, Answer>(plan: Plan<Form, Answer>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [message, setMessage] = useState<Message | null>(null);
  const [pending, setPending] = useState(false);
  // State arrives a render late: two presses in one frame would both find it false.
  const busy = useRef(false);
  /** Fields are checked as they are left, but only after the first press. */
  const pressed = useRef(false);

  const inputOf = (name: string) => {
    const input = form.current?.elements.namedItem(name);
    return input instanceof HTMLInputElement ? input : undefined;
  };
  const values = (): Values =>
    Object.fromEntries(plan.fields.map((name) => [name, inputOf(name)?.value ?? '']));
  const wrong = (): FieldErrors => {
    const read = plan.read(values());
    return 'errors' in read ? read.errors : {};
  };

  const wanted = useRef<{ name: string; select: boolean } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const input = inputOf(wanted.current.name);
    input?.focus();
    if (wanted.current.select) input?.select();
    wanted.current = null;
  });
  const showErrors = (found: FieldErrors) => {
    setErrors(found);
    const first = plan.fields.find((name) => found[name]);
    if (first) wanted.current = { name: first, select: false };
  };

  const release = () => {
    busy.current = false;
    setPending(false);
  };
  useEffect(() => {
    // Back from the next page, out of the back/forward cache.
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      busy.current = false;
      setPending(false);
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  const fail = (error: CallError) => {
    toast(failureToast(plan.failure, error));
    const { retype, atField } = plan;
    const fields = Object.fromEntries(
      Object.entries(error.body?.fields ?? {}).filter(([name]) => plan.fields.includes(name)),
    );
    const aboutField = atField && retype && error.body?.code === 'code_invalid';
    if (aboutField) fields[retype] ??= error.body?.message ?? plan.failure.text;
    showErrors(fields);
    if (!aboutField) {
      setMessage({ kind: 'failed', text: advice(plan.failure, error, plan.unanswered) });
    }
    const refused = error.kind === 400 || error.kind === 401;
    if (retype && refused && (aboutField || Object.keys(fields).length === 0)) {
      wanted.current = { name: retype, select: true };
    }
  };

  const submit = async () => {
    if (busy.current) return;
    pressed.current = true;
    setMessage(null);
    const read = plan.read(values());
    if ('errors' in read) {
      showErrors(read.errors);
      if (plan.incomplete) toast(plan.incomplete);
      return;
    }
    setErrors({});
    if (!navigator.onLine) return setMessage({ kind: 'offline' });
    busy.current = true;
    setPending(true);
    try {
      plan.done(await plan.send(read.form), read.form);
      setTimeout(release, LEAVING);
    } catch (error) {
      release();
      if (error instanceof CallError) return fail(error);
      toast(failureToast(plan.failure));
      throw error;
    }
  };

  /** The props of a field. */
  const field = (name: string) => ({
    name,
    error: errors[name],
    onChange: () => {
      // What was wrong and is right now is no longer called wrong: a password here may mend its confirmation there.
      const shown = [name, 'confirmPassword'].filter((key) => errors[key]);
      if (shown.length === 0) return;
      const now = wrong();
      setErrors({ ...errors, ...Object.fromEntries(shown.map((key) => [key, now[key]])) });
    },
    onBlur: () => {
      // What the server has said of the field stands until it is changed.
      const found = pressed.current && wrong()[name];
      if (found) setErrors({ ...errors, [name]: found });
    },
  });

  return { form, field, message, pending, submit };
}
