import { logIn } from '../e2e/auth/account-forms.ts';
import { expect, test } from '../e2e/support/fixtures.ts';
import { QUIRKS } from './changes/quirks.ts';
import { addAccount, cartIsKept, fillCheckout, openScene, pay, VISITS } from './visits.ts';

/** Whatever another backend answers, the browser reports its status. */
const NETWORK = /Failed to load resource/;

test.describe('a quirk', () => {
  test.use({ allowConsole: [NETWORK] });

  for (const quirk of QUIRKS.filter(({ browser }) => browser !== false)) {
    test(`${quirk.name}: ${quirk.visit}`, async ({ page }) => {
      const scene = await openScene(page, { quirks: [quirk] });
      try {
        await VISITS[quirk.visit](scene);
      } finally {
        await scene.backend.stop();
      }
    });
  }
});

test.describe('verify insists on a token, and the shopper has none', () => {
  test.use({ allowConsole: [NETWORK] });

  test('one redirect to /login; cart and reference stay, and after the login the payment is found', async ({
    page,
  }) => {
    const quirk = QUIRKS.find(({ name }) => name === 'verify insists on a token');
    const scene = await openScene(page, { quirks: quirk ? [quirk] : [] });
    const { backend } = scene;
    try {
      const { email } = addAccount(backend);
      await fillCheckout(scene, email);
      // The login page asks once, too, perhaps before this test looks.
      const asking: string[] = [];
      page.on('request', (sent) => {
        if (sent.url().includes('/api/payment/verify/'))
          asking.push(new URL(sent.frame().url()).pathname);
      });
      await pay(scene);
      await expect(page).toHaveURL(/\/login/);
      expect(await cartIsKept(scene)).toBe(true);
      expect(asking.filter((path) => path !== '/login')).toEqual(['/payment/callback']);
      await logIn(page, email);
      await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
      await expect.poll(() => cartIsKept(scene)).toBe(false);
    } finally {
      await backend.stop();
    }
  });
});
