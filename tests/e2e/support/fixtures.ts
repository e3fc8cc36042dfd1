import { test as base, expect } from '@playwright/test';

/**
 * The suite's test: any console error, page error or request to a third party of its page fails it. A test that takes no
 * `page` starts no browser.
 * `allowConsole` takes patterns of messages that the test provokes on purpose.
 */
export const test = base.extend<{ allowConsole: RegExp[] }>({
  allowConsole: [[], { option: true }],
  page: async ({ page, baseURL, allowConsole }, use) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      const text = `${message.text()} (${message.location().url})`;
      if (!allowConsole.some((pattern) => pattern.test(text))) faults.push(text);
    });
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => {
      const { hostname, protocol } = new URL(request.url());
      if (!protocol.startsWith('http')) return;
      if (hostname !== new URL(baseURL ?? '').hostname)
        faults.push(`third party: ${request.url()}`);
    });
    await use(page);
    expect(faults, 'console errors, page errors and third-party requests').toEqual([]);
  },
});

export { expect };
