import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  publicFolder,
  readShopFolder,
  ShopFolderFault,
  shopFaults,
  shopFolder,
} from './shop-folder.ts';

const DEMO = shopFolder('');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turare-shop-folder-'));
  cpSync(DEMO, folder, { recursive: true });
  cpSync(publicFolder(DEMO), join(folder, 'public'), { recursive: true });
  mkdirSync(join(folder, 'pages'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const text = readFileSync(join(DEMO, 'shop.json'), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: a test writes what the schema refuses
function faultsWith(change: (facts: any) => void): readonly string[] {
  const facts = JSON.parse(text);
  change(facts);
  writeFileSync(join(folder, 'shop.json'), JSON.stringify(facts));
  return shopFaults(folder);
}

describe('the shop’s folder', () => {
  it('of the demo has no fault, and a copy of it neither', () => {
    expect(readShopFolder(folder)).toEqual(readShopFolder(DEMO));
  });

  it('may name a script that is there', () => {
    expect(faultsWith((facts) => (facts.counter = '/counter.js'))).toEqual([
      'SHOP_DIR shop.json: counter is /counter.js, and there is no public/counter.js',
    ]);
    for (const elsewhere of [
      'https://count.example/c.js',
      '//count.example/c.js',
      '/../c.js',
      'c.js',
    ]) {
      expect(faultsWith((facts) => (facts.counter = elsewhere))).toEqual([
        'SHOP_DIR shop.json: counter must be a file of public/, such as /counter.js',
      ]);
    }
    writeFileSync(join(folder, 'public/counter.js'), '');
    expect(faultsWith((facts) => (facts.counter = '/counter.js'))).toEqual([]);
  });

  it('has every fault named in one message, with its file and field', () => {
    rmSync(join(folder, 'public/share.jpg'));
    writeFileSync(join(folder, 'pages/shipping.md'), '# Shipping');
    expect(
      faultsWith((facts) => {
        delete facts.tagline;
        facts.email = 'nobody';
        facts.banners[1].title = ' ';
        facts.banners[2].link.href = 'products';
        facts.company.returns.days = 7.5;
        facts.company.changed = '2026-02-30';
        facts.delivery.cutOff = 'noon';
        facts.delivery.near[0] = { states: ['Lagoon'], from: 2, to: 1 };
        facts.delivery.elsewhere.from = 9;
        facts.delivery.closed = ['Christmas'];
        facts.fone = {};
      }),
    ).toEqual([
      'SHOP_DIR shop.json: tagline is missing',
      'SHOP_DIR shop.json: email must be an email address',
      'SHOP_DIR shop.json: banners.1.title must not be empty',
      'SHOP_DIR shop.json: banners.2.link.href must begin with / or https://, without spaces and backslashes',
      'SHOP_DIR shop.json: delivery.cutOff must be a time such as 12:00',
      'SHOP_DIR shop.json: delivery.near.0.states.0 must be a state such as Lagos, or Federal Capital Territory',
      'SHOP_DIR shop.json: delivery.elsewhere must not have more days in from than in to',
      'SHOP_DIR shop.json: delivery.closed.0 must be a day such as 2026-12-24',
      'SHOP_DIR shop.json: company.returns.days must be a whole number from 0 to 365',
      'SHOP_DIR shop.json: company.changed must be a day such as 2026-11-22',
      'SHOP_DIR shop.json: fone is no field of it',
      'SHOP_DIR pages/shipping.md replaces no page: the pages are about, contact, privacy, returns, terms',
      'SHOP_DIR public/share.jpg is missing',
    ]);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://\\evil.example',
    'javascript:alert(1)',
    ' /',
  ])('has no link to %j', (href) => {
    const faults = faultsWith((facts) => {
      facts.banners[2].link.href = href;
    });
    expect(faults).toEqual([expect.stringContaining('banners.2.link.href must begin with /')]);
  });

  it('has the picture of each banner', () => {
    expect(
      faultsWith((facts) => {
        facts.banners[3].picture = 'bottle';
      }),
    ).toEqual([
      'SHOP_DIR shop.json: banners.3.picture is bottle, and there is no pictures/bottle.jpg',
    ]);
  });

  it('may do without a logo, a promo and brands', () => {
    expect(
      faultsWith((facts) => {
        facts.logo = null;
        facts.promo = null;
        facts.brands = [];
      }),
    ).toEqual([]);
  });

  it('without delivery times delivers by the specification (§1)', () => {
    expect(
      faultsWith((facts) => {
        delete facts.delivery;
      }),
    ).toEqual([]);
    expect(readShopFolder(folder).delivery).toEqual(readShopFolder(DEMO).delivery);
  });

  it('is reported as missing, or as invalid JSON, in a sentence', () => {
    writeFileSync(join(folder, 'shop.json'), '{ "name": }');
    expect(shopFaults(folder)[0]).toMatch(/^SHOP_DIR shop\.json is not JSON: /);
    rmSync(join(folder, 'shop.json'));
    expect(shopFaults(folder)).toEqual([
      'SHOP_DIR shop.json is missing: copy it from src/demo/shop',
    ]);
    const elsewhere = join(folder, 'nowhere');
    expect(() => readShopFolder(elsewhere)).toThrow(ShopFolderFault);
    expect(shopFaults(elsewhere)).toEqual([
      'SHOP_DIR the folder does not exist: copy src/demo/shop with public, and name the copy in SHOP_DIR',
    ]);
  });
});
