import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../contract/accounts/account.harness.ts';
import { openShop, product, type TestShop } from '../contract/shop.harness.ts';
import { runOn } from './command.harness.ts';

/** The commands for reviews and accounts. */
let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ products: [product({ id: 'oud', name: 'Oud' })] });
});
afterAll(() => shop.close());

test('npm run reviews lists, hides and names a mistake', async () => {
  const ada = await signUp(shop, 'ada@example.com', { fullName: 'Ada Obi' });
  const review = (
    await shop.post('/api/review/oud', { rating: 4, comment: 'Lasts\u001b[2J all day' }, ada.auth)
  ).body._id;
  const run = runOn(shop, 'reviews');
  expect(await run('hide', review, '--by', 'Bola')).toMatchObject({
    code: 0,
    stdout: 'The review is hidden.\n',
  });
  const { stdout } = await run('list', '--hidden', '--product', 'oud');
  expect(stdout).toMatch(
    new RegExp(`^${review}\\n  4 of 5 for Oud, by Ada Obi, of .* hidden since`),
  );
  expect(stdout).not.toContain('\u001b');
  expect(await run('hide', 'rev_none')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no review rev_none.'),
  });
});

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
