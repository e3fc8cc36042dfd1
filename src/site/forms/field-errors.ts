/** What is wrong with a form, by field: the text that the shopper reads. */
export type FieldErrors<Name extends string = string> = Partial<Record<Name, string | undefined>>;
