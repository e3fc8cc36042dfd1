import { expect, it } from 'vitest';
import { readSource, readTarget } from './reading.ts';

it.each([
  ['a.csv', undefined, { file: 'a.csv', format: 'csv' }],
  ['a.TSV', undefined, { file: 'a.TSV', format: 'csv' }],
  ['a.NDJSON', undefined, { file: 'a.NDJSON', format: 'jsonl' }],
  ['a.txt', 'csv', { file: 'a.txt', format: 'csv' }],
  ['-', undefined, { file: null, format: 'csv' }],
  ['-', 'jsonl', { file: null, format: 'jsonl' }],
  [undefined, 'jsonl', { file: null, format: 'jsonl' }],
])('reads the file %j with the format %j', (file, format, target) => {
  const words = file === undefined ? [] : [file];
  expect(readTarget(words, format)).toEqual(target);
  expect(readSource(words, { format, sheet: undefined })).toEqual(target);
});

it('reads workbooks and texts as tables, and writes none', () => {
  expect(readSource(['a.Xlsx'], { format: undefined, sheet: 'Prices' })).toEqual({
    file: 'a.Xlsx',
    format: 'csv',
    sheet: 'Prices',
  });
  expect(() => readSource(['a.ods'], { format: undefined, sheet: undefined })).toThrow(
    'a.ods does not end in .csv, .tsv, .txt, .xlsx or .jsonl: name its format by --format',
  );
  expect(() => readTarget(['a.xlsx'], undefined)).toThrow(
    'a.xlsx does not end in .csv, .tsv or .jsonl',
  );
});
