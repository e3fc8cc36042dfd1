import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a program to its end. @throws Error when it fails, with what it said as `stderr`. */
export const run = promisify(execFile);

export const systemctl = (...words: readonly string[]) => run('systemctl', words);
