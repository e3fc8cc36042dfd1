import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { recordStep } from '#backend/fulfilment/steps.ts';
import type { OrderRow } from '#backend/orders/tables.ts';
import { askReturn } from '#backend/returns/asking.ts';
import { answerReturn, receiveReturn } from '#backend/returns/deciding.ts';
import { type ReturnRow, returns } from '#backend/returns/tables.ts';
import type { ReturnBody } from '#contract/order-return.ts';
import { BOLA, type TestShop } from '../shop.harness.ts';

/** Returns a request for one unit of the first line, which came broken. */
export const request = (change: Partial<ReturnBody> = {}): ReturnBody => ({
  attempt: randomUUID(),
  items: [{ item: 0, quantity: 1 }],
  reason: 'broken',
  opened: false,
  words: 'It leaks.',
  wish: 'money',
  ...change,
});

/** Takes orders and their returns to the state that a test needs. */
export function returning({ services }: Pick<TestShop, 'services'>) {
  const { db } = services;
  const must = <T>(result: { ok: true; value: T } | { ok: false; refusal: object }): T => {
    if (!result.ok) throw new Error(JSON.stringify(result.refusal));
    return result.value;
  };
  const rowOf = async (attempt: string): Promise<ReturnRow> => {
    const [row] = await db.select().from(returns).where(eq(returns.attempt, attempt));
    if (!row) throw new Error('There is no such return');
    return row;
  };
  return {
    rowOf,
    async deliver({ id }: Pick<OrderRow, 'id'>): Promise<void> {
      const shipped = { step: 'shipped', courier: 'GIG', trackingNumber: null } as const;
      must(await recordStep(services, id, { ...shipped, actor: BOLA }));
      must(await recordStep(services, id, { step: 'delivered', actor: BOLA }));
    },
    /** Asks for a return. */
    async ask({ id }: Pick<OrderRow, 'id'>, change: Partial<ReturnBody> = {}) {
      const body = request(change);
      must(await askReturn(services, id, body));
      return rowOf(body.attempt);
    },
    /** Accepts a return, and receives these units of it: position, units for the shelf, units that are lost. */
    async receive(row: ReturnRow, ...units: (readonly [number, number, number])[]) {
      const answer = { accepts: true, text: 'Give it to the courier.', actor: BOLA };
      must(await answerReturn(services, row.id, answer));
      const back = units.map(([position, restocked, writtenOff]) => ({
        position,
        restocked,
        writtenOff,
      }));
      must(await receiveReturn(services, row.id, { back, actor: BOLA }));
      return rowOf(row.attempt);
    },
    expectRefused: (result: { ok: boolean; refusal?: { code: string } }, code: string) =>
      expect([result.ok, result.refusal?.code]).toEqual([false, code]),
  };
}
