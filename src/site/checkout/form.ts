import * as z from 'zod/mini';
import { type CheckoutForm, checkoutForm } from '#contract/checkout.ts';
import { requiredLine } from '#contract/values.ts';
import { areasOf } from '#domain/places/areas.ts';
import type { FieldErrors } from '#site/forms/field-errors.ts';
import { consistent, type Draft, FIELDS, type FieldName } from './draft-store.ts';

const isField = (name: unknown): name is FieldName => FIELDS.some((field) => field === name);

/** The form of a gift for somebody else. */
const giftForm = z.extend(checkoutForm, {
  receiverName: requiredLine(200, 'The receiver’s name is required'),
  receiverPhone: requiredLine(60, 'The receiver’s phone number is required'),
});

const isForOther = ({ gift, elsewhere }: Draft) => gift !== '' && elsewhere !== '';

/** Where the values of such an order are typed: the courier asks for who gets it, and the shop for who bought it. */
const TYPED: Partial<Record<string, FieldName>> = {
  fullName: 'receiverName',
  phone: 'receiverPhone',
  buyerName: 'fullName',
  buyerPhone: 'phone',
};

const toSend = ({ receiverName, receiverPhone, ...form }: z.infer<typeof giftForm>) => ({
  ...form,
  fullName: receiverName,
  phone: receiverPhone,
  buyerName: form.fullName,
  buyerPhone: form.phone,
});

/** Applies the contract's rules to a draft: gives the form to send, or the errors by field. */
export function readForm(draft: Draft): { form?: CheckoutForm; errors: FieldErrors<FieldName> } {
  // What was typed for a gift is kept in the draft, and goes along only if it is one.
  const giftMessage = draft.gift && draft.giftMessage;
  const typed = { ...consistent(draft, areasOf(draft.state)), giftMessage };
  const parsed = isForOther(draft)
    ? z.safeParse(z.pipe(giftForm, z.transform(toSend)), typed)
    : z.safeParse(checkoutForm, typed);
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
  draft: Draft,
): FieldErrors<FieldName> {
  const errors: FieldErrors<FieldName> = {};
  for (const [path, message] of Object.entries(fields ?? {})) {
    const sent = path.replace(/^shippingInfo\./, '');
    const field = (isForOther(draft) && TYPED[sent]) || sent;
    if (isField(field)) errors[field] ??= message;
  }
  return errors;
}
