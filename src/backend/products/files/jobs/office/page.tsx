/** @jsxImportSource hono/jsx */
import { Button, Form } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Facts, Time } from '#backend/office/frame/parts.tsx';
import { definePage } from '#backend/office/frame/routes.ts';
import { findImport, type ImportDetails } from '#backend/products/files/jobs/queries.ts';
import type { ImportRow } from '#backend/products/files/jobs/tables.ts';
import type { ImportView } from '#backend/products/files/jobs/view.ts';
import { IMPORTS } from '#backend/products/office/addresses.ts';
import { counted, number } from '#domain/words.ts';
import { IMPORT, importPage, stepOf } from './addresses.ts';
import { Lists } from './Lists.tsx';
import { Progress } from './Progress.tsx';
import { Questions } from './Questions.tsx';
import { Result } from './Result.tsx';
import { UNDER_WAY } from './words.ts';

/** Seconds between reloads while work goes on. */
const AGAIN = 4;
/** Seconds between reloads for pictures, which take minutes. */
const PICTURES_AGAIN = 15;

/** The page of an import, from its arrival to its end. It depends on the import's state. */
export const importView = definePage({
  path: IMPORT,
  role: 'owner',
  async view(request) {
    const back = { path: IMPORTS, name: 'Import products' };
    const found = await findImport(request.db, request.param('id'), request.actor);
    if (!found.ok) {
      const body = <p>It was cancelled, or is too old. Upload the file again.</p>;
      return { title: 'No such import', status: 404, back, body };
    }
    const details = found.value;
    const { state, fileName } = details.import;
    const { returned } = request;
    return {
      title: fileName,
      back,
      ...refreshOf(details, returned !== null),
      body: (
        <>
          {state in UNDER_WAY && <Progress details={details} />}
          {state === 'asking' && <Asking request={request} details={details} />}
          {state === 'failed' && <Failed request={request} details={details} />}
          {(state === 'done' || state === 'undone') && (
            <Result request={request} details={details} />
          )}
        </>
      ),
    };
  },
});

/** Returns the seconds between reloads. A page with a refused form is not reloaded. */
function refreshOf(
  { import: { state }, pictures }: ImportDetails,
  refused: boolean,
): { refresh?: number } {
  if (refused) return {};
  if (state in UNDER_WAY) return { refresh: AGAIN };
  return state === 'done' && pictures.waiting > 0 ? { refresh: PICTURES_AGAIN } : {};
}

function Asking({ request, details }: { request: PageRequest; details: ImportDetails }) {
  const { import: row, sameAs } = details;
  const { id, view, version, trouble } = row;
  const start = request.form(stepOf(id, 'start'), String(version));
  const drop = request.form(stepOf(id, 'drop'));
  const open = !view || trouble !== null || view.asks.length > 0;
  return (
    <>
      {trouble && (
        <p class="errors" role="alert">
          {trouble}
        </p>
      )}
      {sameAs?.writtenAt && (
        <p class="notice">
          {sameAs.startedBy} imported this very file: <Time at={sameAs.writtenAt} />.{' '}
          <a href={importPage(sameAs.id)}>See that import</a>
        </p>
      )}
      {view && view.rows > 0 && (
        <>
          <p>
            {readAs(view.format)} {counted(view.rows, 'row')}, {counted(view.products, 'product')}
            {view.asks.length > 0 ? ` so far. ${openWords(view)}` : '.'}
          </p>
          <Facts
            rows={(
              [
                ['New', view.new],
                ['Changed', view.changed],
                ['As they are', view.unchanged],
                ['Left out', view.leftOut],
                ['Wrong', view.faults],
              ] as const
            ).flatMap(([name, count]) =>
              // While questions are open, 0 is not final.
              count > 0 || view.asks.length === 0 ? [[name, number(count)]] : [],
            )}
          />
          {view.addresses.count > 0 && (
            <p>
              {counted(view.addresses.count, 'old address', 'old addresses')} will lead to the new
              pages, such as {view.addresses.examples[0]}.
            </p>
          )}
          <Unread row={row} />
          {view.sentences.map((sentence) => (
            <p class="soft">{sentence}</p>
          ))}
        </>
      )}
      {!open && (
        <Form form={start}>
          {view.faults > 0 && (
            <p>
              {view.faults === 1 ? 'One row is' : `${number(view.faults)} rows are`} wrong and will
              not be imported. The list below says why. You can correct the file and upload it
              again.
            </p>
          )}
          <div class="buttons">
            <Button>{startWords(row, view)}</Button>
          </div>
        </Form>
      )}
      <Questions request={request} row={row} />
      {view && (view.format !== null || trouble !== null) && view.columns.length > 0 && (
        <p>
          <a class={`button ${trouble === null ? 'quiet' : 'main'}`} href={stepOf(id, 'columns')}>
            {trouble === null ? 'What the headings mean' : 'Say what the headings mean'}
          </a>
        </p>
      )}
      <Form form={drop}>
        <div class="buttons">
          <Button kind="quiet">Leave this file</Button>
        </div>
      </Form>
      <Lists request={request} details={details} />
    </>
  );
}

/** The number of columns that are named above all else. */
const NAMED = 12;

/** The columns that are not read, with the link for saying what they are. */
function Unread({ row: { id, view } }: { row: ImportRow }) {
  const unread = view?.unread ?? [];
  if (unread.length === 0) return null;
  const more = unread.length - NAMED;
  return (
    <p>
      Not read: {unread.slice(0, NAMED).join(', ')}
      {more > 0 ? ` and ${number(more)} more` : ''}.{' '}
      <a href={stepOf(id, 'columns')}>Say what they mean</a>
    </p>
  );
}

/** Returns sentences about what is unknown until the merchant answers. */
const openWords = ({ asks, waiting = 0 }: ImportView): string =>
  [
    waiting > 0 &&
      `${counted(waiting, 'row')} ${waiting === 1 ? 'waits' : 'wait'} for your answers.`,
    `${counted(asks.length, 'question')} ${asks.length === 1 ? 'is' : 'are'} open: see below.`,
  ]
    .filter(Boolean)
    .join(' ');

const readAs = (format: string | null): string =>
  format === null
    ? 'Read with the shop’s own columns:'
    : format === 'your own list'
      ? 'Read as your own list:'
      : `Read as an export of ${format}:`;

/** Returns the label of an import's button. */
function startWords({ answers }: ImportRow, { hosts, ...view }: ImportView): string {
  const changes = view.new + view.changed;
  if (changes > 0) return `Import ${counted(changes, 'product')}`;
  const pictures = hosts.reduce((sum, host) => sum + host.pictures, 0);
  return pictures === 0 || answers.pictures === 'leave'
    ? 'Import it: nothing changes'
    : `Download ${counted(pictures, 'picture')}`;
}

function Failed({ request, details }: { request: PageRequest; details: ImportDetails }) {
  const { id, trouble } = details.import;
  return (
    <>
      <p class="errors" role="alert">
        {trouble ?? 'It could not be imported.'} Nothing in the shop has changed.
      </p>
      <Form form={request.form(stepOf(id, 'drop'))}>
        <div class="buttons">
          <Button kind="quiet">Leave this file</Button>
        </div>
      </Form>
    </>
  );
}
