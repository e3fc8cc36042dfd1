import { cpSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { publicFolder, readShopFolder, shopFolder } from '#config/shop-folder.ts';
import type { ShopFile } from '#config/shop-schema.ts';
import { filesBelow } from '#process/files.ts';
import { isCompressed } from '#publisher/release/compression.ts';
import { type TestBackend, testProduct } from '../backend.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';

const DEMO = shopFolder('');
const demo = readShopFolder(DEMO);

const OWN: ShopFile = {
  bankAccount: null,
  payOnDelivery: null,
  name: 'Sokoto Scents',
  tagline: 'Attars from the north',
  description: 'attars and body oils, sent from Sokoto',
  about: 'We blend in Sokoto since 1987.',
  range: 'attars and nothing else',
  phone: { label: '0800 111 2222', href: 'tel:+2348001112222' },
  email: 'hello@sokoto.example',
  chat: { label: 'Telegram', href: 'https://t.me/sokotoscents' },
  social: { label: 'Instagram', href: 'https://www.instagram.com/sokotoscents' },
  address: ['3 Emir Road', 'Sokoto'],
  hours: 'Every day, 8 am to 8 pm',
  counter: '/counter.js',
  logo: { src: '/logo.svg', width: 120, height: 32 },
  banners: [
    {
      picture: 'market',
      title: 'Straight from the market',
      text: 'Bottled yesterday.',
      link: { label: 'Attars', href: '/products?category=Attars' },
    },
    {
      picture: 'empty',
      title: 'Nothing here yet',
      text: 'Come back later.',
      link: { label: 'Candles', href: '/products?category=Candles' },
    },
  ],
  brands: ['House of Gusau', 'Nobody', 'Adire'],
  promo: null,
  reassurance: [],
  deliveryPolicy: ['We send within two days.'],
  deliverySummary: 'It takes a week at most.',
  giftWrapping: null,
  sampleCreditDays: 0,
  cancelling: true,
  campaigns: { google: 'utm_source=market', meta: '', acp: 'utm_source=a', arrivals: 'utm_id=7' },
  delivery: demo.delivery,
  company: {
    ...demo.company,
    name: 'Sokoto Scents Limited',
    registration: 'RC 7654321',
    dataProtection: { ...demo.company.dataProtection, email: 'data@sokoto.example' },
    pictures: null,
    changed: '2026-10-01',
  },
};

const ABOUT = `---
title: Our story
description: Who blends at Sokoto Scents.
---
## The workshop

It is behind the **market**.
`;

/** A merchant's folder, made from a copy of the demo's. */
async function ownFolder(facts: ShopFile = OWN): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-own-shop-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const inside of ['pictures', 'pages']) await mkdir(join(folder, inside));
  cpSync(publicFolder(DEMO), join(folder, 'public'), { recursive: true });
  const picture = (background: string, width = 1600, height = 800) =>
    sharp({ create: { width, height, channels: 3, background } });
  for (const [name, colour] of [
    ['market', 'teal'],
    ['empty', 'navy'],
  ] as const) {
    await picture(colour).toFile(join(folder, 'pictures', `${name}.jpg`));
  }
  for (const name of await readdir(join(folder, 'public'))) {
    const path = join(folder, 'public', name);
    await writeFile(path, await picture('green', 1200, 630).png().toBuffer());
  }
  await writeFile(join(folder, 'public/logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'public/counter.js'), 'addEventListener("turare:purchase", count);');
  await writeFile(join(folder, 'pages/about.md'), ABOUT);
  await writeFile(join(folder, 'shop.json'), JSON.stringify(facts));
  return folder;
}

/** Makes twenty-five products of two brands, one of them in the merchant's list. */
function ownProducts(backend: TestBackend): void {
  backend.products = Array.from({ length: 25 }, (_, index) => ({
    ...testProduct(index),
    name: `Attar ${index}`,
    brand: index % 2 === 0 ? 'Adire' : 'Kano Oils',
    categories: ['Attars'],
  }));
  backend.categories = ['Attars'];
}

/** Returns every text of a value. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsOf);

async function publish(SHOP_DIR: string, change: (backend: TestBackend) => void) {
  const backend = await newBackend(0);
  change(backend);
  const publisher = await newPublisher(backend, { SHOP_DIR });
  await publisher.publish();
  const { live } = publisher.folders;
  const files = filesBelow(live).filter((file) => !isCompressed(file));
  return { files, read: (file: string) => readFileSync(join(live, file)), publisher, backend };
}

it('a merchant’s site shows nothing of the demo, and links to nothing empty', async () => {
  const { files, read } = await publish(await ownFolder(), ownProducts);
  const { company, logo, hours, campaigns, delivery, ...facts } = demo;
  const shared = ['/products', 'All Fragrances', 'WhatsApp', 'hero'];
  const foreign = [...textsOf(facts), company.name, company.dataProtection.email].filter(
    (text) => !shared.includes(text),
  );
  expect(foreign.length).toBeGreaterThan(40);
  const found = files.flatMap((file) => {
    const content = read(file).toString('latin1');
    const latin = (text: string) => Buffer.from(text).toString('latin1');
    return foreign
      .filter((text) => content.includes(latin(text)))
      .map((text) => `${file}: ${text}`);
  });
  expect(found).toEqual([]);
  const demoFiles = new Set(
    filesBelow(publicFolder(DEMO)).map((file) =>
      readFileSync(join(publicFolder(DEMO), file)).toString('base64'),
    ),
  );
  expect(files.filter((file) => demoFiles.has(read(file).toString('base64')))).toEqual([]);

  const landing = read('index.html').toString();
  expect(landing).toContain('Straight from the market');
  expect(landing).not.toMatch(/Nothing here yet|Candles|House of Gusau|Nobody|class="promo"/);
  expect(landing).toContain('category=Adire');
  expect(landing).toContain('<img src="/logo.svg" alt="Sokoto Scents" width="120" height="32"');
  expect(landing).toContain('<script defer src="/counter.js"></script>');
  expect(read('privacy.html').toString()).toContain(
    'A script that we have added to them (/counter.js)',
  );
  const about = read('about.html').toString();
  expect(about).toMatch(/<h1[^>]*>Our story<\/h1>.*<h2[^>]*>The workshop<\/h2>.*<strong>market</s);
  expect(about).not.toContain('What we sell');
  expect(read('terms.html').toString()).toContain('RC 7654321');
  expect(read('feeds/google.xml').toString()).toContain('<title>Sokoto Scents</title>');
  const rss = read('feeds/new-arrivals.xml').toString();
  expect(rss).toMatch(/<link>https:\/\/shop\.example\/products\/[\w-]+\?utm_id=7<\/link>/);
});

it('a shop without any product is published, and mentions none', async () => {
  const { read } = await publish(
    await ownFolder({ ...OWN, promo: 'All at half price' }),
    (backend) => {
      backend.categories = [];
    },
  );
  const landing = read('index.html').toString();
  expect(landing).toContain('Opening soon');
  expect(landing).not.toMatch(/New Arrivals|SHOP|half price|Browse by brands|category=/);
  expect(read('about.html').toString()).toContain('Our story');
  expect(read('products.html').toString()).toContain('No products found');
});

it('a changed word of the folder is on every page that shows it', async () => {
  const folder = await ownFolder();
  const { publisher, read } = await publish(folder, ownProducts);
  expect(await publisher.isUpToDate()).toBe(true);
  await writeFile(join(folder, 'shop.json'), JSON.stringify({ ...OWN, hours: 'Never' }));
  expect(await publisher.isUpToDate()).toBe(false);
  await publisher.publish();
  expect(read('contact.html').toString()).toContain('Never');
});
