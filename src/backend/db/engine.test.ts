import { expect, test } from 'vitest';
import { otherEngine } from './engine.ts';

/** The answer of version() on each, as its users quote it. */
test.each([
  [
    'CockroachDB CCL v26.2.4 (x86_64-pc-linux-gnu, built 2026/07/20 12:00:00, go1.25.6)',
    'CockroachDB',
  ],
  [
    'PostgreSQL 13.0.0 (CockroachDB CCL v22.1.0) on x86_64-pc-linux-gnu, compiled by gcc, 64-bit',
    'CockroachDB',
  ],
  [
    'PostgreSQL 11.2-YB-2.18.1.0-b0 on x86_64-pc-linux-gnu, compiled by clang version 15.0.3, 64-bit',
    'YugabyteDB',
  ],
  ['PostgreSQL 15.2-YB-2026.1.0.0-b0 on x86_64-pc-linux-gnu', 'YugabyteDB'],
])('%s is %s', (version, name) => {
  expect(otherEngine(version)).toMatch(new RegExp(`^This is ${name}, another`));
});

test.each([
  'foo0bar1baz2quux3.dsql.us-east-1.on.aws',
  'foo0bar1baz2quux3.dsql-fnh4.eu-west-2.on.aws',
])('%s is the address of Aurora DSQL', (host) => {
  expect(otherEngine(host)).toMatch(/^This is Aurora DSQL, another/);
});

test.each([
  'PostgreSQL 18.4 on x86_64-pc-linux-gnu, compiled by gcc 12.2.0, 64-bit',
  'PostgreSQL 15.18 (Debian 15.18-0+deb12u1) on x86_64-pc-linux-gnu, compiled by gcc (Debian 12.2.0-14+deb12u1) 12.2.0, 64-bit',
  'PostgreSQL 16.9 on aarch64-unknown-linux-gnu, compiled by aarch64-unknown-linux-gnu-gcc (GCC) 9.5.0, 64-bit',
  '127.0.0.1',
  'db-yb-1.example.com',
  'dsql.example.com',
  'cockroachdb.example.com',
  'shop.cluster-abc.eu-west-1.rds.amazonaws.com',
])('%s may be PostgreSQL', (name) => expect(otherEngine(name)).toBeUndefined());
