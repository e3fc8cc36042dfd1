import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/**
 * The files that may use the device's clock, with the reason. What the shop decides (a price, a discount, a date) uses
 * `shopTime` (clock.ts), because device clocks are wrong by minutes or days.
 */
const DEVICE_TIME: Readonly<Record<string, string>> = {
  'auth/ForgotPassword.tsx': 'the wait before a code is sent again',
  'auth/SignUp.tsx': 'the wait before a code is sent again',
  'auth/form/Resend.tsx': 'the wait before a code is sent again',
  'catalogue/reading/api.ts': 'the build: when a server may be asked again',
  'catalogue/reading/catalogue.ts': 'the build: its own time',
  'catalogue/renditions/make.ts': 'the build: its budget',
  'catalogue/renditions/renditions.ts': 'the build: its budget',
  'checkout/sending/press.ts': 'when a payment began on this device',
  'client/clock.ts': 'the clock itself',
  'client/minute.ts': 'the age of what this page and this tab keep',
  'offline/worker/units.ts': 'the age of what this device keeps',
  'payment/held-units.ts': 'how long ago a payment began on this device',
  'payment/open-payments.ts': 'how long ago the API was asked',
  'payment/use-verification.ts': 'how long this page has asked',
  'toasts/toasts-store.ts': 'how long a message has been shown',
};

const root = new URL('../', import.meta.url);

it.each([
  ['domain', []],
  // The program that starts the example backend passes the time.
  ['contract', ['example/main.ts']],
])('%s is told the time', (folder, programs) => {
  expect(usesIn(new URL(`../../${folder}/`, import.meta.url))).toEqual(programs);
});

it('only the listed files of the site read the device’s clock', () => {
  expect(usesIn(root)).toEqual(Object.keys(DEVICE_TIME).toSorted());
});

function usesIn(folder: URL): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|astro)$/.test(path) && !/\.(test|harness)\./.test(path))
    .filter((path) =>
      /\bDate\.now\b|\bnew Date\(\)|[^.\w]Date\(\)|Temporal\.Now/.test(
        readFileSync(new URL(path, folder), 'utf8'),
      ),
    )
    .toSorted();
}
