import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createSandbox } from './sandbox.ts';
import { readSandboxSettings } from './settings.ts';

/** Starts the sandbox alone: `node src/paystack-sandbox/main.ts`. Settings: see settings.ts. */
try {
  const settings = readSandboxSettings(process.env);
  const publicUrl = `http://127.0.0.1:${settings.port}`;
  const sandbox = createSandbox({
    secretKey: settings.secretKey,
    publicUrl,
    webhookUrl: settings.webhookUrl,
    store: join(settings.dataDir, 'paystack-sandbox.jsonl'),
  });
  // Loopback only: whoever reaches the sandbox can 'pay' for anything.
  const server = serve(
    { fetch: sandbox.app.fetch, port: settings.port, hostname: '127.0.0.1' },
    () => console.log(`Payment sandbox ${publicUrl}/  (test mode, no money moves)`),
  );
  server.on('error', (error: NodeJS.ErrnoException) => {
    fail(
      error.code === 'EADDRINUSE'
        ? `Port ${settings.port} is in use. Stop what uses it, or set SANDBOX_PORT to another port.`
        : error.message,
    );
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close();
      void sandbox.close();
    });
  }
} catch (error) {
  fail(error instanceof Error ? error.message : String(error));
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
