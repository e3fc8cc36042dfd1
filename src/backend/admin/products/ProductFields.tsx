/** @jsxImportSource hono/jsx */
import { Field, NairaField, TextArea } from '#backend/admin/frame/Form.tsx';
import type { FormState } from '#backend/admin/frame/form-state.ts';
import type { Cells } from '#backend/services/product-edit/field-versions.ts';
import { LIGHT_PAGE, type PageContents, pageBytes } from '#domain/page-weight.ts';
import { type FormColumn, LABELS, shownCell } from './fields.ts';

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
    label: LABELS[name],
    value: shownCell(name, cells[name] ?? ''),
  });
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
      <More form={form} title="Size and kind" columns={SIZE}>
        <Field {...props('concentration')} hint="Such as Eau de Parfum" maxlength={60} />
        <Field {...props('size_ml')} inputmode="numeric" />
        <Field
          {...props('group')}
          hint="Products with the same word here are sizes of one fragrance, such as oud-wood."
          maxlength={120}
        />
      </More>
      <More form={form} title="Where it comes from" columns={ORIGIN}>
        <p class="hint">Only what you have on paper. The page shows it under ‘Is it real?’.</p>
        {ORIGIN.map((name) => (
          <Field {...props(name)} maxlength={120} />
        ))}
      </More>
    </>
  );
}

const WORDS = ['categories', 'tags', 'notes_top', 'notes_heart', 'notes_base'] as const;
const SIZE = ['concentration', 'size_ml', 'group'] as const;
const ORIGIN = ['importer', 'batch', 'nafdac_number', 'seal', 'bought_from'] as const;

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
