import { oudWood } from '../data/products.ts';
import type { Screen, State } from '../state.ts';

const { id: productId, name: product } = oudWood;
const CONFIRM = '/stock-alert#confirm=Zk3v9QmT1xR7bLw0aYc5';
const STOP = '/stock-alert#stop=Zk3v9QmT1xR7bLw0aYc5';

const at = (name: string, route: string, says: string, rest: Partial<State> = {}): State => ({
  name: `alert-${name}`,
  route,
  shows: ['main h1', says],
  ...rest,
});

/** The page behind the links in emails about a product that is back. */
export const stockAlert: Screen = {
  name: 'alert',
  title: 'Tell me when it is back',
  states: [
    at('confirm', CONFIRM, `Shall we tell you when ${product} is back?`, { main: true }),
    at('loading', CONFIRM, 'Loading…', { api: { stockAlert: 'waits' }, shows: 'main .skeleton' }),
    at('confirming', CONFIRM, 'Shall we tell you', {
      api: { confirmStockAlert: 'waits' },
      steps: [{ press: 'main button' }],
      shows: ['main button', 'Confirming…'],
    }),
    at('confirmed', CONFIRM, 'We will tell you', { steps: [{ press: ['main button', 'Yes'] }] }),
    at('told', CONFIRM, 'We have told you', {
      api: { stockAlert: { body: { productId, name: product, state: 'told' } } },
    }),
    at('gone', CONFIRM, 'This link no longer works', {
      api: { stockAlert: { code: 'stock_alert_not_found' } },
    }),
    at('stopped', STOP, 'Stopped'),
    at('offline', STOP, 'That did not work', { api: { stopStockAlert: 'cut' } }),
  ],
};
