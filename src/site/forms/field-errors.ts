import { CHECK_FORM, toast } from '#site/toasts/toasts-store.ts';

/** What is wrong with a form, by field: the text that the shopper reads. */
export type FieldErrors<Name extends string = string> = Partial<Record<Name, string | undefined>>;

/** What became of the last press. */
export type Message = { kind: 'offline' } | { kind: 'failed'; text: string };

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
