import process from 'node:process';

/** Milliseconds between two drawings of a bar, and between two lines where there is no terminal. */
const BAR_EVERY = 100;
const LINE_EVERY = 3000;
const WIDTH = 24;

/** How far a long piece of work is, on standard error: a bar on a terminal, a line every three seconds elsewhere. */
export interface Progress {
  /** `of` is null when it is not known how many there will be. */
  say(done: number, of: number | null, what: string): void;
  /** Takes the bar away. */
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
