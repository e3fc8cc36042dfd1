import * as z from 'zod/mini';
import { type CheckoutForm, checkoutForm } from '#contract/checkout.ts';
import { areasOf } from '#domain/places/areas.ts';
import type { FieldErrors } from '#site/forms/field-errors.ts';
import { consistent, type Draft, FIELDS, type FieldName } from './draft-store.ts';

const isField = (name: unknown): name is FieldName => FIELDS.some((field) => field === name);

/** Applies the contract's rules to a draft: gives the form to send, or the errors by field. */
export function readForm(draft: Draft): { form?: CheckoutForm; errors: FieldErrors<FieldName> } {
  const parsed = z.safeParse(checkoutForm, consistent(draft, areasOf(draft.state)));
  if (parsed.success) return { form: parsed.data, errors: {} };
  const errors: FieldErrors<FieldName> = {};
  for (const { path, message } of parsed.error.issues) {
    const [field] = path;
    if (isField(field)) errors[field] ??= message;
  }
  return { errors };
}

/** Maps the server's errors, by path of the request ('shippingInfo.email'), to the fields of the form. */
export function serverErrors(
  fields: Readonly<Record<string, string>> | undefined,
): FieldErrors<FieldName> {
  const errors: FieldErrors<FieldName> = {};
  for (const [path, message] of Object.entries(fields ?? {})) {
    const field = path.replace(/^shippingInfo\./, '');
    if (isField(field)) errors[field] ??= message;
  }
  return errors;
}
