/** @jsxImportSource hono/jsx */
import { Button, Form } from '#backend/office/frame/Form.tsx';
import { defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import { deleteProducts } from '#backend/products/lifecycle/deletion.ts';
import { PRODUCTS, productPage } from './addresses.ts';
import { nothing } from './product.tsx';

/** The page that says what is deleted along with a product. */
export const deletePage = definePage({
  path: `${PRODUCTS}/:id/delete`,
  role: 'owner',
  async view(request) {
    const id = request.param('id');
    const asked = await deleteProducts(request.db, [id], { actor: request.actor, dryRun: true });
    const [going] = asked.ok ? asked.value : [];
    if (!going) return nothing(id);
    const { name, reviews, ownPictures, unpaidOrders, reserved } = going;
    const form = request.form(`${productPage(id)}/delete`);
    return {
      title: `Delete ${name}?`,
      back: { path: productPage(id), name },
      body: (
        <>
          <p>
            It is deleted for good, with its page. Orders keep their lines. To remove it for a
            while, hide it instead.
          </p>
          <ul class="goes-along">
            {reviews > 0 && <li>With it go its {reviews} reviews.</li>}
            {ownPictures > 0 && (
              <li>With it go {ownPictures} pictures that no other product has.</li>
            )}
            {unpaidOrders > 0 && (
              <li>
                {unpaidOrders} unpaid orders of it, with {reserved} units, may still be paid.
              </li>
            )}
          </ul>
          <Form form={form}>
            <div class="buttons">
              <Button kind="danger">Delete it for good</Button>
            </div>
          </Form>
        </>
      ),
    };
  },
});

export const deleteAction = defineAction({
  path: `${PRODUCTS}/:id/delete`,
  role: 'owner',
  page: deletePage,
  async perform(request) {
    const deleted = await deleteProducts(request.db, [request.param('id')], {
      actor: request.actor,
    });
    if (!deleted.ok) return deleted;
    const words = deleted.value.map(({ name }) => `${name} is deleted.`);
    return leadTo(PRODUCTS, words.join(' '));
  },
});
