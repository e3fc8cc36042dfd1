import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUpCodeEmail } from '#backend/accounts/emails.ts';
import { shopFacts } from '#backend/shop/tables.ts';
import { openShop, type TestShop } from '../contract/shop.harness.ts';
import { runOn } from './command.harness.ts';

let shop: TestShop;
let folder: string;
let run: ReturnType<typeof runOn>;
beforeAll(async () => {
  shop = await openShop();
  shop.startWork();
  run = runOn(shop, 'shop');
  folder = await mkdtemp(join(tmpdir(), 'turare-shop-command-'));
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => shop.services.db.delete(shopFacts));

const told = async () => (await shop.get('/api/shop')).body.facts;
const version = async () => (await shop.get('/api/catalogue/version')).body.version;

// Each test starts the command several times.
const minutes = { timeout: 120_000 };

test('words that staff set reach the API, the pages and emails', minutes, async () => {
  expect(await told()).toEqual({});
  const before = await version();
  expect(
    await run('set', 'phone.label=0800 999', 'promo=All at half price', 'brands=Fenty|Dior'),
  ).toEqual({
    code: 0,
    stdout:
      'phone.label: 0700-TURARE-0 → 0800 999\nbrands: Tom Ford|Yves Saint Laurent|Givenchy|Fenty|Amouage|Rayhaan → Fenty|Dior\npromo: Luxury Designer Fragrances, Save Up to 40%!!! → All at half price\n',
    stderr: '',
  });
  expect(await told()).toEqual({
    phone: { label: '0800 999', href: 'tel:+2347008872730' },
    promo: 'All at half price',
    brands: ['Fenty', 'Dior'],
  });
  expect(await version()).not.toBe(before);
  await expect.poll(() => signUpCodeEmail('ada@example.com', '123456').text).toContain('0800 999');
  expect((await run('set', 'banners.2.title=Rose and smoke', 'promo=')).stdout).toBe(
    'banners.2.title: Oud, rose and slow smoke → Rose and smoke\npromo: All at half price → (none)\n',
  );
  const facts = await told();
  expect(facts.promo).toBe(null);
  expect(facts.banners).toHaveLength(5);
  expect(facts.banners[1].title).toBe('Rose and smoke');
  const shown = (await run('show')).stdout;
  expect(shown).toMatch(/^\* brands: Fenty\|Dior$/m);
  expect(shown).toMatch(/^ {2}tagline: A fragrance house for Nigeria$/m);
  expect(shown).toMatch(/^\* promo: \(none\)$/m);

  const now = await version();
  expect((await run('set', 'brands=Fenty|Dior')).stdout).toBe(
    'The shop has these values already.\n',
  );
  expect(await version()).toBe(now);
  expect((await run('reset', 'brands', 'promo')).stdout).toBe(
    'brands and promo are those of the folder again.\n',
  );
  expect(Object.keys(await told())).toEqual(['banners', 'phone']);
  expect((await run('reset', 'brands')).stdout).toBe('brands was that of the folder already.\n');
});

test(
  'a value that the schema refuses is named by its field, and nothing is written',
  minutes,
  async () => {
    for (const [args, sentence] of [
      [['set', 'email=nobody', 'hours=Never'], /email must be an email address/],
      [
        ['set', 'banners.1.picture=bottle'],
        /banners\.1\.picture is bottle, and there is no pictures/,
      ],
      [['reset', 'tagline', 'nothing'], /There is no field 'nothing'/],
      [['set'], /set takes what to set/],
    ] as const) {
      expect(await run(...args)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(sentence),
      });
    }
    expect(await told()).toEqual({});
    expect((await run()).stdout).toMatch(/^npm run shop -- </);
  },
);

test('a file sets many at once; importing an export changes nothing', minutes, async () => {
  const file = join(folder, 'shop.json');
  expect(await run('export', file)).toEqual({
    code: 0,
    stdout: `Written to ${file}.\n`,
    stderr: '',
  });
  const before = await version();
  expect((await run('import', file)).stdout).toBe('The shop has these values already.\n');
  expect(await told()).toEqual({});
  expect(await version()).toBe(before);
  const facts = JSON.parse(await readFile(file, 'utf8'));
  facts.reassurance = facts.reassurance.slice(1);
  facts.hours = 'Never';
  await writeFile(file, JSON.stringify(facts));
  const dry = await run('import', file, '--dry-run');
  expect(dry.stdout).toMatch(
    /^hours: Monday.* → Never\nreassurance\.1\.title: Happiness Guaranteed → .*\nNothing was written\.\n$/s,
  );
  expect(await told()).toEqual({});
  await run('import', file);
  expect(await told()).toEqual({ hours: 'Never', reassurance: facts.reassurance });
  await writeFile(file, JSON.stringify({ ...facts, hours: 7, company: {} }));
  expect((await run('import', file)).stderr).toMatch(
    /company is not set here: it belongs to the folder\nhours must be text/,
  );
  await writeFile(file, '{');
  expect((await run('import', file)).stderr).toContain('is not JSON');
});
