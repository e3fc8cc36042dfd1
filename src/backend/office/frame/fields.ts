import { keepable } from '#domain/text.ts';

/** More fields than any form of the back office has. A page that is shown again repeats them, so there is a limit. */
const MOST_FIELDS = 1000;

/**
 * Returns the fields of a form as they can be stored (domain/text.ts). Every page reads them from here.
 * @returns null if there are more fields than any form has.
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
