import type { OrderRow } from './tables.ts';

export const promotionUseRows = ({ id: orderId, promotion }: Pick<OrderRow, 'id' | 'promotion'>) =>
  (promotion?.uses ?? []).map(({ id, code = null, kobo }) => ({
    orderId,
    promotionId: id,
    code,
    kobo,
  }));
