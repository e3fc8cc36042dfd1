import * as z from 'zod/mini';
import {
  forgotPasswordBody,
  loginBody,
  registerBody,
  resetPasswordBody,
  verifyOtpBody,
} from '#contract/account.ts';
import type { FieldErrors } from '#site/forms/field-errors.ts';

export type Values = Readonly<Record<string, string>>;

export type Read<Form> = { form: Form } | { errors: FieldErrors };

/** Validates values by the contract's schema. */
function read<S extends z.ZodMiniType>(schema: S, values: Values): Read<z.output<S>> {
  const parsed = z.safeParse(schema, values);
  if (parsed.success) return { form: parsed.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const [field] = path;
    if (typeof field === 'string') errors[field] ??= message;
  }
  return { errors };
}

/** Adds the rules of spec §5 for the confirmation of the password `name`. */
function twice<Form>(first: Read<Form>, values: Values, name: string): Read<Form> {
  const { confirmPassword } = values;
  const wrong = !confirmPassword
    ? 'Please confirm your password'
    : confirmPassword !== values[name] && 'Passwords do not match';
  if (!wrong) return first;
  return { errors: { ...('errors' in first && first.errors), confirmPassword: wrong } };
}

/** The rules of each form (spec §5). */
export const rules = {
  signUp: (values: Values) => twice(read(registerBody, values), values, 'password'),
  login: (values: Values) => read(loginBody, values),
  forgotPassword: (values: Values) => read(forgotPasswordBody, values),
  code: (values: Values) => read(z.object({ otp: verifyOtpBody.shape.otp }), values),
  newPassword: (values: Values) =>
    twice(
      read(z.object({ newPassword: resetPasswordBody.shape.newPassword }), values),
      values,
      'newPassword',
    ),
};
