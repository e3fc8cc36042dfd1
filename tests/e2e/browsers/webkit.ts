import { freePorts } from '#scripts/test/ports.ts';
import { asSource, type Driver, end, launch, WINDOW } from './driver.ts';

declare global {
  interface Window {
    faultsOfTest?: string[];
  }
}

/** The paths of WebKitGTK's driver and its browser. */
export interface WebKitPrograms {
  driver: string;
  browser: string;
  display: string;
}

/** Records errors from now on. This WebDriver has no log, so earlier errors of a page are missed. */
function listen(): string[] {
  if (!window.faultsOfTest) {
    const faults: string[] = [];
    window.faultsOfTest = faults;
    addEventListener('error', ({ message }) => faults.push(message));
    addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      faults.push(`${violatedDirective} refused ${blockedURI}`),
    );
    const { error } = console;
    console.error = (...words: unknown[]) => {
      faults.push(words.map(String).join(' '));
      error(...words);
    };
  }
  return window.faultsOfTest.splice(0);
}

/** Opens WebKitGTK's own small browser, the engine of Safari, on a screen in memory. */
export async function openWebKit({ driver, browser, display }: WebKitPrograms): Promise<Driver> {
  const screen = await launch(display, ['-displayfd', '1', '-screen', '0', '1280x1024x24'], {
    ready: /^(\d+)\n/,
  });
  const port = await freePorts(1);
  const at = `http://127.0.0.1:${port}`;
  const env = { ...process.env, DISPLAY: `:${screen.said}`, NO_AT_BRIDGE: '1' };
  const server = await launch('/bin/sh', ['-c', `echo begun; exec ${driver} --port=${port}`], {
    ready: /begun/,
    env,
  });
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(at + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value as T;
  };
  const closePrograms = async () => {
    await end(server.child);
    await end(screen.child);
  };
  const faults: string[] = [];
  try {
    await listening(at);
    const options = { binary: browser, args: ['--automation'] };
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    const session = `/session/${sessionId}`;
    await send('POST', `${session}/window/rect`, WINDOW);
    const run = async <T, A extends unknown[]>(work: (...args: A) => T, ...args: A) => {
      const script = `return ${asSource(work, args)}`;
      const text = await send<string>('POST', `${session}/execute/sync`, { script, args: [] });
      return JSON.parse(text) as T;
    };
    const look = async () => void faults.push(...(await run(listen)));
    return {
      async open(url) {
        await send('POST', `${session}/url`, { url });
        await look();
      },
      async run(work, ...args) {
        await look();
        return run(work, ...args);
      },
      perform: async (source) => {
        await send('POST', `${session}/actions`, { actions: [source] });
      },
      picture: () => send<string>('GET', `${session}/screenshot`),
      async faults() {
        await look();
        return faults;
      },
      async close() {
        await send('DELETE', session).catch(() => {});
        await closePrograms();
      },
    };
  } catch (error) {
    await closePrograms();
    throw error;
  }
}

/** Waits until the driver answers: it prints nothing when it is ready. */
async function listening(at: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const up = await fetch(`${at}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (up) return;
    if (tries > 300) throw new Error('WebKitWebDriver does not listen');
    await new Promise((soon) => setTimeout(soon, 50));
  }
}
