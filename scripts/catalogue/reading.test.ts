import { expect, it } from 'vitest';
import { readProgram, readSource, readTarget } from './reading.ts';

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

it('reads workbooks and text files as tables, and writes neither', () => {
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

it('writes the files of other programs under their own endings', () => {
  const given = (as: string | undefined, format?: string) => ({ as, format });
  expect(readProgram(['a.csv'], given(undefined))).toBeNull();
  expect(readProgram(['a.CSV'], given('shopify'))).toEqual({ as: 'shopify', file: 'a.CSV' });
  expect(readProgram(['-'], given('woocommerce'))).toEqual({ as: 'woocommerce', file: null });
  expect(readProgram(['a.xml'], given('google'))).toEqual({ as: 'google', file: 'a.xml' });
  expect(() => readProgram(['a.csv'], given('google'))).toThrow(
    '--as google writes a file that ends in .xml, and not a.csv',
  );
  expect(() => readProgram([], given('etsy'))).toThrow('--as is shopify, woocommerce or google');
  expect(() => readProgram([], given('shopify', 'csv'))).toThrow('omit --format');
});
