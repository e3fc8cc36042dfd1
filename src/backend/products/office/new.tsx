/** @jsxImportSource hono/jsx */
import { Button, Field, Form, Select } from '#backend/office/frame/Form.tsx';
import { defineAction, definePage, done } from '#backend/office/frame/routes.ts';
import { addProduct } from '#backend/products/edit/edit.ts';
import { NEW_PRODUCT, PRODUCTS, productPage } from './addresses.ts';
import { PHOTO_BYTES, warningWords } from './changes.ts';
import { typedCells } from './fields.ts';
import { PHOTOS, PhotoField, Waiting } from './Pictures.tsx';
import { ProductFields } from './ProductFields.tsx';
import { ownPicturesOnly, picturesCell, takePhotos, waitingPictures } from './photos.ts';
import { inPageWords } from './refusals.ts';

/** The form of a new product. */
export const newPage = definePage({
  path: NEW_PRODUCT,
  role: 'owner',
  view(request) {
    const form = request.form(NEW_PRODUCT);
    return {
      title: 'New product',
      back: { path: PRODUCTS, name: 'Products' },
      body: (
        <Form form={form} files>
          <PhotoField form={form} />
          <Waiting hashes={waitingPictures(request, form)} />
          <ProductFields form={form} cells={{}} />
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

/** Adds a product. Pictures that have arrived stay with the form, however often it is refused. */
export const addAction = defineAction({
  path: NEW_PRODUCT,
  role: 'owner',
  page: newPage,
  maxBytes: PHOTO_BYTES,
  async perform(request) {
    const { hashes, faults } = await takePhotos(request);
    const stock = request.text('stock');
    const added =
      faults.length === 0 &&
      (await addProduct(request.db, {
        cells: {
          ...typedCells((name) => request.text(name)),
          ...(stock === '' ? {} : { stock }),
          status: request.text('status'),
          pictures: picturesCell(hashes),
        },
        actor: request.actor,
        intake: ownPicturesOnly,
      }));
    if (!added) {
      const words = faults.join(' ');
      const message = `Nothing was saved. ${words}`;
      return { refused: { code: 'invalid', message, fields: { [PHOTOS]: words } } };
    }
    if (!added.ok) return { refused: inPageWords(added) };
    const { id, warnings } = added.value;
    return done(productPage(id), `Added. Shoppers find it in seconds.${warningWords(warnings)}`);
  },
});
