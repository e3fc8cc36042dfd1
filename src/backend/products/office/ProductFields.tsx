/** @jsxImportSource hono/jsx */
import { Field, NairaField, TextArea } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { Cells } from '#backend/products/edit/field-versions.ts';
import { LIGHT_PAGE, type PageContents, pageBytes } from '#domain/page-weight.ts';
import { type ProductField, productFields } from '#domain/product-fields.ts';
import { type FormColumn, labelOf, shownCell } from './fields.ts';

interface FieldsProps {
  form: FormState;
  /** What the product has. */
  cells: Cells;
  /** What its page weighs. Absent for a new product. */
  weight?: PageContents;
}

/** Everything of a product that is typed. On a phone the rarer things stand behind a line that opens them. */
export function ProductFields({ form, cells, weight }: FieldsProps) {
  const props = (name: FormColumn) => ({
    form,
    name,
    label: labelOf(name),
    value: shownCell(name, cells[name] ?? ''),
  });
  const declared = (section: ProductField['section']) =>
    fieldsOf(section).map(({ csv, kind, most, hint }) =>
      kind === 'text' ? (
        <Field {...props(csv)} hint={hint} maxlength={most} />
      ) : (
        <Field {...props(csv)} hint={hint} inputmode="numeric" />
      ),
    );
  const list = (name: FormColumn) => <TextArea {...props(name)} rows={3} />;
  return (
    <>
      <Field {...props('name')} maxlength={200} required />
      <Field {...props('brand')} maxlength={100} />
      <NairaField {...props('price')} required />
      <Field {...props('discount')} hint="15% or naira off such as 5000. Empty for none." />
      <div class="pair">
        <Field {...props('discount_starts')} type="datetime-local" hint="Lagos time. Empty: now." />
        <Field
          {...props('discount_until')}
          type="datetime-local"
          hint="Lagos time. Empty: no end."
        />
      </div>
      <TextArea
        {...props('description')}
        rows={7}
        maxlength={5000}
        hint={weight && weightWords(weight)}
      />
      <More form={form} title="Categories, tags and notes" columns={WORDS}>
        <p class="hint">A line for each.</p>
        {WORDS.map(list)}
      </More>
      <More form={form} title="Size and kind" columns={columnsOf('size')}>
        {declared('size')}
      </More>
      <More form={form} title="Where it comes from" columns={columnsOf('origin')}>
        <p class="hint">Only what you have on paper. The page shows it under ‘Is it real?’.</p>
        {declared('origin')}
      </More>
    </>
  );
}

const WORDS = ['categories', 'tags', 'notes_top', 'notes_heart', 'notes_base'] as const;
const fieldsOf = (section: ProductField['section']) =>
  productFields.filter((field) => field.section === section);
const columnsOf = (section: ProductField['section']) => fieldsOf(section).map(({ csv }) => csv);

/** Fields behind a line, open if something in them wants a look. */
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

/** What the page weighs, and how much of it is the description. */
function weightWords(contents: PageContents): string {
  const all = pageBytes(contents);
  const text = all - pageBytes({ ...contents, text: 0 });
  const much =
    all > LIGHT_PAGE
      ? `That is heavy: ${kilobytes(LIGHT_PAGE)} are light. A shorter text helps.`
      : `Up to ${kilobytes(LIGHT_PAGE)} are light.`;
  return `Of the page's ${kilobytes(all)} this text is ${kilobytes(text)}. ${much}`;
}
