import { spawn } from 'node:child_process';
import process from 'node:process';

/** The process that started this one: npm's shell, or npm itself if its shell replaced itself. */
const parent = process.ppid;
/** Milliseconds between two checks whether the parent still exists. */
const LOOK_MS = 200;

/**
 * Runs a program until it ends, and forwards signals to it. npm sends SIGTERM only to its shell, which ends without
 * passing it on. So if npm started this process, the end of that shell counts as SIGTERM.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<{ code: number, signal: NodeJS.Signals | null, error?: NodeJS.ErrnoException, output: string }>}
 * with what it wrote to a piped stderr, which is shown as well
 */
export function run(program, args, options) {
  return new Promise((done) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    // The terminal sends Ctrl-C to the whole group. This process only has to outlive the child.
    const stay = () => {};
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => void child.kill(signal);
    process.on('SIGINT', stay);
    process.on('SIGTERM', forward);
    process.on('SIGHUP', forward);
    const look = setInterval(() => {
      if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
      clearInterval(look);
      forward('SIGTERM');
    }, LOOK_MS);
    let output = '';
    child.stderr?.on('data', (chunk) => {
      process.stderr.write(chunk);
      output = (output + chunk).slice(-10_000);
    });
    child.on('error', (error) => {
      clearInterval(look);
      done({ code: 1, signal: null, error, output });
    });
    child.on('close', (code, signal) => {
      clearInterval(look);
      process.off('SIGINT', stay);
      process.off('SIGTERM', forward);
      process.off('SIGHUP', forward);
      done({ code: code ?? 1, signal, output });
    });
  });
}
