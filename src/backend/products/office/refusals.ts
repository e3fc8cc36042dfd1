import { type Refused, refuse, type StaffCode } from '#backend/base/result.ts';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import type { EditResult } from '#backend/products/edit/edit.ts';
import { type Cells, changedSince } from '#backend/products/edit/field-versions.ts';
import { historyOf } from '#backend/products/edit/history.ts';
import type { ColumnName } from '#backend/products/fields/columns.ts';
import { labelOf, shownCell, typedCell } from './fields.ts';

type RefusedEdit = Extract<EditResult, { ok: false }>;

/** Puts a service's refusal into the words of a page. Each fault is a sentence that begins with its field's label. */
export function inPageWords({ refusal }: RefusedEdit): Refused<StaffCode> {
  const { fields = {}, code, message, current } = refusal;
  const named = Object.entries(fields).map(([name, words]) => [
    name,
    /^[A-Z].*\.$/.test(words)
      ? words
      : `${labelOf(name)} ${words.replaceAll(/discount_(?:until|starts)/g, (column) => labelOf(column).toLowerCase())}.`,
  ]);
  const faults = code === 'invalid' && named.length > 0;
  const words = faults ? 'Nothing was saved. Correct the marked fields, and save again.' : message;
  return refuse<StaffCode>(code, words, {
    ...(named.length > 0 ? { fields: Object.fromEntries(named) } : {}),
    ...(current ? { current } : {}),
  });
}

/**
 * Updates a form that was sent after somebody else saved. A field that only the others changed takes their value. A field
 * that both changed keeps the typed value and shows the other beside it. The summary names all changes and their author.
 */
export async function besideTheirs(
  request: FormRequest,
  id: string,
  refused: RefusedEdit,
): Promise<Refused<StaffCode>> {
  const words = inPageWords(refused);
  const { current } = refused.refusal;
  if (!current) return words;
  const theirs = Object.entries(current) as [ColumnName, string][];
  const typed = Object.fromEntries(
    theirs.map(([name]) => [name, typedCell(name, request.text(name))]),
  ) as Cells;
  const mine = new Set(changedSince(request.version, typed));
  const shown: Record<string, string> = {};
  const lines = theirs.map(([name, cell]) => {
    const value = shownCell(name, cell);
    const said = value === '' ? 'empty' : `‘${value.replaceAll('\n', ', ').slice(0, 80)}’`;
    if (mine.has(name)) shown[name] = value;
    else request.fields.set(name, value);
    return `${labelOf(name)} is now ${said}${mine.has(name) ? ', and you typed something else' : ''}`;
  });
  const [last] = await historyOf(request.db, id, 1);
  const message = `${last?.recordedBy ?? 'Somebody'} changed this product while you were typing, so nothing was saved. ${lines.join('. ')}. Your text is still here: check it and save again.`;
  return { ...words, refusal: { ...words.refusal, message, current: shown } };
}
