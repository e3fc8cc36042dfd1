import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf } from '#backend/media/objects/object-store.ts';
import { moved } from '#backend/products/office/changes.ts';
import { product } from '../../shop.harness.ts';
import { browser, type OfficeShop, openOffice, type Person, type Seen } from '../office.harness.ts';

/** Pictures that come with forms of the back office. */
let shop: OfficeShop;
let ada: Person;
beforeAll(async () => {
  shop = await openOffice({
    products: ['a', 'b', 'c', 'd'].map((id) => product({ id, name: `Oud ${id}` })),
  });
  ada = await shop.signIn('owner', 'Ada');
});
afterAll(() => shop.close());

/** Makes a photo as a phone sends it: rotated, with the place where it was taken. */
async function photo(name: string, background = '#b4632d'): Promise<File> {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: 'PhoneMaker' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1' },
    })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
}
const page = (id: string) => `/admin/products/${id}`;
const upload = (id: string, fields: Parameters<Person['submit']>[2]) =>
  ada.submit(page(id), `${page(id)}/pictures`, fields);
const picturesOf = async (id: string) =>
  (await shop.get(`/api/product/${id}`)).body.product.pictures as {
    width: number;
    height: number;
    alt?: string;
  }[];
const hashesOf = (seen: Seen, action: string, name = 'picture') =>
  (seen.forms.find((form) => form.action === action)?.fields ?? [])
    .filter(([field]) => field === name)
    .map(([, value]) => value);

test('a phone’s photo is on the product, upright and without its location', async () => {
  const taken = await photo('IMG_0001.jpg');
  const bytes = Buffer.from(await taken.arrayBuffer());
  expect(bytes.includes('PhoneMaker')).toBe(true);
  const seen = await upload('a', { photos: [taken, await photo('2.jpg', 'navy')] });
  expect(seen.text).toContain('Pictures saved. Shoppers see it in seconds.');
  expect((await picturesOf('a')).map(({ width, height }) => [width, height])).toEqual([
    [300, 400],
    [300, 400],
  ]);
  const [hash = ''] = hashesOf(seen, `${page('a')}/pictures`);
  const kept = await shop.pictures.get(keyOf.original(hash));
  const served = Buffer.from(
    await (await shop.app.request(`/media/${hash}/640.jpg`)).arrayBuffer(),
  );
  for (const file of [kept, served]) {
    const { exif, xmp, iptc } = await sharp(file ?? undefined).metadata();
    expect([exif, xmp, iptc, file?.includes('PhoneMaker')]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ]);
  }
});

test('pictures are ordered, described and removed', async () => {
  const action = `${page('b')}/pictures`;
  const colours = ['red', 'green', 'blue'];
  const photos = await Promise.all(colours.map((colour) => photo(`${colour}.jpg`, colour)));
  const [red = '', green = '', blue = ''] = hashesOf(await upload('b', { photos }), action);
  const after = await upload('b', { do: `earlier ${blue}`, [`alt-${red}`]: 'its gold\ncap' });
  expect(hashesOf(after, action)).toEqual([red, blue, green]);
  expect((await picturesOf('b'))[0]?.alt).toBe('its gold cap');
  const left = await upload('b', { do: `remove ${red}` });
  expect(hashesOf(left, action)).toEqual([blue, green]);
  expect((await picturesOf('b')).map(({ alt }) => alt)).toEqual([undefined, undefined]);
});

test('an unusable picture is refused with a reason, and the others wait for the form', async () => {
  const action = `${page('c')}/pictures`;
  const heic = new File([Buffer.from('00000018667479706865696300000000', 'hex')], 'IMG_2.HEIC');
  const refused = await upload('c', { photos: [await photo('good.jpg', 'olive'), heic] });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain('IMG_2.HEIC is a HEIC picture, which browsers cannot show');
  expect(refused.text).toContain('This picture has arrived, and will be saved with the form');
  expect(await picturesOf('c')).toEqual([]);
  const form = refused.forms.find((each) => each.action === action);
  if (!form) throw new Error('No form');
  expect((await ada.send(form)).status).toBe(303);
  expect(await picturesOf('c')).toHaveLength(1);
});

test('a form names only pictures that the shop has', async () => {
  for (const picture of ['../../etc/passwd', 'https://example.com/a.jpg', '0'.repeat(40)]) {
    const refused = await upload('d', { picture });
    expect([refused.status, refused.text.includes('is not a picture of this shop')]).toEqual([
      400,
      true,
    ]);
  }
  const huge = new File([new Uint8Array(61_000_000)], 'huge.jpg');
  const refused = await upload('d', { photos: huge });
  expect([refused.status, /too large: at most 60 MB/.test(refused.text)]).toEqual([413, true]);
  expect(await picturesOf('d')).toEqual([]);
});

test('somebody who is not signed in cannot make the shop read a large form', async () => {
  const form = (await ada.open(page('d'))).forms.find((each) => each.multipart);
  if (!form) throw new Error('No form');
  const large = new File([new Uint8Array(200_000)], 'large.jpg');
  const stranger = browser(shop, shop.origin, '');
  const refused = await stranger.send(form, { photos: large });
  expect([refused.status, refused.text]).toEqual([
    413,
    expect.stringMatching(/^You are signed out/),
  ]);
});

test('two people who change the pictures at once lose no picture', async () => {
  const action = `${page('d')}/pictures`;
  const bola = await shop.signIn('owner', 'Bola');
  const forms = await Promise.all(
    [ada, bola].map(async (person) => {
      const form = (await person.open(page('d'))).forms.find((each) => each.action === action);
      if (!form) throw new Error('No form');
      return form;
    }),
  );
  const [first, second] = forms;
  if (!first || !second) throw new Error('No forms');
  await ada.send(first, { photos: await photo('1.jpg', 'teal') });
  const late = await bola.send(second, { photos: await photo('2.jpg', 'gold') });
  expect([late.status, late.text.includes('changed this product while you were typing')]).toEqual([
    409,
    true,
  ]);
  // The form shows her picture, and his waits with it.
  const [shown] = late.forms.filter((each) => each.action === action);
  if (!shown) throw new Error('No form');
  expect([hashesOf(late, action).length, hashesOf(late, action, 'added').length]).toEqual([1, 1]);
  expect((await bola.send(shown)).status).toBe(303);
  expect(await picturesOf('d')).toHaveLength(2);
});

test('a new product keeps its photos, even after a mistake in the form', async () => {
  const path = '/admin/products/new/product';
  const refused = await ada.submit(path, path, { name: 'Amber', photos: await photo('x.jpg') });
  expect(refused.status).toBe(400);
  const form = refused.forms.find((each) => each.action === path);
  if (!form) throw new Error('No form');
  expect((await ada.send(form, { price: '5000' })).status).toBe(303);
  expect(await picturesOf('amber')).toHaveLength(1);
});

test.each([
  ['earlier', 'b', 'bac'],
  ['earlier', 'a', 'abc'],
  ['later', 'a', 'bac'],
  ['later', 'c', 'abc'],
  ['remove', 'b', 'ac'],
  ['', 'b', 'abc'],
  ['remove', 'x', 'abc'],
])('%s %s makes %s of abc', (deed, which, order) => {
  expect(moved(['a', 'b', 'c'], deed, which).join('')).toBe(order);
});
