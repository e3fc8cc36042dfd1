import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGS } from '#scripts/test/chromium.ts';
import type { ScreenReader } from '#scripts/test/screen-reader.ts';
import { Programs, waitFor } from './programs.ts';
import { Reader } from './reader.ts';

/** Wider than the widest page of the tests. */
const SCREEN = '1600x1000x24';

/**
 * The file that Orca loads as the speech server. It is not one, so Orca makes no sound and only logs its speech, from
 * now on line by line: text that Python holds back would look like silence.
 */
const SPEECH_SERVER = `from orca import debug
debug.debugFile.reconfigure(line_buffering=True)
raise ImportError('The test reads what is said')
`;

/** A browser whose window has the focus, and a screen reader that listens to it. */
export interface Desk {
  page: Page;
  reader: Reader;
  /** The reader's name and version. */
  version: string;
  close(): Promise<void>;
}

/** Starts a browser and a screen reader without sound. They have a virtual screen and a temporary folder. */
export async function openDesk({
  display,
  bus,
  windows,
  accessibility,
  reader,
  keys,
  browser,
}: ScreenReader): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-heard-'));
  const inFolder = (name: string) => join(folder, name);
  const log = inFolder('reader.log');
  await mkdir(inFolder('run'), { mode: 0o700 });
  await mkdir(inFolder('home'));
  await writeFile(inFolder('speechd.py'), SPEECH_SERVER);
  // Orca looks for another Orca of the same user and refuses to start beside it. This script finds and ends none.
  await writeFile(inFolder('pgrep'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  await writeFile(log, '');
  const programs = new Programs({
    PATH: `${folder}:${process.env.PATH}`,
    HOME: inFolder('home'),
    XDG_RUNTIME_DIR: inFolder('run'),
    PYTHONPATH: folder,
    LC_ALL: 'C.UTF-8',
    NO_AT_BRIDGE: '0',
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
  });
  let connection: Browser | undefined;
  const close = async () => {
    await connection?.close();
    await programs.end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const screen = ['-displayfd', '1', '-screen', '0', SCREEN];
    programs.set({ DISPLAY: `:${await programs.start(display, screen, /^(\d+)\n/m)}` });
    const address = `unix:path=${inFolder('run')}/bus`;
    const session = ['--session', '--nofork', '--print-address=1', `--address=${address}`];
    await programs.start(bus, session, /unix:path=/);
    programs.set({ DBUS_SESSION_BUS_ADDRESS: address });
    await programs.start(windows, ['--startup', 'echo begun'], /begun/);
    const at = ['--launch-immediately', '--a11y=1', '--screen-reader=1'];
    await programs.start(accessibility, at);
    await waitFor('the accessibility bus', async () => {
      const question = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/'];
      const asked = 'org.freedesktop.DBus.NameHasOwner';
      const { output } = await programs.run('dbus-send', [
        ...question,
        asked,
        'string:org.a11y.Bus',
      ]);
      return output.includes('boolean true') || undefined;
    });
    const window = [
      ...CHROMIUM_ARGS,
      // Without a bar that warns of the missing sandbox.
      '--test-type',
      '--no-default-browser-check',
      '--force-renderer-accessibility',
      '--disable-features=Translate',
      '--password-store=basic',
      '--remote-debugging-port=0',
      `--user-data-dir=${inFolder('profile')}`,
      '--window-position=0,0',
      '--window-size=1500,960',
      // A window without an address bar, so its page has the focus.
      '--app=data:text/html,<title>Blank</title>',
    ];
    const endpoint = await programs.start(browser, window, /DevTools listening on (ws:\S+)/);
    connection = await chromium.connectOverCDP(endpoint);
    const page = await waitFor('a page', async () => connection?.contexts()[0]?.pages()[0]);
    const silent = ['--disable=braille', '--disable=braille-monitor', `--debug-file=${log}`];
    await programs.start(reader, silent);
    const orca = new Reader(log, (args) => programs.run(keys, args));
    await orca.says(/Screen reader on/);
    const { output } = await programs.run(reader, ['--version']);
    return { page, reader: orca, version: `Orca ${output.trim()}`, close };
  } catch (error) {
    await close();
    throw error;
  }
}
