/** @jsxImportSource hono/jsx */
import { Button, Form } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Facts, Panel, Time } from '#backend/office/frame/parts.tsx';
import { UNDO_DAYS } from '#backend/products/files/jobs/erasure.ts';
import type { ImportDetails } from '#backend/products/files/jobs/queries.ts';
import { PRODUCTS } from '#backend/products/office/addresses.ts';
import { counted, number } from '#domain/words.ts';
import { stepOf } from './addresses.ts';
import { Lists } from './Lists.tsx';
import { Bar } from './Progress.tsx';

/** The result of an import, its pictures as they come, and its undoing. */
export function Result({ request, details }: { request: PageRequest; details: ImportDetails }) {
  const { import: row } = details;
  const { id, state, totals, trouble, startedBy, writtenAt, undoneAt } = row;
  if (!totals) return null;
  const undo = request.form(stepOf(id, 'undo'));
  return (
    <>
      {trouble && (
        <p class="errors" role="alert">
          {trouble}
        </p>
      )}
      <p>
        {state === 'undone' ? 'Undone' : 'Imported'} by {startedBy}:{' '}
        <Time at={(state === 'undone' ? undoneAt : writtenAt) ?? row.createdAt} />.{' '}
        <a href={PRODUCTS}>See the products</a>
      </p>
      <Facts
        rows={[
          ['New', number(totals.new)],
          ['Changed', number(totals.changed)],
          ['As they are', number(totals.unchanged)],
          ['Left out', number(totals.leftOut)],
          ['Wrong', number(totals.faults)],
          ...(state === 'done' && totals.addresses > 0
            ? ([['Old addresses that are redirected', number(totals.addresses)]] as const)
            : []),
          ...(state === 'undone' ? ([['Undone', number(totals.undone ?? 0)]] as const) : []),
        ]}
      />
      <Pictures details={details} />
      {state === 'done' && (
        <Form form={undo}>
          <p>
            You can undo all of it for {UNDO_DAYS} days: new products are removed, and changed ones
            are restored. Products that were sold or edited since then stay, and are listed.
          </p>
          <div class="buttons">
            <Button kind="danger">Undo the import</Button>
          </div>
        </Form>
      )}
      <Lists request={request} details={details} />
    </>
  );
}

function Pictures({ details: { pictures, minutesLeft } }: { details: ImportDetails }) {
  const { all, there, waiting, dropped } = pictures;
  if (all === 0) return null;
  return (
    <Panel title="Pictures">
      {waiting > 0 ? (
        <>
          <p>The products are on sale. Their pictures appear as they come.</p>
          <Bar label="Pictures" done={all - waiting} of={all} minutes={minutesLeft} />
        </>
      ) : (
        <p>{counted(there, 'picture')} came with this import.</p>
      )}
      {dropped > 0 && (
        <p class="soft">
          {counted(dropped, 'picture')} {dropped === 1 ? 'is' : 'are'} no longer needed.
        </p>
      )}
    </Panel>
  );
}
