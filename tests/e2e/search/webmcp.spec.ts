import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '#scripts/test/chromium.ts';
import { expect, test } from '../support/fixtures.ts';

/** Chromium's interface to an agent for a form (WebMCP, behind a flag in Chromium 156). */
interface Tools {
  getTools(): Promise<{ name: string; description: string; inputSchema: unknown }[]>;
  executeTool(tool: unknown, input: object): Promise<unknown>;
}
declare global {
  interface Document {
    modelContext?: Tools;
  }
}

test('an agent in the browser searches with the form, and with no other one', async ({
  baseURL,
}) => {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...CHROMIUM_ARGS, '--enable-features=WebMCP'],
  });
  try {
    const page = await browser.newPage({ baseURL });
    await page.goto('/products');
    const tools = await page.evaluate(async () => {
      const all = (await document.modelContext?.getTools()) ?? [];
      return all.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    });
    expect(tools).toEqual([
      {
        name: 'search_fragrances',
        description: expect.stringContaining('fragrances'),
        inputSchema: expect.objectContaining({
          properties: { search: { type: 'string', description: expect.any(String) } },
        }),
      },
    ]);
    // The answer is the next page, so the call itself may not return.
    await page.evaluate(async () => {
      const context = document.modelContext;
      const [tool] = (await context?.getTools()) ?? [];
      void context?.executeTool(tool, { search: 'oud wood' }).catch(() => {});
    });
    await page.waitForURL('**/products?search=oud+wood');
    await expect(page.getByRole('link', { name: /Oud Wood/ }).first()).toBeVisible();
  } finally {
    await browser.close();
  }
});
