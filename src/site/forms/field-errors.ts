import { CHECK_FORM, toast } from '#site/toasts/toasts-store.ts';

/** The errors of a form by field, as texts for the shopper. */
export type FieldErrors<Name extends string = string> = Partial<Record<Name, string | undefined>>;

/** The outcome of the last click. */
export type Message = { kind: 'offline' } | { kind: 'failed'; text: string };

/** Announces that more than one field is wrong. The first has the focus, and the others may be out of sight. */
export function sayWrong(errors: FieldErrors): void {
  const { length } = Object.values(errors).filter(Boolean);
  if (length < 2) return;
  toast({
    title: CHECK_FORM,
    text: `${length} fields must be corrected.`,
    tone: 'bad',
  });
}
