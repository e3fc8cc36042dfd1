import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { CHROMIUM_ARGS, findChromium } from '#scripts/test/chromium.ts';

/** The fields of protocol events and answers that the tests read. */
interface Params {
  requestId: string;
  encodedDataLength: number;
  sessionId: string;
  targetInfo: { type: string; subtype?: string };
  request: { url: string };
  status: string;
}
interface Answer {
  targetId: string;
  sessionId: string;
  result: { value: unknown };
}
interface Message {
  id?: number;
  method?: string;
  params?: Params;
  /** The session of an event. */
  sessionId?: string;
  result?: Answer;
  error?: { message: string };
}

/**
 * A tab in a separate browser. Chromium prepares no page in a tab that Playwright drives: a debugger has to be attached
 * to the tab, not to its page. The shown page is the one that answers.
 */
export interface Tab {
  /** Calls the DevTools protocol for the shown page. */
  call(method: string, params?: object): Promise<Answer>;
  /** Opens an address, as typed, and waits until it has loaded. */
  open(url: string): Promise<void>;
  /** Moves, presses or releases the mouse. */
  mouse(
    type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
    at: { x: number; y: number },
  ): Promise<void>;
  /** Evaluates an expression in the shown page; awaits a promise. */
  value<T>(expression: string): Promise<T>;
  /** The events of the protocol with their data. */
  events: { method: string; params: Params }[];
  /** Waits until a prepared page has loaded, including what its scripts do by themselves. */
  preparedHasLoaded(): Promise<void>;
  close(): Promise<void>;
}

/** A phone's slowness: its line in bytes per second and milliseconds, and the factor of its processor. */
export interface Slowed {
  bytes: number;
  latency: number;
  slower: number;
}

/** Opens a tab. @param slowed - applies to all its pages, prepared ones too. */
export async function openTab(slowed?: Slowed): Promise<Tab> {
  const profile = await mkdtemp(join(tmpdir(), 'turare-tab-'));
  const browser = spawn(
    findChromium({ whole: true }) ?? 'chromium',
    [
      ...CHROMIUM_ARGS,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--window-size=390,844',
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise((done) => browser.once('exit', done));
  const address = await new Promise<string>((found, failed) => {
    browser.once('exit', () => failed(new Error('Chromium has ended')));
    createInterface(browser.stderr).on('line', (line) => {
      const [, url] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
      if (url) found(url);
    });
  });
  const socket = new WebSocket(address);
  await new Promise((open) => socket.addEventListener('open', open));

  let last = 0;
  const waiting = new Map<
    number,
    { answer(message: Message): void; session: string | undefined }
  >();
  const events: Tab['events'] = [];
  /** Sessions of the tab's pages: the shown one, and prepared ones. */
  let shown = '';
  const prepared = new Set<string>();
  /** Sessions whose page has fired its load event. */
  const loaded = new Set<string>();
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Answer>((done, failed) => {
      const id = ++last;
      const answer = ({ result, error }: Message) =>
        error ? failed(new Error(`${method}: ${error.message}`)) : done(result as Answer);
      waiting.set(id, { answer, session: sessionId });
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    });
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id) {
      waiting.get(message.id)?.answer(message);
      waiting.delete(message.id);
      return;
    }
    const { method = '', params = {} as Params } = message;
    events.push({ method, params });
    if (method === 'Page.loadEventFired') loaded.add(`${message.sessionId}`);
    if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'page') {
      const { sessionId } = params;
      if (params.targetInfo.subtype === 'prerender') prepared.add(sessionId);
      else shown = sessionId;
      for (const domain of ['Page', 'Network', 'Preload'])
        void send(`${domain}.enable`, {}, sessionId);
      if (slowed) {
        const { bytes, latency, slower } = slowed;
        const speed = { downloadThroughput: bytes, uploadThroughput: bytes / 2 };
        void send(
          'Network.emulateNetworkConditions',
          { offline: false, latency, ...speed },
          sessionId,
        );
        void send('Emulation.setCPUThrottlingRate', { rate: slower }, sessionId);
      }
      void send('Runtime.runIfWaitingForDebugger', {}, sessionId);
    }
    if (method === 'Target.detachedFromTarget') {
      const gone = params.sessionId;
      prepared.delete(gone);
      // A prepared page has replaced the previous one, whose session ends.
      if (gone === shown) shown = [...prepared].at(-1) ?? '';
      // The previous page never answers its last questions.
      for (const [id, { answer, session }] of waiting)
        if (session === gone && waiting.delete(id))
          answer({ error: { message: 'the page is gone' } });
    }
  });
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', forTab: true });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  await send(
    'Target.setAutoAttach',
    { autoAttach: true, waitForDebuggerOnStart: true, flatten: true },
    sessionId,
  );
  while (shown === '') await new Promise((turn) => setImmediate(turn));

  return {
    events,
    call: (method, params) => send(method, params, shown),
    async open(url) {
      const before = events.length;
      await send('Page.navigate', { url }, shown);
      while (!events.slice(before).some(({ method }) => method === 'Page.loadEventFired'))
        await new Promise((turn) => setTimeout(turn, 20));
    },
    async mouse(type, { x, y }) {
      const button = type === 'mouseMoved' ? 'none' : 'left';
      await send('Input.dispatchMouseEvent', { type, x, y, button, clickCount: 1 }, shown);
    },
    async value<T>(expression: string) {
      for (;;) {
        const asked = shown;
        try {
          const question = { expression, awaitPromise: true, returnByValue: true };
          return (await send('Runtime.evaluate', question, asked)).result.value as T;
        } catch (error) {
          // Otherwise another page has replaced the one that was asked.
          if (asked === shown) throw error;
        }
      }
    },
    async preparedHasLoaded() {
      const ready = () => [...prepared].find((session) => loaded.has(session));
      while (!ready()) await new Promise((turn) => setTimeout(turn, 20));
      // Live prices are fetched when the page is idle after that. This idle task runs after theirs.
      const expression = 'new Promise((turn) => requestIdleCallback(() => setTimeout(turn, 0)))';
      await send('Runtime.evaluate', { expression, awaitPromise: true }, ready());
    },
    async close() {
      socket.close();
      browser.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
