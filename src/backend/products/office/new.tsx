/** @jsxImportSource hono/jsx */
import { refuse } from '#backend/base/result.ts';
import { Button, Field, Form, Select } from '#backend/office/frame/Form.tsx';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import {
  addProduct,
  type EditOrder,
  type EditResult,
  editProduct,
} from '#backend/products/edit/edit.ts';
import { type Cells, namedCells } from '#backend/products/edit/field-versions.ts';
import { findOwned } from '#backend/products/fields/fields.ts';
import { NEW_PRODUCT, PRODUCTS, productPage } from './addresses.ts';
import { PHOTO_BYTES, warningWords } from './changes.ts';
import { FORM_COLUMNS, typedCells } from './fields.ts';
import { PHOTOS, PhotoField, Waiting } from './Pictures.tsx';
import { ProductFields } from './ProductFields.tsx';
import { ownPicturesOnly, picturesCell, takePhotos, waitingPictures } from './photos.ts';
import { inPageWords } from './refusals.ts';

/** The columns that a copy or another size takes over: all but those of its price, size and code. */
const COPIED = FORM_COLUMNS.filter((name) => !/^(sku|price|discount.*|size_ml|sample)$/.test(name));
/** Matches a size at the end of a name. */
const SIZE = /,? *\d+ *ml$/i;

/** The form of a new product, empty or copied from another one. */
export const newPage = definePage({
  path: NEW_PRODUCT,
  role: 'owner',
  async view(request) {
    const form = request.form(NEW_PRODUCT);
    const size = form.value('size', request.query.get('size') ?? '');
    const id = size || (request.query.get('copy') ?? '');
    const source = id ? await findOwned(request.db, id) : null;
    const cells = source ? namedCells(id, source, COPIED) : {};
    if (size) cells.name = source?.name.replace(SIZE, '');
    return {
      title: source ? `${size ? 'Another size' : 'A copy'} of ${source.name}` : 'New product',
      back: source
        ? { path: productPage(id), name: source.name }
        : { path: PRODUCTS, name: 'Products' },
      body: (
        <Form form={form} files>
          <input type="hidden" name="size" value={size} />
          <PhotoField form={form} />
          <Waiting hashes={waitingPictures(request, form)} />
          <ProductFields form={form} cells={cells} sizeOf={size ? source?.name : undefined} />
          <Field
            form={form}
            name="stock"
            label="How many are on the shelf"
            value="0"
            inputmode="numeric"
            autocomplete="off"
          />
          <Select
            form={form}
            name="status"
            label="In the shop"
            options={[
              ['shown', 'Sell it at once'],
              ['hidden', 'Keep it hidden until I show it'],
            ]}
          />
          <Button>Add the product</Button>
        </Form>
      ),
    };
  },
});

/** Adds the size to the name, and the product to the group of its other sizes. */
function sized(request: FormRequest, cells: Cells): Cells {
  const [of, ml = '', name = ''] = [request.text('size'), cells.size_ml, cells.name];
  if (!of) return cells;
  const size = ml.replace(/ *ml$/i, '');
  return {
    ...cells,
    name: size && !SIZE.test(name) ? `${name} ${size} ml` : name,
    group: cells.group || of,
  };
}

/** Adds a product. If it is a size of a product without a group, that product joins the group. */
async function addSize(request: FormRequest, order: EditOrder): Promise<EditResult> {
  const of = request.text('size');
  const source = of ? await findOwned(request.db, of) : null;
  if (source && !source.size_group) {
    // A refused size changes nothing. If the process dies in between, the group of one does no harm.
    const tried = await addProduct(request.db, { ...order, dryRun: true });
    if (!tried.ok) return tried;
    const cells = { group: order.cells.group ?? '' };
    const grouped = await editProduct(request.db, of, { ...order, cells });
    if (!grouped.ok) return grouped;
  }
  return addProduct(request.db, order);
}

/** Adds a product. Pictures that have arrived stay with the form, even if it is refused several times. */
export const addAction = defineAction({
  path: NEW_PRODUCT,
  role: 'owner',
  page: newPage,
  maxBytes: PHOTO_BYTES,
  async perform(request) {
    const { hashes, faults } = await takePhotos(request);
    const stock = request.text('stock');
    const order = {
      cells: {
        ...sized(
          request,
          typedCells((name) => request.text(name)),
        ),
        ...(stock === '' ? {} : { stock }),
        status: request.text('status'),
        pictures: picturesCell(hashes),
      },
      actor: request.actor,
      intake: ownPicturesOnly,
    };
    const added = faults.length === 0 && (await addSize(request, order));
    if (!added) {
      const words = faults.join(' ');
      const message = `Nothing was saved. ${words}`;
      return refuse('invalid', message, { fields: { [PHOTOS]: words } });
    }
    if (!added.ok) return inPageWords(added);
    const { id, warnings } = added.value;
    return leadTo(productPage(id), `Added. Shoppers find it in seconds.${warningWords(warnings)}`);
  },
});
