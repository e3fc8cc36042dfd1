import { type SubmitEvent, useEffect } from 'react';
import { CodeField } from '#site/auth/form/CodeField.tsx';
import { errorText } from '#site/client/errors.ts';
import { failureText } from '#site/client/failure-text.ts';
import { SelectField, TextField } from '#site/forms/Field.tsx';
import { Messages } from '#site/forms/Messages.tsx';
import { PasswordField } from '#site/forms/PasswordField.tsx';
import { SubmitButton } from '#site/forms/SubmitButton.tsx';
import { useSubmission } from '#site/forms/use-submission.ts';

interface EditField<Name> {
  name: Name;
  label: string;
  value?: string;
  /** A six-digit code, a password, or a type of text. */
  type?: 'code' | 'password' | 'email' | 'tel';
  autoComplete?: string;
  note?: string;
  /** The values to choose from. */
  options?: readonly string[];
  /** Called with another choice. */
  onValue?: (value: string) => void;
}

interface Props<Name extends string> {
  fields: readonly EditField<Name>[];
  label: string;
  busy: string;
  /** The address that belongs to a password, for the password manager. */
  username?: string;
  send: (values: Record<Name, string>, leaving: () => void) => Promise<unknown>;
}

/** A form of a dialog. Its first field has the focus. The server checks what was typed. */
export function EditForm<Name extends string>({
  fields,
  label,
  busy,
  username,
  send,
}: Props<Name>) {
  const names = fields.map(({ name }) => name);
  const { form, pending, message, setMessage, errors, setErrors, showErrors, run } = useSubmission(
    names,
    (error) => {
      const { code, fields: found = {} } = error.body ?? {};
      const wrong: Readonly<Record<string, string>> =
        code === 'credentials_invalid'
          ? { password: 'This is not your password.' }
          : code === 'code_invalid'
            ? { otp: errorText(error) }
            : found;
      if (names.some((name) => wrong[name])) showErrors(wrong as typeof errors);
      else setMessage({ kind: 'failed', text: failureText(error) });
    },
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once, when the form appears
  useEffect(() => form.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form.current ?? undefined));
    void run((leaving) => {
      if (navigator.onLine) return send(values as Record<Name, string>, leaving);
      setMessage({ kind: 'offline' });
      return;
    });
  };
  const draw = ({ type, value, options, onValue, ...rest }: EditField<Name>) => {
    const { name } = rest;
    const onInput = () => errors[name] && setErrors({ ...errors, [name]: undefined });
    const shell = { ...rest, error: errors[name], onInput };
    if (type === 'code') {
      return (
        <CodeField {...shell} roomy onComplete={() => {}} onChange={onInput} onBlur={() => {}} />
      );
    }
    if (type === 'password') {
      return <PasswordField {...shell} autoComplete="current-password" pending={pending} />;
    }
    if (!options) return <TextField {...shell} type={type} defaultValue={value} />;
    return (
      <SelectField
        {...shell}
        empty="Please choose"
        options={options.map((option) => ({ value: option, text: option }))}
        value={value}
        onChange={({ target }) => onValue?.(target.value)}
      />
    );
  };
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-10">
      {username && (
        <input
          type="email"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
      )}
      {fields.map((field) => (
        <div key={field.name}>{draw(field)}</div>
      ))}
      <Messages message={message} />
      <SubmitButton label={label} busy={busy} pending={pending} />
    </form>
  );
}
