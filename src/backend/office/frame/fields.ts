import { keepable } from '#domain/text.ts';

/** More fields than any form of ours has. A page that is shown again repeats them all, so there must be an end. */
const MOST_FIELDS = 1000;

/**
 * The fields of a form as they can be kept (domain/text.ts): every page reads them from here.
 * @returns null if there are more than any form has.
 */
export function keepableFields(sent: FormData): FormData | null {
  const entries = [...sent];
  if (entries.length > MOST_FIELDS) return null;
  const fields = new FormData();
  for (const [name, value] of entries) {
    if (typeof value === 'string') fields.append(keepable(name), keepable(value));
    else fields.append(keepable(name), value);
  }
  return fields;
}
