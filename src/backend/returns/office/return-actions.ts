import { readNaira } from '#backend/base/amounts.ts';
import { type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { WithEvents } from '#backend/events/events.ts';
import type { FormRequest } from '#backend/office/frame/page-request.ts';
import { type Action, defineAction, leadTo } from '#backend/office/frame/routes.ts';
import { recordByHand } from '#backend/refunds/by-hand.ts';
import { moneyOf } from '#backend/refunds/money.ts';
import { forReturn } from '#backend/refunds/purpose.ts';
import type { Refunds } from '#backend/refunds/refunds.ts';
import { refundWords } from '#backend/refunds/words.ts';
import { answerReturn, endReturn, receiveReturn } from '#backend/returns/deciding.ts';
import type { Exchange } from '#backend/returns/exchanging.ts';
import { linesOfReturn } from '#backend/returns/lines.ts';
import type { ReturnRow } from '#backend/returns/tables.ts';
import { returnPage } from './return-page.tsx';
import { RETURN, returnPath, rowOf } from './return-row.ts';

/** The services behind the page. */
export interface ReturnServices extends WithEvents {
  refunds: Pick<Refunds, 'refund'>;
  checkout: { exchange(id: number, exchange: Exchange): Promise<Result<string, StaffCode>> };
}

/** Reads a number of units; NaN for anything else. */
const unitsOf = (text: string) => (/^\d{0,4}$/.test(text) ? Number(text) : Number.NaN);

/** Returns the actions of the page. */
export function returnActions({
  refunds: service,
  checkout,
  ...shop
}: ReturnServices): readonly Action[] {
  const action = (
    name: string,
    role: Action['role'],
    perform: (request: FormRequest, row: ReturnRow) => Promise<Result<string, StaffCode>>,
    grave?: Action['grave'],
  ): Action =>
    defineAction({
      path: `${RETURN}/${name}`,
      role,
      page: returnPage,
      grave,
      async perform(request) {
        const row = await rowOf(request);
        if (!row) return refuse('not_found', 'There is no such return.');
        const answer = await perform(request, row);
        return leadTo(returnPath(row.orderId, row.id), answer);
      },
    });
  return [
    action('answer', 'owner', (request, row) =>
      answerReturn(shop, row.id, {
        accepts: request.text('answer') === 'accept',
        text: request.text('text'),
        actor: request.actor,
      }),
    ),
    action('received', 'packer', async (request, row) => {
      const back = (await linesOfReturn(request.db, row.id)).map(({ line: { position } }) => ({
        position,
        restocked: unitsOf(request.text(`restocked-${position}`)),
        writtenOff: unitsOf(request.text(`lost-${position}`)),
      }));
      const wrong = back.find((each) => Number.isNaN(each.restocked + each.writtenOff));
      if (wrong)
        return refuse('invalid', 'Nothing was recorded.', {
          fields: { [`restocked-${wrong.position}`]: 'Write whole numbers.' },
        });
      return receiveReturn(shop, row.id, { back, actor: request.actor });
    }),
    action(
      'money',
      'owner',
      async (request, row) => {
        const amountKobo = readNaira(request.text('amount'));
        if (!amountKobo) {
          const amount = 'Write an amount of naira.';
          return refuse('invalid', 'Nothing was paid back.', { fields: { amount } });
        }
        const refund = {
          amountKobo,
          for: forReturn(row.id),
          key: 'return',
          reason: null,
          actor: request.actor,
          restock: false,
        };
        const paid =
          request.text('how') === 'hand'
            ? await recordByHand(shop, row.orderId, refund)
            : await service.refund(row.orderId, refund);
        return paid.ok ? { ok: true, value: refundWords(paid.value) } : paid;
      },
      async (request) => {
        const { received, remaining } = await moneyOf(request.db, request.param('id'));
        const goes = (received ?? 0) - remaining + (readNaira(request.text('amount')) ?? 0);
        const { CONFIRM_REFUND_KOBO } = request.office.settings;
        return request.text('how') !== 'hand' && goes > CONFIRM_REFUND_KOBO;
      },
    ),
    action('exchange', 'owner', async (request, row) => {
      const quantity = unitsOf(request.text('quantity'));
      if (!(quantity > 0))
        return refuse('invalid', 'Nothing was ordered.', {
          fields: { quantity: 'Write how many you send.' },
        });
      return checkout.exchange(row.id, {
        productId: request.text('product'),
        quantity,
        withDifference: request.text('difference') === 'yes',
        actor: request.actor,
      });
    }),
    action('end', 'owner', ({ actor }, row) => endReturn(shop, row.id, actor)),
  ];
}
