/** @jsxImportSource hono/jsx */

import { Button, Form } from '#backend/office/frame/Form.tsx';
import type { PageRequest } from '#backend/office/frame/page-request.ts';
import { Facts, Money, Panel } from '#backend/office/frame/parts.tsx';
import { definePage, type View } from '#backend/office/frame/routes.ts';
import { movedId } from '#backend/products/catalogue/redirects.ts';
import { fieldVersions, namedCells } from '#backend/products/edit/field-versions.ts';
import { readLowLimit } from '#backend/products/edit/low-stock.ts';
import type { OwnedFields } from '#backend/products/fields/columns.ts';
import { findOwned } from '#backend/products/fields/fields.ts';
import type { ProductStatus } from '#backend/products/fields/product-cells.ts';
import { may } from '#backend/staff/actor.ts';
import { copyOf, PRODUCTS, productPage } from './addresses.ts';
import { FORM_COLUMNS, labelOf, shownCell } from './fields.ts';
import { History } from './History.tsx';
import { Live } from './Live.tsx';
import { PhotoField, PictureList, Waiting } from './Pictures.tsx';
import { ProductFields } from './ProductFields.tsx';
import { waitingPictures } from './photos.ts';
import { StockForm } from './StockForm.tsx';

const BACK = { path: PRODUCTS, name: 'Products' };

/** Returns the page for an unknown product id. */
export const nothing = (id: string): View => ({
  title: 'No such product',
  back: BACK,
  status: 404,
  body: <p>No product has the address ‘{id}’. Somebody may have deleted it.</p>,
});

/** The page of a product: its data, stock, everything that can be changed, and its history. */
export const productView = definePage({
  path: `${PRODUCTS}/:id`,
  role: 'packer',
  async view(request) {
    const id = request.param('id');
    const product = await findOwned(request.db, id);
    if (!product) {
      const now = await movedId(request.db, id);
      return now === undefined ? nothing(id) : request.context.redirect(productPage(now), 303);
    }
    const owner = may(request.actor.role, 'owner');
    const limit = await readLowLimit(request.db, id);
    return {
      title: product.name,
      back: BACK,
      body: (
        <>
          <Live request={request} id={id} status={product.status} />
          {owner && (
            <p class="buttons">
              <a class="button quiet" href={copyOf(id, 'size')}>
                Another size of this
              </a>
              <a class="button quiet" href={copyOf(id, 'copy')}>
                Copy it
              </a>
            </p>
          )}
          <div class="columns">
            <div class="form">
              <StockForm request={request} id={id} product={product} limit={limit} />
              {owner ? (
                <EditForm request={request} id={id} product={product} />
              ) : (
                <ReadOnly id={id} product={product} />
              )}
            </div>
            <div class="form">
              {owner && <PicturesForm request={request} id={id} product={product} />}
              {owner && <StatusForm request={request} id={id} status={product.status} />}
              <History request={request} id={id} />
            </div>
          </div>
        </>
      ),
    };
  },
});

interface PartProps {
  request: PageRequest;
  id: string;
  product: OwnedFields;
}

function EditForm({ request, id, product }: PartProps) {
  const cells = namedCells(id, product, FORM_COLUMNS);
  const form = request.form(productPage(id), fieldVersions(cells));
  return (
    <Panel title="What it is">
      <Form form={form}>
        <ProductFields
          form={form}
          cells={cells}
          weight={{
            text: Buffer.byteLength(product.description),
            tags: product.tags.length,
            pictures: product.pictures.length,
          }}
        />
        <Button>Save</Button>
      </Form>
    </Panel>
  );
}

/** The fields of a product that a packer reads. */
function ReadOnly({ id, product }: Omit<PartProps, 'request'>) {
  const cells = namedCells(id, product, FORM_COLUMNS);
  const rest = FORM_COLUMNS.filter((name) => name !== 'name' && name !== 'price' && cells[name]);
  return (
    <Panel title="What it is">
      <Facts
        rows={[
          ['Price', <Money kobo={product.price_kobo} />],
          ...rest.map(
            (name) =>
              [labelOf(name), shownCell(name, cells[name] ?? '').replaceAll('\n', ', ')] as const,
          ),
        ]}
      />
    </Panel>
  );
}

function PicturesForm({ request, id, product }: PartProps) {
  const cells = namedCells(id, product, ['pictures', 'picture_alts']);
  const form = request.form(`${productPage(id)}/pictures`, fieldVersions(cells));
  const pictures = product.pictures.map((hash, place) => ({
    hash,
    alt: product.picture_alts[place] ?? '',
  }));
  return (
    <Panel title="Pictures">
      <Form form={form} files>
        <PhotoField form={form} />
        <Waiting hashes={waitingPictures(request, form)} />
        <Button kind="quiet">Save pictures</Button>
        <PictureList form={form} pictures={pictures} />
      </Form>
    </Panel>
  );
}

const STATUS_WORDS: Record<ProductStatus, string> = {
  shown: 'Shoppers find it and buy it.',
  hidden: 'Shoppers do not see it at all. Its orders stay.',
  retired: 'It is in no list. Its page stays, and says that it is no longer sold.',
};

function StatusForm({
  request,
  id,
  status,
}: Omit<PartProps, 'product'> & { status: ProductStatus }) {
  const form = request.form(`${productPage(id)}/status`);
  const button = (verb: 'show' | 'hide' | 'retire', words: string) => (
    <Button kind="quiet" name="verb" value={verb}>
      {words}
    </Button>
  );
  return (
    <Panel title="In the shop">
      <p>{STATUS_WORDS[status]}</p>
      <p class="hint">Hidden, nobody sees it. No longer sold, its page stays and says so.</p>
      <Form form={form}>
        <div class="buttons">
          {status !== 'shown' && button('show', 'Show it')}
          {status !== 'hidden' && button('hide', 'Hide it')}
          {status !== 'retired' && button('retire', 'Stop selling it')}
          <a class="button danger" href={`${productPage(id)}/delete`}>
            Delete …
          </a>
        </div>
      </Form>
    </Panel>
  );
}
