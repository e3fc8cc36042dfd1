import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../contract/accounts/account.harness.ts';
import { openShop, type TestShop } from '../contract/shop.harness.ts';
import { runOn } from './command.harness.ts';

/** The commands for accounts and the merchant's people. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('npm run accounts shows, blocks and names a mistake', async () => {
  const { email } = await signUp(shop, 'command@example.com');
  const run = runOn(shop, 'accounts');
  expect(await run('block', email, '--by', 'Bola')).toMatchObject({
    code: 0,
    stdout: 'The account is blocked.\n',
  });
  const { stdout } = await run('show', email);
  expect(stdout).toMatch(/Blocked +since /);
  expect(stdout).toMatch(/account\.block by Bola/);
  expect(await run('block', 'nobody@example.com')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody has an account with the address nobody@example.com.'),
  });
});

test('npm run people makes a link for the first owner, and names a mistake', async () => {
  const run = runOn(shop, 'people');
  expect((await run('list')).stdout).toContain('npm run people -- invite owner NAME');
  const { code, stdout } = await run('invite', 'owner', 'Bola', '--by', 'Ada');
  expect(code).toBe(0);
  expect(stdout).toMatch(/\n {2}http:\/\/localhost:4321\/admin\/join#[\w-]{43}\n/);
  expect((await run('list')).stdout).toMatch(/^Bola +owner +invited until 20/);
  expect((await run('revoke', 'bola')).code).toBe(0);
  expect(await run('remove', 'Nobody')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Nobody here is named Nobody.'),
  });
  expect((await run('invite', 'boss', 'Bola')).stderr).toContain('Choose owner or packer.');
});
