import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isSigned, newKeys, publicHalf, signatureOf } from './signature.ts';

const bytes = Buffer.from('0123  turare-1.0.0-linux-x64.tar.gz\n');

it('signs so that the public half alone says who did', () => {
  const { privateKey, publicKey } = newKeys();
  const signature = signatureOf(bytes, privateKey);
  expect(publicHalf(privateKey)).toBe(publicKey);
  expect(isSigned(bytes, signature, publicKey)).toBe(true);
  expect(isSigned(Buffer.concat([bytes, bytes]), signature, publicKey)).toBe(false);
  expect(isSigned(bytes, signature, newKeys().publicKey)).toBe(false);
  expect(isSigned(bytes, '', publicKey)).toBe(false);
});

it('signs so that OpenSSL can verify it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turare-signature-'));
  try {
    const { privateKey, publicKey } = newKeys();
    const file = (name: string) => join(folder, name);
    writeFileSync(file('key.pem'), publicKey);
    writeFileSync(file('sums'), bytes);
    writeFileSync(file('raw'), Buffer.from(signatureOf(bytes, privateKey), 'base64'));
    const verify = ['pkeyutl', '-verify', '-rawin', '-pubin', '-inkey', file('key.pem')];
    const said = execFileSync('openssl', [...verify, '-in', file('sums'), '-sigfile', file('raw')]);
    expect(String(said)).toContain('Signature Verified Successfully');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('takes no key of another kind, whatever it is called', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(() => isSigned(bytes, '', pem)).toThrow('not an Ed25519 key');
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(() => signatureOf(bytes, key)).toThrow('not an Ed25519 key');
  expect(() => isSigned(bytes, '', 'no key')).toThrow('cannot be read');
});
