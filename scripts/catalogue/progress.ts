import process from 'node:process';

/** Milliseconds between two updates of the bar, and between two lines without a terminal. */
const BAR_EVERY = 100;
const LINE_EVERY = 3000;
const WIDTH = 24;

/** Shows the progress of long work on standard error: a bar on a terminal, else a line every three seconds. */
export interface Progress {
  /** `of` is null if the total is not known. */
  say(done: number, of: number | null, what: string): void;
  /** Removes the bar. */
  end(): void;
}

export function startProgress(out: NodeJS.WriteStream = process.stderr): Progress {
  const every = out.isTTY ? BAR_EVERY : LINE_EVERY;
  let said = Date.now();
  let drawn = false;
  return {
    say(done, of, what) {
      const now = Date.now();
      if (now - said < every) return;
      said = now;
      const count = `${done.toLocaleString('en')}${of === null ? '' : ` of ${of.toLocaleString('en')}`} ${what}`;
      if (!out.isTTY) {
        out.write(`  ${count}\n`);
        return;
      }
      const full = of ? Math.floor((done / of) * WIDTH) : 0;
      const bar = of ? `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ` : '';
      out.write(`\r\u001b[K${bar}${count}`);
      drawn = true;
    },
    end() {
      if (drawn) out.write('\r\u001b[K');
      drawn = false;
    },
  };
}
