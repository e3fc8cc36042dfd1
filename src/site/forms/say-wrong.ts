import { CHECK_FORM, toast } from '#site/toasts/toasts-store.ts';
import type { FieldErrors } from './field-errors.ts';

/** Says that more than one field is wrong. The first of them has the focus, and the others may be out of sight. */
export function sayWrong(errors: FieldErrors): void {
  const { length } = Object.values(errors).filter(Boolean);
  if (length < 2) return;
  toast({
    title: CHECK_FORM,
    text: `${length} fields must be corrected.`,
    tone: 'bad',
  });
}
