import { done } from '#backend/base/result.ts';
import type { Handlers } from './routes.ts';
import type { Services } from './services.ts';

type StockAlertCalls = 'askStockAlert' | 'stockAlert' | 'confirmStockAlert' | 'stopStockAlert';

/** Answers the calls of extension product.stockAlert. */
export function stockAlertHandlers({ stockAlerts }: Services): Pick<Handlers, StockAlertCalls> {
  return {
    askStockAlert: ({ body }, { requester }) => stockAlerts.ask(body, requester),
    stockAlert: ({ params }) => stockAlerts.find(params.key),
    confirmStockAlert: ({ params }) => stockAlerts.confirm(params.key),
    stopStockAlert: async ({ params }) => {
      const stopped = await stockAlerts.stop(params.key);
      return stopped.ok ? done({ message: 'You get no such email any more.' }) : stopped;
    },
  };
}
