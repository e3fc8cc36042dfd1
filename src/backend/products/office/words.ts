import type { FieldChange } from '#backend/products/edit/changes.ts';
import type { ColumnName } from '#backend/products/fields/columns.ts';
import { COLUMN_NAMES } from '#backend/products/fields/columns.ts';
import type { StaffAction } from '#backend/staff/action-tables.ts';
import { labelOf } from './fields.ts';

const ACTIONS: Partial<Record<StaffAction['action'], string>> = {
  'product.add': 'added it',
  'product.change': 'changed',
  'product.hide': 'hid it',
  'product.show': 'showed it',
  'product.retire': 'retired it',
  'product.rename': 'gave it another address',
};

/** Describes an action on a product: 'changed', with the lines of what changed. */
export function actionWords({ action, detail, renamedTo }: StaffAction): {
  said: string;
  lines: string[];
} {
  const isColumn = (name: string): name is ColumnName => COLUMN_NAMES.includes(name as ColumnName);
  const lines = (detail ?? '').split('\n').filter(Boolean);
  return {
    said: `${ACTIONS[action] ?? action}${renamedTo ? `: ${renamedTo}` : ''}`,
    lines: lines.map((line) =>
      line.replace(/^(\w+):/, (all, name) => (isColumn(name) ? `${labelOf(name)}:` : all)),
    ),
  };
}

/** Returns the columns of a change as a phrase: 'Price and Brand'. */
export function changedWords(changes: readonly FieldChange[]): string {
  const names = changes.map(({ column }) => labelOf(column));
  const last = names.pop() ?? '';
  return names.length > 0 ? `${names.join(', ')} and ${last}` : last;
}
