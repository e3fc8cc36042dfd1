import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { testShop } from './shop.ts';

/** The browser's error when a test cuts the line while a picture is loading. It does not match API calls. */
const CUT_OFF = /ERR_INTERNET_DISCONNECTED \((?!.*\/api\/)/;

/**
 * The suite's test. Any console error, page error or third-party request of its page fails it. A test without `page`
 * starts no browser. `request` sends API paths to the shop's API, wherever that is. `allowConsole` takes patterns of
 * messages that the test provokes on purpose.
 */
export const test = base.extend<{ allowConsole: RegExp[] }>({
  allowConsole: [[], { option: true }],
  request: async ({ request }, use) => use(towardsApi(request)),
  page: async ({ page, baseURL, allowConsole }, use) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      const text = `${message.text()} (${message.location().url})`;
      if (![CUT_OFF, ...allowConsole].some((pattern) => pattern.test(text))) faults.push(text);
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (!protocol.startsWith('http')) return;
      if (hostname !== new URL(baseURL ?? '').hostname)
        faults.push(`third party: ${request.url()}`);
    });
    await use(page);
    // A call that a test has answered by hand may still be pending when the test ends.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(faults, `faults of the page: ${faults.join('; ')}`).toEqual([]);
  },
});

/** Sends `/api/…` to the origin of the shop's API. */
function towardsApi(request: APIRequestContext): APIRequestContext {
  if (!testShop.api) return request;
  return new Proxy(request, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (first: unknown, ...rest: unknown[]) =>
        value.call(
          target,
          typeof first === 'string' && first.startsWith('/api/') ? testShop.api + first : first,
          ...rest,
        );
    },
  });
}

export { expect };
