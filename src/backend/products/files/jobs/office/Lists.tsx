/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { List, Pager, Row } from '#backend/office/frame/parts.tsx';
import { type FieldChange, fromTo, shorten } from '#backend/products/edit/changes.ts';
import {
  type ImportDetails,
  keptOf,
  PAGE,
  picturesOf,
  previewOf,
} from '#backend/products/files/jobs/queries.ts';
import { productPage } from '#backend/products/office/addresses.ts';
import { labelOf } from '#backend/products/office/fields.ts';
import { number } from '#domain/words.ts';
import { importPage, pageOf } from './addresses.ts';
import { KINDS, type Kind } from './words.ts';

/** The number of characters shown of a change. */
const WIDTH = 120;

/** A list of the page. `read` returns its rows from a position on. */
interface Listed {
  key: string;
  name: string;
  count: number;
  read: (offset: number) => Promise<Child[]>;
}

/** The lists of an import: what it does or did, and what failed. The page shows one of them, fifty rows at a time. */
export async function Lists({
  request,
  details,
}: {
  request: PageRequest;
  details: ImportDetails;
}) {
  const lists = listsOf(request, details).filter(({ count }) => count > 0);
  const shown = lists.find(({ key }) => key === request.query.get('show')) ?? lists[0];
  if (!shown) return null;
  const path = importPage(details.import.id);
  const pages = Math.ceil(shown.count / PAGE);
  const page = pageOf(request.query, pages);
  return (
    <section class="panel" id="rows">
      <h2>Row by row</h2>
      <nav class="chips" aria-label="Which rows">
        {lists.map(({ key, name, count }) => (
          <a
            class="chip"
            href={`${path}?show=${key}#rows`}
            aria-current={key === shown.key ? 'true' : undefined}
          >
            {name} <b>{number(count)}</b>
          </a>
        ))}
      </nav>
      <List empty="The rows of this list are no longer kept.">
        {await shown.read((page - 1) * PAGE)}
      </List>
      <Pager path={path} query={request.query} page={page} pages={pages} />
    </section>
  );
}

function listsOf(
  { db, actor }: PageRequest,
  { import: { id, view }, pictures, kept }: ImportDetails,
): Listed[] {
  const counts: Record<Kind, number> = {
    new: view?.new ?? 0,
    changed: view?.changed ?? 0,
    fault: view?.faults ?? 0,
    'left-out': view?.leftOut ?? 0,
    warning: view?.warnings ?? 0,
    note: view?.notes ?? 0,
  };
  return [
    {
      key: 'kept',
      name: 'Not undone',
      count: kept,
      async read(offset) {
        const found = await keptOf(db, id, actor, { offset });
        return (found.ok ? found.value : []).map((one) => (
          <Row href={productPage(one.productId)} title={one.productId} under={one.kept ?? ''} />
        ));
      },
    },
    {
      key: 'broken',
      name: 'Missing pictures',
      count: pictures.broken,
      async read(offset) {
        const found = await picturesOf(db, id, actor, { state: 'broken', offset });
        return (found.ok ? found.value : []).map(({ row, productId, address, reason }) => (
          <Row
            href={productPage(productId)}
            title={productId}
            under={`Row ${number(row)}: ${address} ${reason ?? ''}`}
          />
        ));
      },
    },
    ...(Object.keys(KINDS) as Kind[]).map((kind) => ({
      key: kind,
      name: KINDS[kind],
      count: counts[kind],
      async read(offset: number) {
        const found = await previewOf(db, id, actor, { kind, offset });
        return (found.ok ? found.value : []).map(({ row, shown }) => {
          const { name, words, column, changes = [] } = shown;
          const where = `Row ${number(row)}${column ? `, ${labelOf(column)}` : ''}`;
          return (
            <Row
              title={name || words}
              under={name && words ? `${where}: ${words}` : where}
              below={changes.length > 0 && <Changes changes={changes} isNew={kind === 'new'} />}
            />
          );
        });
      },
    })),
  ];
}

/** The cells of a new product, or the old and new cells of a changed one. */
function Changes({ changes, isNew }: { changes: readonly FieldChange[]; isNew: boolean }) {
  if (isNew) {
    const cells = changes.filter(({ column }) => column !== 'name');
    return (
      <p>
        {cells
          .map(({ column, after }) => `${labelOf(column)}: ${shorten(after, WIDTH)}`)
          .join(' · ')}
      </p>
    );
  }
  return (
    <ul class="changes">
      {changes.map(({ column, before, after }) => (
        <li>
          <span>{labelOf(column)}</span> {fromTo(before, after, WIDTH)}
        </li>
      ))}
    </ul>
  );
}
