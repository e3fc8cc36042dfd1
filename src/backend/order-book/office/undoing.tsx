/** @jsxImportSource hono/jsx */
import type { WithEvents } from '#backend/events/events.ts';
import { ORDERS } from '#backend/office/addresses.ts';
import { Button, Form } from '#backend/office/frame/Form.tsx';
import { type Action, defineAction, definePage } from '#backend/office/frame/routes.ts';
import { takeBack } from '#backend/order-book/taking-back.ts';
import { counted } from '#domain/words.ts';
import { UNDO } from './addresses.ts';
import { Chosen, chosenOrders, each, nothingTicked } from './several.tsx';
import { lastStep } from './step-forms.tsx';

/** The page for undoing the last step of several orders. */
export const undoPage = definePage({
  path: UNDO,
  role: 'packer',
  async view(request) {
    const orders = (await chosenOrders(request)).filter(({ steps }) => steps.length > 0);
    if (orders.length === 0) return nothingTicked('Undo');
    return {
      title: `Undo the last step of ${counted(orders.length, 'order')}`,
      back: { path: ORDERS, name: 'Orders' },
      body: (
        <Form form={request.form(UNDO)} class="form wide">
          <ul class="list">
            {orders.map((order) => (
              <Chosen order={order}>
                <input type="hidden" name="step" value={lastStep(order)} />
                {order.steps.at(-1)?.recordedBy} recorded ‘{order.steps.at(-1)?.step}’.
              </Chosen>
            ))}
          </ul>
          <div class="press">
            <Button>Undo {orders.length === 1 ? 'it' : `all ${orders.length}`}</Button>
          </div>
        </Form>
      ),
    };
  },
});

/** Takes back the last step of several orders at once. */
export const undoSeveral = (shop: WithEvents): Action =>
  defineAction({
    path: UNDO,
    role: 'packer',
    page: undoPage,
    perform(request) {
      const [ids, steps] = [request.texts('id'), request.texts('step')];
      return each(request, 'undone', undefined, (id) =>
        takeBack(shop, id, {
          actor: request.actor,
          which: Number(steps[ids.indexOf(id)]) || 0,
          reason: null,
        }),
      );
    },
  });
