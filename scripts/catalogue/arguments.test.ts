import { describe, expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the arguments of npm run catalogue', () => {
  it('asks for the usage without any', () => {
    expect(readArguments([])).toEqual({ command: 'usage' });
  });

  it.each([
    [['synth', '10000'], { command: 'synth', count: 10_000, seed: 1 }],
    [['synth', '5', '--seed', '7'], { command: 'synth', count: 5, seed: 7 }],
    [['synth', '--seed=7', '5'], { command: 'synth', count: 5, seed: 7 }],
    [['synth', '0'], { command: 'synth', count: 0, seed: 1 }],
    [
      ['import', 'a.csv'],
      {
        command: 'import',
        file: 'a.csv',
        format: 'csv',
        dryRun: false,
        partial: false,
        deleteMissing: false,
        ignoreUnknown: false,
        yes: false,
      },
    ],
    [
      ['import', '--delete-missing', '--dry-run', '--yes', '--ignore-unknown', '-'],
      {
        command: 'import',
        file: null,
        format: 'csv',
        dryRun: true,
        partial: false,
        deleteMissing: true,
        ignoreUnknown: true,
        yes: true,
      },
    ],
    [
      ['check', 'a.NDJSON'],
      { command: 'check', file: 'a.NDJSON', format: 'jsonl', ignoreUnknown: false },
    ],
    [
      ['check', 'a.txt', '--format', 'csv'],
      { command: 'check', file: 'a.txt', format: 'csv', ignoreUnknown: false },
    ],
    [['check', 'a.tsv'], { command: 'check', file: 'a.tsv', format: 'csv', ignoreUnknown: false }],
    [['export'], { command: 'export', file: null, format: 'csv' }],
    [['export', '--format=jsonl'], { command: 'export', file: null, format: 'jsonl' }],
    [
      ['set', 'oud', 'price=1', 'tags=a=b|c', 'brand=', '--by', 'Bola'],
      {
        command: 'set',
        id: 'oud',
        cells: { price: '1', tags: 'a=b|c', brand: '' },
        by: 'Bola',
        dryRun: false,
      },
    ],
    [
      ['retire', 'oud', 'musk', 'oud', '--by', 'Ada'],
      { command: 'status', verb: 'retire', ids: ['oud', 'musk'], by: 'Ada', dryRun: false },
    ],
    [
      ['delete', '--dry-run', 'oud', '--by=Ada'],
      { command: 'delete', ids: ['oud'], by: 'Ada', dryRun: true },
    ],
    [
      ['rename', 'brand', 'Old', ' New ', '--yes', '--by', 'Ada'],
      {
        command: 'rename',
        kind: 'brand',
        from: 'Old',
        to: 'New',
        yes: true,
        by: 'Ada',
        dryRun: false,
      },
    ],
    [
      ['rename', 'id', 'oud', 'tom-ford-oud', '--by', 'Ada'],
      { command: 'new-id', from: 'oud', to: 'tom-ford-oud', by: 'Ada', dryRun: false },
    ],
  ])('reads %j', (words, order) => {
    expect(readArguments(words)).toEqual(order);
  });

  it.each([
    [['synth']],
    [['synth', 'many']],
    [['synth', '-5']],
    [['synth', '1.5']],
    [['synth', '99999999999']],
    [['synth', '5', '6']],
    [['synth', '5', '--seed']],
    [['synth', '5', '--seed', 'x']],
    [['synth', '5', '--speed', '1']],
    [['import']],
    [['import', 'a.csv', 'b.csv']],
    [['import', 'a.txt']],
    [['import', 'a.csv', '--format', 'xls']],
    [['import', 'a.csv', '--partial', '--delete-missing']],
    [['import', 'a.csv', '--force']],
    [['export', 'a.csv', '--dry-run']],
    [['set', 'oud']],
    [['set', 'price=1']],
    [['set', 'oud', 'price']],
    [['set', 'oud', 'price=1', 'price=2']],
    [['set', 'oud', 'id=amber']],
    [['destroy']],
    [['import', 'a.csv', '--yes']],
    [['hide']],
    [['retire', '--by', 'Ada']],
    [['delete', '--yes', 'oud']],
    [['rename', 'house', 'a', 'b']],
    [['rename', 'brand', 'a']],
    [['rename', 'id', 'a', 'b', 'c']],
  ])('refuses %j with one sentence', (words) => {
    expect(() => readArguments(words)).toThrow(
      /^[^\n]+\. npm run catalogue prints what it does\.$/,
    );
  });
});
