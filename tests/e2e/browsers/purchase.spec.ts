import { writeFile } from 'node:fs/promises';
import { findFirefox, findWebKit } from '#scripts/test/other-browsers.ts';
import { expect, test } from '../support/fixtures.ts';
import { newEmail } from '../support/seed.ts';
import { KHAMRAH } from '../support/shop.ts';
import type { Driver } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { button, link, shopperWith } from './shopper.ts';
import { openWebKit } from './webkit.ts';

const BROWSERS: Record<string, () => Promise<Driver>> = {
  'Firefox ESR': () => openFirefox(findFirefox()),
  WebKitGTK: () => openWebKit(findWebKit()),
};

for (const [name, open] of Object.entries(BROWSERS)) {
  test(`from the landing page to the emailed order in ${name}`, async ({
    baseURL,
    request,
  }, info) => {
    info.setTimeout(180_000);
    const email = newEmail();
    const driver = await open();
    const shopper = shopperWith(driver);
    /** Takes a picture for the report. */
    const keep = async (step: string) => {
      const path = info.outputPath(`${step}.png`);
      await writeFile(path, Buffer.from(await driver.picture(), 'base64'));
      await info.attach(step, { path });
    };
    try {
      await driver.open(`${baseURL}/`);
      await keep('1-landing');
      await shopper.tap(link('SHOP OUR COLLECTION'));
      await shopper.arrives(/^\/products$/);
      await keep('2-list');
      await shopper.tap({ selector: `main a[href$="${KHAMRAH.path}"]` });
      await shopper.arrives(new RegExp(`^${KHAMRAH.path}$`));
      await shopper.tap(button('ADD TO CART'));
      await shopper.reads('Added to Cart');
      await keep('3-product');

      await shopper.tap({ selector: '[data-open="cart-panel"]' });
      await shopper.reads('Shopping Cart (1)');
      await keep('4-cart');
      await shopper.tap(link('Proceed to Checkout'));
      await shopper.arrives(/^\/checkout$/);

      await shopper.type('fullName', 'Amina Bello');
      await shopper.type('email', email);
      await shopper.type('phone', '0803 123 4567');
      await shopper.type('address', '5 Zoo Road');
      await shopper.choose('state', 'Kano');
      await shopper.choose('city', 'Nasarawa');
      await shopper.choose('shippingLocation', 'Kano');
      await keep('5-checkout');
      await shopper.tap(button('Proceed to Payment'));
      await shopper.reads('Pay now');
      await shopper.tap(button('Pay now'));

      await shopper.arrives(/^\/payment\/callback$/);
      await shopper.reads('Payment Successful!');
      await shopper.reads(email);
      await keep('6-paid');
      // After the payment, the cart is empty on every page.
      await driver.open(`${baseURL}/checkout`);
      await shopper.reads('Your cart is empty');

      await driver.open(await orderLink());
      await shopper.reads('Order Timeline');
      await shopper.reads('5 Zoo Road');
      await keep('7-order');
      expect(await driver.faults()).toEqual([]);
    } finally {
      await driver.close();
    }

    /** Finds the link to the order in the confirmation email. */
    async function orderLink(): Promise<string> {
      let found: string | undefined;
      await expect
        .poll(
          async () => {
            const answer = await request.get(`/dev/mail.json?to=${email}`);
            found = /https?:[^\s"\\]+\/orders\/[^\s"\\]+key=[^\s"\\<]+/.exec(
              await answer.text(),
            )?.[0];
            return found;
          },
          { message: 'a confirmation email', timeout: 30_000 },
        )
        .toBeDefined();
      return String(found);
    }
  });
}
