import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { createDevice } from './persistent.ts';

/** A storage with room for so many characters. */
function storage(room: number): Storage {
  const kept: Record<string, string> = {};
  return new Proxy(kept, {
    set(target, name: string, value: string) {
      const used = Object.values({ ...target, [name]: value }).join('').length;
      if (used > room) throw new DOMException('full', 'QuotaExceededError');
      target[name] = value;
      return true;
    },
  }) as unknown as Storage;
}

it.each([
  ['full', storage(3)],
  ['denied', undefined],
])('where storage is %s, a value is kept for the life of the page, and she is told', (_, disk) => {
  const refused = vi.fn();
  const device = createDevice(disk, refused);
  device.cart = 'two lines';
  expect(device.cart).toBe('two lines');
  expect('cart' in device).toBe(true);
  expect(refused).toHaveBeenCalledOnce();
  delete device.cart;
  expect(device.cart).toBeUndefined();
  expect('cart' in device).toBe(false);
});

it('values that fit again are stored, and no older value hides them', () => {
  const disk = storage(6);
  const device = createDevice(disk, () => {});
  device.cart = 'too long for it';
  device.cart = 'fits';
  expect([disk.cart, device.cart]).toEqual(['fits', 'fits']);
  disk.cart = 'other';
  expect(device.cart).toBe('other');
});

it('every store takes its storage from here', () => {
  const root = new URL('../', import.meta.url);
  const users = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|harness)\./.test(path))
    .filter((path) =>
      readFileSync(new URL(path, root), 'utf8').includes("'@nanostores/persistent'"),
    );
  expect(users).toEqual(['storage/persistent.ts']);
});
