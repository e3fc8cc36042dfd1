import type { StockAlert } from '#contract/stock-alert.ts';
import { stockAlertCalls } from '#contract/stock-alert-calls.ts';
import { call } from '#site/session/call.ts';

/** The request of a link. */
export const fetchAlert = (key: string): Promise<StockAlert> =>
  call(stockAlertCalls.stockAlert, { params: { key } });

/** Confirms its address. */
export const confirmAlert = (key: string): Promise<StockAlert> =>
  call(stockAlertCalls.confirmStockAlert, { params: { key } });

/** Stops its emails. */
export const stopAlert = async (key: string): Promise<true> => {
  await call(stockAlertCalls.stopStockAlert, { params: { key } });
  return true;
};
