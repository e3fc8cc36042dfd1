import { freshDatabase } from '../database/fresh.ts';
import { openHeldCall } from './held-call.ts';
import { openFaultShop } from './shop.harness.ts';

export type HeldShop = Awaited<ReturnType<typeof openHeldShop>>;

/**
 * Opens a running shop with 50 units of 'oud', and a server before its sandbox that can hold one call (held-call.ts).
 * @param options.between - who reaches the sandbox through that server: the API, or only a command of the test. Then the
 *   API, which asks for refunds, too, is never the one that is held.
 */
export async function openHeldShop(
  options: { between?: 'api' | 'command'; settings?: Record<string, string> } = {},
) {
  const { between: reaches = 'api', settings = {} } = options;
  const database = await freshDatabase();
  let between: Awaited<ReturnType<typeof openHeldCall>> | undefined;
  const shop = await openFaultShop({
    databaseUrl: database.url,
    stock: { oud: 50 },
    places: 1,
    settings,
    paystack: async (sandboxUrl) => {
      between = await openHeldCall(sandboxUrl);
      return reaches === 'api' ? between.url : sandboxUrl;
    },
  });
  if (!between) throw new Error('The sandbox has no server before it');
  await shop.start(0);
  const held = between;
  return {
    shop,
    between: held,
    databaseUrl: database.url,
    /** Returns the address of the API that runs now. */
    url: () => shop.apis[0]?.url ?? '',
    async close() {
      await shop.close();
      await held.close();
      await database.drop();
    },
  };
}
