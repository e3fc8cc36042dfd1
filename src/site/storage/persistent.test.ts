import { readdirSync, readFileSync } from 'node:fs';
import { useTestStorageEngine } from '@nanostores/persistent';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const notKept = vi.fn();
/** A storage of so many characters. */
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

beforeEach(() => {
  vi.resetModules();
  vi.doMock('./not-kept.ts', () => {
    notKept();
    return {};
  });
  notKept.mockClear();
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  // The library is one for all files of a worker.
  useTestStorageEngine();
});

const open = async () => {
  const { persistentAtom, device } = await import('./persistent.ts');
  return { $cart: persistentAtom<string>('cart', 'empty'), device };
};

it.each([
  ['full', () => vi.stubGlobal('localStorage', storage(3))],
  ['missing', () => vi.stubGlobal('localStorage', null)],
  [
    'denied',
    () =>
      Object.defineProperty(globalThis, 'localStorage', {
        configurable: true,
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
  ],
])(
  'where storage is %s, a store works for the life of the page, and she is told once',
  async (_, stub) => {
    stub();
    const { $cart, device } = await open();
    $cart.set('two lines');
    $cart.set('three lines');
    expect([$cart.get(), device.cart]).toEqual(['three lines', 'three lines']);
    await vi.waitFor(() => expect(notKept).toHaveBeenCalledTimes(1));
    delete device.cart;
    expect(device.cart).toBeUndefined();
    Reflect.deleteProperty(globalThis, 'localStorage');
  },
);

it('what fits again goes to the disk, and nothing older shadows it', async () => {
  const disk = storage(6);
  vi.stubGlobal('localStorage', disk);
  const { $cart, device } = await open();
  $cart.set('too long for it');
  $cart.set('fits');
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
