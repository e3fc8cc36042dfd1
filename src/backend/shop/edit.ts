import { isDeepStrictEqual } from 'node:util';
import { nearest } from '#backend/base/likeness.ts';
import { done, type Refused, type Result, refuse } from '#backend/base/result.ts';
import { CHANGEABLE, type ChangeableField, type ShopChanges } from '#config/shop-changes.ts';
import { readFacts } from '#config/shop-folder.ts';
import { type ShopFile, shopFile } from '#config/shop-schema.ts';

/** An edit of the facts, or its faults. */
export type Edit = Result<ShopChanges, 'invalid'>;

export const invalidEdit = (sentences: readonly string[]): Refused<'invalid'> =>
  refuse('invalid', sentences.join('\n'), {
    faults: sentences.map((message) => ({ row: 0, column: null, message })),
  });

/** Returns the sentences of a refused edit; empty for an accepted one. */
export const faultsOf = (edit: Edit): string[] =>
  edit.ok ? [] : (edit.refusal.faults ?? []).map(({ message }) => message);

/** Returns why staff may not change a field; undefined if they may. */
function fieldFault(name: string): string | undefined {
  if (CHANGEABLE.some((field) => field === name)) return undefined;
  if (name in shopFile.shape) return `${name} is not set here: it belongs to the folder`;
  const near = nearest(name, CHANGEABLE);
  return `There is no field '${name}'.${near ? ` Did you mean '${near}'?` : ''}`;
}

export const fieldFaults = (names: readonly string[]): string[] =>
  names.flatMap((name) => fieldFault(name) ?? []);

/**
 * Sets values as they are typed: 'promo', 'phone.label', 'banners.2.title' (counted from 1). In a list of texts, |
 * separates them. An empty text empties a field that may be empty.
 */
export function editTexts(
  folder: string,
  now: ShopFile,
  values: readonly (readonly [path: string, text: string])[],
): Edit {
  const draft = structuredClone(now) as Record<string, unknown>;
  const faults = values.flatMap(([path, text]) => setAt(draft, path, text) ?? []);
  return faults.length > 0 ? invalidEdit(faults) : check(folder, now, draft);
}

/** Takes the fields of a file, each as a whole. */
export function editFields(folder: string, now: ShopFile, given: object): Edit {
  const faults = fieldFaults(Object.keys(given));
  const known = Object.fromEntries(
    Object.entries(given).filter(([name]) => fieldFault(name) === undefined),
  );
  const edit = check(folder, now, { ...now, ...known });
  return faults.length === 0 ? edit : invalidEdit([...faults, ...faultsOf(edit)]);
}

/** Writes a text at its place in a draft. Returns what is wrong. */
function setAt(draft: Record<string, unknown>, path: string, text: string): string | undefined {
  const [field = '', ...parts] = path.split('.');
  const fault = fieldFault(field);
  if (fault) return fault;
  let at = draft;
  const steps = [
    field,
    ...parts.map((part) => (/^\d+$/.test(part) ? String(Number(part) - 1) : part)),
  ];
  const last = steps.pop() ?? '';
  for (const [depth, step] of steps.entries()) {
    const next = at[step];
    const name = path
      .split('.')
      .slice(0, depth + 1)
      .join('.');
    if (typeof next !== 'object' || next === null) return `There is no ${name} with parts`;
    at = next as Record<string, unknown>;
    const wanted = steps[depth + 1] ?? last;
    if (!(wanted in at))
      return `There is no ${path
        .split('.')
        .slice(0, depth + 2)
        .join('.')}`;
  }
  const old = at[last];
  if (isTexts(old)) at[last] = text === '' ? [] : text.split('|').map((part) => part.trim());
  else if (typeof old === 'object' && old !== null) return partsFault(path, old);
  else if (typeof old === 'boolean') at[last] = { yes: true, no: false }[text] ?? text;
  else if (typeof old === 'number') at[last] = /^\d+$/.test(text) ? Number(text) : text;
  else at[last] = text === '' && isNullable(path) ? null : text;
  return undefined;
}

/** Whether a value is a list of texts. An empty list of brands is one, too. */
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Whether a field may be absent: only the promo may. */
const isNullable = (path: string) => path === 'promo';

function partsFault(path: string, value: object): string {
  const parts = Array.isArray(value)
    ? Object.keys(value[0] ?? {}).map((key) => `1.${key}`)
    : Object.keys(value);
  return `${path} has parts: set ${parts.map((part) => `${path}.${part}`).join(' or ')}`;
}

/** Checks a draft with the pictures of the folder. The changes are the fields that differ. */
function check(folder: string, now: ShopFile, draft: Record<string, unknown>): Edit {
  const { facts, faults } = readFacts(folder, draft);
  // Staff count from 1.
  const counted = faults.map((fault) =>
    fault.replace(/^\S+/, (path) => path.replace(/\d+/g, (digits) => String(Number(digits) + 1))),
  );
  if (!facts || faults.length > 0) return invalidEdit(counted);
  const changed = CHANGEABLE.filter((field) => !isDeepStrictEqual(now[field], facts[field]));
  return done(Object.fromEntries(changed.map((field: ChangeableField) => [field, facts[field]])));
}
