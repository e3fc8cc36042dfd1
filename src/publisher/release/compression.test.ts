import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { compressBeside } from './compression.ts';

const text = (bytes: number) => Buffer.from('A line of a feed.\n'.repeat(bytes / 18 + 1));

/** Compresses a file of that name, and returns the endings of its forms. */
function forms(name: string, content: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'turare-compression-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, name);
  writeFileSync(path, content);
  compressBeside(path, content);
  const made = readdirSync(folder).map((file) => file.slice(name.length));
  if (made.includes('.br')) {
    expect(brotliDecompressSync(readFileSync(`${path}.br`)).equals(content)).toBe(true);
  }
  if (made.includes('.gz')) {
    expect(gunzipSync(readFileSync(`${path}.gz`)).equals(content)).toBe(true);
  }
  return made.filter((ending) => ending !== '').sort();
}

it.each([
  ['a page', 'page.html', 700, ['.br', '.gz']],
  ['a large page', 'page.html', 1_100_000, ['.br', '.gz']],
  ['a feed', 'google.xml', 900_000, ['.br', '.gz']],
  ['a large feed, which only machines read', 'google.xml', 1_100_000, ['.gz']],
  ['a file that is too small', 'page.html', 500, []],
  ['a picture', 'icon.png', 5000, []],
])('gives %s the forms that are worth their time', (_, name, bytes, expected) => {
  expect(forms(name, text(bytes))).toEqual(expected);
});
