import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { openShop, orderBody, PLACES, product, type TestShop } from '../contract/shop.harness.ts';
import { runOn } from './command.harness.ts';

let shop: TestShop;
let folder: string;
let run: ReturnType<typeof runOn>;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud' })] });
  run = runOn(shop, 'shipping');
  folder = await mkdtemp(join(tmpdir(), 'turare-shipping-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await shop.services.db.delete(shippingPlaces);
  await shop.services.db.insert(shippingPlaces).values(PLACES);
});

/** Runs an import of this text. */
async function importing(text: string, ...options: string[]) {
  const file = join(folder, 'places.csv');
  await writeFile(file, text);
  return run('import', file, ...options);
}
/** Returns the places as a checkout lists them. */
const listed = async (): Promise<string[]> =>
  (await shop.get('/api/app-data/shipping-addresses')).body.map(
    ({ place, amount }: { place: string; amount: number }) => `${place} ${amount}`,
  );
const version = async () => (await shop.get('/api/catalogue/version')).body.version;

// Each test starts the command several times.
const minutes = { timeout: 120_000 };

test('added, changed and removed places take effect at the checkout at once', minutes, async () => {
  const before = await version();
  expect(await run('set', 'Jos', 'amount=₦6,500.50', 'state=Plateau')).toEqual({
    code: 0,
    stdout: 'new      Jos, ₦6,500.50\n',
    stderr: '',
  });
  expect((await run('set', 'Kano', 'amount=4500')).stdout).toBe(
    'changed  Kano\n           amount: 5000 → 4500\n',
  );
  expect((await run('remove', 'Abuja')).stdout).toBe('removed  Abuja\n');
  expect(await listed()).toEqual(['Lagos – Ikeja 3000', 'Kano 4500', 'Jos 6500.5']);
  expect((await run('list')).stdout).toMatch(/^Place +State +Areas +Fee\n.*Ikeja +Lagos +₦3,000\n/);
  // The site's pages name the lowest fee, so each of these changes is published.
  expect(await version()).not.toBe(before);
  expect((await run('set', 'Kano', 'amount=4500')).stdout).toBe('Kano has these values already.\n');
});

test('a failed command changes nothing, and explains itself in one sentence', minutes, async () => {
  const before = await listed();
  for (const [args, sentence] of [
    [['set', 'Jos', 'state=Plateau'], /Jos is a new place: set its fee, such as amount=5000/],
    [['set', 'Kano', 'amount=much'], /amount is 'much': write naira such as/],
    [['set', 'Kano', 'amount=1', 'state=Kanoo'], /state is 'Kanoo'.*'Kano'/],
    [
      ['set', 'Kano', 'areas=Dala|Fage'],
      /areas has 'Fage', which is no .* area of Kano\. Did you mean 'Fagge'\?/,
    ],
    [['set', 'Kano', 'areas=Ikeja', 'state='], /areas has 'Ikeja', and the place has no state/],
    [['set', 'Kano', 'fee=1'], /There is no column 'fee'/],
    [['remove', 'Kanu'], /There is no place 'Kanu'\. Did you mean 'Kano'\?/],
    [['remove'], /remove takes one place/],
    [['import', join(folder, 'none.csv')], /does not exist/],
  ] as const) {
    expect(await run(...args)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(sentence),
    });
  }
  expect(await listed()).toEqual(before);
  expect((await run()).stdout).toMatch(/^npm run shipping -- </);
});

test(
  'a file sets the places and their order; importing an export changes nothing',
  minutes,
  async () => {
    const file = join(folder, 'out.csv');
    expect((await run('export', file)).stdout).toBe(`Written to ${file}.\n`);
    const exported = await readFile(file, 'utf8');
    const before = await version();
    expect((await importing(exported)).stdout).toBe(
      '3 rows: 0 new, 0 changed, 3 unchanged, 0 removed.\n',
    );
    expect(await version()).toBe(before);

    const file2 = 'Place;Amount\nKano;4000\nJos;6000\n';
    expect((await importing(file2, '--dry-run')).stdout).toBe(
      'changed  Kano\n           amount: 5000 → 4000\nnew      Jos, ₦6,000\n2 rows: 1 new, 1 changed, 0 unchanged, 0 removed, in a new order. Nothing was written.\n',
    );
    expect(await listed()).toHaveLength(3);
    await importing(file2);
    // Places that the file does not have stay, after those that it has.
    expect(await listed()).toEqual(['Kano 4000', 'Jos 6000', 'Lagos – Ikeja 3000', 'Abuja 5000']);
    // A missing column leaves its field as it is.
    expect((await run('list')).stdout).toMatch(/Kano +Kano +₦4,000/);
    expect((await importing(file2, '--delete-missing')).stdout).toBe(
      'removed  Lagos – Ikeja\nremoved  Abuja\n2 rows: 0 new, 0 changed, 2 unchanged, 2 removed.\n',
    );
    expect(await listed()).toEqual(['Kano 4000', 'Jos 6000']);
    // A file in another order is also a change.
    expect((await importing('place\nJos\nKano\n')).stdout).toBe(
      '2 rows: 0 new, 0 changed, 2 unchanged, 0 removed, in a new order.\n',
    );
    expect(await listed()).toEqual(['Jos 6000', 'Kano 4000']);
  },
);

test(
  'every fault of a file is named with its row and column, and nothing is written',
  minutes,
  async () => {
    const before = await listed();
    const text = 'place,state,amount\nJos,Plateau,1\n,Kano,2\nKano,Kanoo,\nJos,Plateau,3\nUyo\n';
    const { code, stdout, stderr } = await importing(text);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: '5 faults in 5 rows. Nothing was written.\n',
    });
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^row 3, place must not be empty/),
      expect.stringMatching(/^row 4, state is 'Kanoo'/),
      expect.stringMatching(/^row 4, amount must not be empty: write naira/),
      expect.stringMatching(/^row 5, place 'Jos' is also in row 2/),
      expect.stringMatching(/^row 6: The row has 1 cell for 3 columns/),
      '',
    ]);
    expect(await importing('town,amount\nJos,1\n')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /There is no column 'town'.*The columns are place, state, areas, amount/s,
      ),
    });
    expect(await importing('place,amount\n')).toMatchObject({
      code: 1,
      stderr: 'The file has no places.\n',
    });
    expect(await importing('place\nJos\n')).toMatchObject({
      code: 1,
      stderr: 'row 2, amount is needed for a new place: add the column\n',
    });
    expect(await listed()).toEqual(before);
  },
);

test('areas of a place are set, listed and exported as written', minutes, async () => {
  expect((await run('set', 'Kano', 'areas=dala | Fagge|Fagge')).stdout).toBe(
    'changed  Kano\n           areas: (empty) → Dala|Fagge\n',
  );
  expect((await run('set', 'Kano', 'areas=Dala|Fagge')).stdout).toMatch(/has these values already/);
  expect((await run('export')).stdout).toContain('Kano,Kano,Dala|Fagge,5000\r\n');
  expect((await run('list')).stdout).toMatch(
    /^Place +State +Areas +Fee\n[\s\S]*Kano +Kano +Dala, Fagge +₦5,000/,
  );
  // Moving a place to another state requires saying what it serves there.
  expect((await run('set', 'Kano', 'state=Lagos')).stderr).toMatch(/areas has 'Dala', which is no/);
  expect((await run('set', 'Kano', 'areas=')).stdout).toMatch(/areas: Dala\|Fagge → \(empty\)/);
});

test('without any place an order is refused in a sentence, and nothing is reserved', async () => {
  await shop.services.db.delete(shippingPlaces);
  for (const location of [{ shippingLocation: 'Kano' }, { shippingLocation: undefined }]) {
    const { status, body } = await shop.post(
      '/api/payment/initialize',
      orderBody([['oud', 10_000, 1]], location),
    );
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'shipping_place_unknown',
      message: 'This shop cannot deliver yet: it has no shipping location. Please try again later.',
    });
  }
});
