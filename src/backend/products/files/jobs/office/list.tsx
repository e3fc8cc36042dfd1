/** @jsxImportSource hono/jsx */
import { refuse } from '#backend/base/result.ts';
import { Button, Form } from '#backend/office/frame/Form.tsx';
import { Badge, List, Row, Time } from '#backend/office/frame/parts.tsx';
import { definePage, defineUpload, leadTo } from '#backend/office/frame/routes.ts';
import { listImports } from '#backend/products/files/jobs/imports.ts';
import type { ImportRow } from '#backend/products/files/jobs/tables.ts';
import { MOST_ZIP_BYTES, receiveUpload } from '#backend/products/files/jobs/upload.ts';
import { IMPORTS, PRODUCTS } from '#backend/products/office/addresses.ts';
import { counted } from '#domain/words.ts';
import { importPage } from './addresses.ts';
import { STATES } from './words.ts';

const FILE = 'file';
/** The bytes of the form around the file, which needs a few hundred. */
const FORM_BYTES = 64 * 1024;

/** The page that takes a file and lists earlier ones. */
export const importsPage = definePage({
  path: IMPORTS,
  role: 'owner',
  async view(request) {
    const form = request.form(IMPORTS);
    const listed = await listImports(request.db, request.actor);
    return {
      title: 'Import products',
      back: { path: PRODUCTS, name: 'Products' },
      body: (
        <>
          <p>
            Upload a list from Excel, or the products as Shopify, WooCommerce, PrestaShop, Etsy or
            Square export them, or a product feed for Google. You see what would be new and what
            would change before anything does.
          </p>
          <Form form={form} files>
            <div class="field">
              <label for={form.fieldId(FILE)}>The file</label>
              <p class="hint" id={`${form.fieldId(FILE)}-hint`}>
                CSV, Excel (XLSX) or a feed (XML) up to 20 MB, or a ZIP of it with its pictures up
                to 500 MB
              </p>
              {form.error(FILE) && (
                <p class="error" id={`${form.fieldId(FILE)}-error`}>
                  {form.error(FILE)}
                </p>
              )}
              <input
                type="file"
                id={form.fieldId(FILE)}
                name={FILE}
                accept=".csv,.tsv,.txt,.xlsx,.xml,.zip"
                required
                aria-describedby={`${form.fieldId(FILE)}-hint`}
              />
            </div>
            <div class="buttons">
              <Button>Read the file</Button>
            </div>
          </Form>
          <section class="panel">
            <h2>Files so far</h2>
            <List empty="No file has been uploaded yet.">
              {(listed.ok ? listed.value : []).map((row) => (
                <Row
                  href={importPage(row.id)}
                  title={row.fileName}
                  under={
                    <>
                      {summary(row)} {row.startedBy}, <Time at={row.createdAt} />
                    </>
                  }
                  end={<Badge tone={STATES[row.state].tone}>{STATES[row.state].name}</Badge>}
                />
              ))}
            </List>
          </section>
        </>
      ),
    };
  },
});

function summary({ totals }: ImportRow): string {
  if (!totals) return '';
  return `${counted(totals.new, 'new product')}, ${totals.changed.toLocaleString('en')} changed.`;
}

/** Takes a file while it arrives. */
export const uploadAction = defineUpload({
  path: IMPORTS,
  role: 'owner',
  page: importsPage,
  maxBytes: MOST_ZIP_BYTES + FORM_BYTES,
  async receive(request, file) {
    if (!file) {
      const message = 'Choose a file first.';
      return refuse('invalid', message, { fields: { [FILE]: message } });
    }
    const { db, actor } = request;
    const received = await receiveUpload(db, file.bytes, { fileName: file.name, actor });
    if (!received.ok) {
      const { code, message } = received.refusal;
      return refuse(code, message, { fields: { [FILE]: message } });
    }
    request.office.wakeImports();
    return leadTo(importPage(received.value), `${file.name} is uploaded.`);
  },
});
