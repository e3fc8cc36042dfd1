import { expect, it } from 'vitest';
import { readTarget } from './reading.ts';

it.each([
  ['a.csv', undefined, { file: 'a.csv', format: 'csv' }],
  ['a.TSV', undefined, { file: 'a.TSV', format: 'csv' }],
  ['a.NDJSON', undefined, { file: 'a.NDJSON', format: 'jsonl' }],
  ['a.txt', 'csv', { file: 'a.txt', format: 'csv' }],
  ['-', undefined, { file: null, format: 'csv' }],
  ['-', 'jsonl', { file: null, format: 'jsonl' }],
  [undefined, 'jsonl', { file: null, format: 'jsonl' }],
])('reads the file %j with the format %j', (file, format, target) => {
  expect(readTarget(file === undefined ? [] : [file], format)).toEqual(target);
});
