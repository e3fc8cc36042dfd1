import { join } from 'node:path';
import { runCommand } from '#process/console.ts';
import { listen } from '#process/listen.ts';
import { stopped, stopSignal } from '#process/stop.ts';
import { createSandbox } from './sandbox.ts';
import { readSandboxSettings } from './settings.ts';

/** Runs the sandbox alone: `node src/paystack-sandbox/main.ts`. settings.ts lists its settings. */
await runCommand(async () => {
  const { port, dataDir, ...settings } = readSandboxSettings(process.env);
  const store = join(dataDir, 'paystack-sandbox.jsonl');
  const sandbox = createSandbox({ ...settings, store });
  // On loopback only: anyone who reaches the sandbox can 'pay' for anything.
  const close = await listen(sandbox.app.fetch, port, 'SANDBOX_PORT');
  console.log(`Payment sandbox ${settings.publicUrl}/  (test mode, no money moves)`);
  await stopped(stopSignal());
  await close();
  await sandbox.close();
  return 0;
});
