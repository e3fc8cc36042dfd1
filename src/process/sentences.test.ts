import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sentencesOf } from './sentences.ts';

test('an error is told with its causes', () => {
  const cause = new Error('The disk is full.');
  expect(sentencesOf(new Error('No backup was made.', { cause }))).toEqual([
    'No backup was made.',
    'The disk is full.',
  ]);
  expect(sentencesOf('a text')).toEqual(['a text']);
});

test("a failed query is told without the people's names in it, wherever it is", () => {
  const failed = new DrizzleQueryError(
    'select from orders where email = $1',
    ['amina@example.com'],
    new Error('relation "orders" does not exist'),
  );
  const told = sentencesOf(new Error('The check failed.', { cause: failed }));
  expect(told).toEqual([
    'The check failed.',
    'The database did not answer a query.',
    'relation "orders" does not exist',
  ]);
});
