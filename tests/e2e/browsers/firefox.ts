import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asSource, type Driver, end, launch, WINDOW } from './driver.ts';

/** With a debugging port, Firefox switches off updates, measurements and first-run pages. */
const ARGS = ['--headless', '--no-remote', '--remote-debugging-port=0'];

/** Firefox also says this about a file that a page being left no longer waits for. */
const INTERCEPTED = /^Failed to load ‘(\S+)’\. A ServiceWorker intercepted the request/;

interface Message {
  id?: number;
  method?: string;
  params?: { type?: string; level?: string; text?: string };
  result?: Record<string, unknown>;
  error?: string;
  message?: string;
}

/** Opens Firefox, which speaks WebDriver BiDi natively and needs no driver. */
export async function openFirefox(program: string): Promise<Driver> {
  const profile = await mkdtemp(join(tmpdir(), 'turare-firefox-'));
  const { child, said } = await launch(program, [...ARGS, '--profile', profile, 'about:blank'], {
    ready: /WebDriver BiDi listening on (ws:\S+)/,
    env: { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const faults: string[] = [];
  const waiting = new Map<number, (answer: Message) => void>();
  const socket = new WebSocket(`${said}/session`);
  await new Promise((opened, failed) => {
    socket.onopen = opened;
    socket.onerror = () => failed(new Error(`Firefox refused a connection to ${said}`));
  });
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.method === 'log.entryAdded' && message.params?.level === 'error')
      faults.push(message.params.text ?? '');
  };
  let last = 0;
  const send = async (method: string, params: object): Promise<Record<string, unknown>> => {
    const id = ++last;
    const answer = await new Promise<Message>((done) => {
      waiting.set(id, done);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.error) throw new Error(`${method}: ${answer.error}: ${answer.message}`);
    return answer.result ?? {};
  };

  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = (await send('browsingContext.getTree', {})) as {
    contexts: { context: string }[];
  };
  const context = contexts[0]?.context;
  await send('browsingContext.setViewport', { context, viewport: WINDOW });
  /** Whether the current page gets a file. */
  const loads = async (url: string) => {
    const { result } = (await send('script.evaluate', {
      expression: `fetch(${JSON.stringify(url)}).then(({ ok }) => ok, () => false)`,
      target: { context },
      awaitPromise: true,
    })) as { result?: { value: boolean } };
    return result?.value === true;
  };
  return {
    open: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'interactive' });
    },
    async run<T, A extends unknown[]>(work: (...args: A) => T, ...args: A) {
      const { result, exceptionDetails } = (await send('script.evaluate', {
        expression: asSource(work, args),
        target: { context },
        awaitPromise: false,
      })) as { result?: { value: string }; exceptionDetails?: { text: string } };
      if (!result) throw new Error(exceptionDetails?.text);
      return JSON.parse(result.value) as T;
    },
    perform: async (source) => {
      await send('input.performActions', { context, actions: [source] });
    },
    picture: async () =>
      String((await send('browsingContext.captureScreenshot', { context })).data),
    async faults() {
      const lasting: string[] = [];
      for (const fault of faults) {
        const [, url] = INTERCEPTED.exec(fault) ?? [];
        // A file that the worker cannot answer for fails again.
        if (!url || !(await loads(url))) lasting.push(fault);
      }
      return lasting;
    },
    async close() {
      await send('browser.close', {}).catch(() => {});
      socket.close();
      await end(child);
      await rm(profile, { recursive: true, force: true });
    },
  };
}
