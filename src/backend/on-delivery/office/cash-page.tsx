/** @jsxImportSource hono/jsx */
import { desc, eq } from 'drizzle-orm';
import type { WithEvents } from '#backend/events/events.ts';
import { amountOf } from '#backend/mail/amount.ts';
import { AT_DOOR, orderPath } from '#backend/office/addresses.ts';
import { Button, Form } from '#backend/office/frame/Form.tsx';
import { List, Panel, Row, Time } from '#backend/office/frame/parts.tsx';
import { type Action, defineAction, definePage, leadTo } from '#backend/office/frame/routes.ts';
import { cashWithCouriers, handIn, liftRefusal } from '#backend/on-delivery/at-door.ts';
import { counts } from '#backend/on-delivery/refusals.ts';
import { doorRefusals } from '#backend/on-delivery/tables.ts';
import { orders } from '#backend/orders/tables.ts';
import { may } from '#backend/staff/actor.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { REFUSAL_MONTHS } from '#domain/payments/accepted.ts';
import { counted } from '#domain/words.ts';

const HAND_IN = `${AT_DOOR}/hand-in`;
const liftPath = (order: string) => `${AT_DOOR}/${order}/lift`;

/** Cash that couriers have not handed in, and customers who refused an order. */
export const cashPage = definePage({
  path: AT_DOOR,
  role: 'packer',
  async view(request) {
    const { db, actor } = request;
    const isOwner = may(actor.role, 'owner');
    const [cash, refusals] = await Promise.all([
      cashWithCouriers(db),
      db
        .select({ refusal: doorRefusals, name: orders.fullName })
        .from(doorRefusals)
        .innerJoin(orders, eq(orders.id, doorRefusals.orderId))
        .where(counts)
        .orderBy(desc(doorRefusals.at)),
    ]);
    const total = cash.reduce((sum, each) => sum + each.sum, 0);
    return {
      title: 'Payment on delivery',
      body: (
        <div class="stack">
          <Panel title={`Cash with couriers: ${amountOf(total, 'NGN')}`}>
            <List empty="No courier has cash of yours.">
              {cash.map(({ takenBy, sum, count, since }) => (
                <Row
                  title={`${takenBy}: ${amountOf(sum, 'NGN')}`}
                  under={
                    <>
                      {counted(count, 'order')}, since <Time at={since} />
                    </>
                  }
                  end={
                    isOwner && (
                      <Form form={request.form(HAND_IN, String(sum))}>
                        <Button kind="quiet" name="taken" value={takenBy}>
                          Handed in
                        </Button>
                      </Form>
                    )
                  }
                />
              ))}
            </List>
          </Panel>
          <Panel title="Refused at the door">
            <p class="soft">
              For {REFUSAL_MONTHS} months these customers pay before you send an order.
            </p>
            <List empty="Nobody has refused an order.">
              {refusals.map(({ refusal, name }) => (
                <Row
                  href={orderPath(refusal.orderId)}
                  title={`#${orderNumber(refusal.orderId)} ${name || 'Name erased'}`}
                  under={<Time at={refusal.at} />}
                  end={
                    isOwner && (
                      <Form form={request.form(liftPath(refusal.orderId))}>
                        <Button kind="quiet">Lift it</Button>
                      </Form>
                    )
                  }
                />
              ))}
            </List>
          </Panel>
        </div>
      ),
    };
  },
});

export const cashActions = (shop: WithEvents): readonly Action[] => [
  defineAction({
    path: HAND_IN,
    role: 'owner',
    page: cashPage,
    async perform(request) {
      const answer = await handIn(shop, {
        takenBy: request.text('taken'),
        seenKobo: Number(request.version),
        actor: request.actor,
      });
      return leadTo(AT_DOOR, answer);
    },
  }),
  defineAction({
    path: liftPath(':id'),
    role: 'owner',
    page: cashPage,
    async perform(request) {
      const answer = await liftRefusal(shop, request.param('id'), request.actor);
      return leadTo(AT_DOOR, answer);
    },
  }),
];
