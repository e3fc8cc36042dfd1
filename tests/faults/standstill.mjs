/**
 * Stops a program of the shop before a step of its work, so that it can be killed there: `node --import` this file.
 * STAND_AT is a regular expression of the step, and the file STOOD_AT exists once it is reached. Without the file it
 * continues.
 */
import { existsSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';

const { STAND_AT, STOOD_AT = '' } = process.env;

/** Makes a function pass here first, with its next action in words. */
function watch(owner, name, wordsOf) {
  const real = owner[name];
  owner[name] = function (...args) {
    const words = `${name} ${wordsOf(...args)}`;
    if (new RegExp(STAND_AT).test(words)) {
      writeFileSync(STOOD_AT, words);
      // No timer and no signal handler runs any more.
      const nothing = new Int32Array(new SharedArrayBuffer(4));
      while (existsSync(STOOD_AT)) Atomics.wait(nothing, 0, 0, 20);
    }
    return real.apply(this, args);
  };
}

const program = resolve(process.argv[1] ?? '');
if (STAND_AT && /scripts\/(turare|backup|restore)\/main\.ts$/.test(program)) {
  watch(fs, 'rename', (from, to) => `${from} ${to}`);
  watch(fs, 'rm', String);
  syncBuiltinESMExports();
  watch(globalThis, 'fetch', (url, { method = 'GET' } = {}) => `${method} ${url}`);
  // The programs' own copy of it.
  const pg = createRequire(program)('pg');
  watch(pg.Client.prototype, 'query', (query) => query.text ?? query);
}
