/** @jsxImportSource hono/jsx */
import { Field, NairaField, TextArea, TimeField } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { Cells } from '#backend/products/edit/field-versions.ts';
import { COLUMNS, type Column } from '#backend/products/fields/columns.ts';
import { LIGHT_PAGE, type PageContents, pageBytes } from '#domain/products/page-weight.ts';
import { type ProductField, productFields } from '#domain/products/product-fields.ts';
import { FORM_COLUMNS, type FormColumn, shownCell } from './fields.ts';

interface FieldsProps {
  form: FormState;
  cells: Cells;
  /** The name of the product of which this is another size. The fields that differ come first. */
  sizeOf?: string | undefined;
  /** The contents of its page, for their weight. Absent for a new product. */
  weight?: PageContents;
}

/** All typed fields of a product. Rarer ones are folded away on a phone. */
export function ProductFields({ form, cells, sizeOf, weight }: FieldsProps) {
  const field = (name: FormColumn, hint?: string) => (
    <ColumnField form={form} name={name} cell={cells[name] ?? ''} hint={hint} />
  );
  const more = (title: string, names: readonly FormColumn[], hint?: string) => (
    <More form={form} title={title} columns={names}>
      {hint && <p class="hint">{hint}</p>}
      {names.map((name) => field(name))}
    </More>
  );
  if (sizeOf !== undefined)
    return (
      <>
        {field('size_ml')}
        {field('price')}
        {more(`The rest, as ${sizeOf} has it`, WITHOUT_SIZE)}
      </>
    );
  return (
    <>
      {field('name')}
      {field('brand')}
      {field('sku')}
      {field('price')}
      {field('discount')}
      <div class="pair">
        {field('discount_starts')}
        {field('discount_until')}
      </div>
      {field('description', weight && weightWords(weight))}
      {more('Categories, tags and notes', WORDS, 'A line for each.')}
      {more('Size and kind', columnsOf('size'))}
      {more('A set of other products', columnsOf('set'))}
      {more(
        'Where it comes from',
        columnsOf('origin'),
        'Only what you have on paper. The page shows it under ‘Is it real?’.',
      )}
    </>
  );
}

const WITHOUT_SIZE = FORM_COLUMNS.filter((name) => name !== 'size_ml' && name !== 'price');
const WORDS = ['categories', 'tags', 'notes_top', 'notes_heart', 'notes_base'] as const;
const columnsOf = (section: ProductField['section']) =>
  productFields.filter((field) => field.section === section).map(({ csv }) => csv);

function ColumnField({
  form,
  name,
  cell,
  hint,
}: {
  form: FormState;
  name: FormColumn;
  cell: string;
  hint: string | undefined;
}) {
  const { label, kind, most, required, hint: own }: Column = COLUMNS[name];
  const shown = { form, name, label, value: shownCell(name, cell), hint: hint ?? own };
  const props = { ...shown, required, maxlength: most };
  if (kind === 'text') return <TextArea {...props} rows={7} />;
  if (kind === 'list') return <TextArea {...props} rows={3} />;
  if (kind === 'naira') return <NairaField {...props} />;
  if (kind === 'time') return <TimeField {...props} until={name === 'discount_until'} />;
  if (kind === 'whole') return <Field {...props} inputmode="numeric" />;
  return <Field {...props} />;
}

/** Folded fields. They are open if one of them needs attention. */
function More({
  form,
  title,
  columns,
  children,
}: {
  form: FormState;
  title: string;
  columns: readonly FormColumn[];
  children: unknown;
}) {
  const open = columns.some(
    (name) => form.error(name) !== undefined || form.current(name) !== undefined,
  );
  return (
    <details class="more-fields" open={open}>
      <summary>{title}</summary>
      <div class="form">{children}</div>
    </details>
  );
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Returns a sentence for a heavy page, with the share of its description; undefined for a light page. */
function weightWords(contents: PageContents): string | undefined {
  const all = pageBytes(contents);
  if (all <= LIGHT_PAGE) return undefined;
  const text = all - pageBytes({ ...contents, text: 0 });
  return `The page is heavy: it has ${kilobytes(all)}, and a light one has up to ${kilobytes(LIGHT_PAGE)}. This text is ${kilobytes(text)} of it: a shorter one helps.`;
}
