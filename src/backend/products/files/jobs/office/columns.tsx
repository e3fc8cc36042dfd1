/** @jsxImportSource hono/jsx */
import { Button, Form, Select } from '#backend/office/frame/Form.tsx';
import type { FormState } from '#backend/office/frame/form-state.ts';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { Pager } from '#backend/office/frame/parts.tsx';
import { defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import { SOURCE_FIELDS } from '#backend/products/files/formats/format.ts';
import type { SavedColumns } from '#backend/products/files/jobs/answers.ts';
import { answerImport } from '#backend/products/files/jobs/imports.ts';
import { findImport } from '#backend/products/files/jobs/queries.ts';
import type { ShownColumn } from '#backend/products/files/jobs/view.ts';
import { IMPORT, importPage, pageOf, stepOf } from './addresses.ts';
import { FIELDS } from './words.ts';

/** The number of columns on a page. A program's export may have a hundred, and each choice weighs 1.5 kB. */
const PAGE = 8;
/** The number of characters of an example. */
const WIDTH = 30;

type Placed = ShownColumn & { at: number };

const TITLE = 'What the headings mean';

const columnField = (at: number): string => `column-${at}`;
const OPTIONS = [
  ['', 'Not read'],
  ...SOURCE_FIELDS.map((field) => [field, FIELDS[field]] as const),
] as const;

/** The page that shows how the columns of a file are read, with examples of their cells. */
export const columnsPage = definePage({
  path: `${IMPORT}/columns`,
  role: 'owner',
  async view(request) {
    const id = request.param('id');
    const found = await findImport(request.db, id, request.actor);
    const row = found.ok ? found.value.import : null;
    const back = { path: importPage(id), name: row?.fileName ?? 'The import' };
    const columns = row?.state === 'asking' ? (row.view?.columns ?? []) : [];
    if (!row || columns.length === 0) {
      const body = <p>This cannot be changed now.</p>;
      return { title: TITLE, back, status: row ? 200 : 404, body };
    }
    const inOrder = columns
      .map((column, at): Placed => ({ ...column, at }))
      .toSorted((a, b) => Number(a.field === null) - Number(b.field === null));
    const pages = Math.ceil(inOrder.length / PAGE);
    const page = pageOf(request.query, pages);
    return {
      title: TITLE,
      back,
      body: (
        <>
          {row.view?.remembered && <p>They are read as you said of an earlier file like this.</p>}
          <Columns
            form={request.form(stepOf(id, 'columns'), String(row.version))}
            columns={inOrder.slice((page - 1) * PAGE, page * PAGE)}
          />
          <Pager path={stepOf(id, 'columns')} query={request.query} page={page} pages={pages} />
        </>
      ),
    };
  },
});

/** The columns of one page of the list, in a separate form. */
function Columns({ form, columns }: { form: FormState; columns: readonly Placed[] }) {
  return (
    <Form form={form}>
      {columns.map(({ heading, field, examples, at }) => (
        <Select
          form={form}
          name={columnField(at)}
          label={heading}
          value={field ?? ''}
          hint={examples.filter(Boolean).map(shortened).join(' · ') || 'Empty in the first rows'}
          options={OPTIONS}
        />
      ))}
      <div class="buttons">
        <Button>Read the file again like this</Button>
      </div>
    </Form>
  );
}

const shortened = (text: string): string =>
  text.length > WIDTH ? `${text.slice(0, WIDTH)}…` : text;

/** Has a file read with other columns. The next file with these headings is read in the same way. */
export const columnsAction = defineAction({
  path: `${IMPORT}/columns`,
  role: 'owner',
  page: columnsPage,
  async perform(request) {
    const { db, actor } = request;
    const id = request.param('id');
    const found = await findImport(db, id, actor);
    if (!found.ok) return found;
    const { view, columns } = found.value.import;
    const answered = await answerImport(db, id, {
      actor,
      version: Number(request.version),
      columns: { ...columns, ...changedColumns(request, view?.columns ?? []) },
    });
    if (!answered.ok) return answered;
    request.office.wakeImports();
    return leadTo(importPage(id), 'The file is read again like this.');
  },
});

/** Returns the columns that the merchant maps differently from the shop. */
function changedColumns(request: FormRequest, columns: readonly ShownColumn[]): SavedColumns {
  const changed = columns.flatMap(({ heading, field }, at) => {
    const name = columnField(at);
    const wanted = SOURCE_FIELDS.find((known) => known === request.text(name)) ?? null;
    return !request.fields.has(name) || wanted === field ? [] : [[heading, wanted] as const];
  });
  return Object.fromEntries(changed);
}
