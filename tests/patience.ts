import { vi } from 'vitest';
import { PATIENCE_MS } from './limits.ts';

/**
 * Vitest runs this before each test file. By default `vi.waitFor` gives up after a second, which is too short on a busy
 * machine. The patience of `expect.poll` is a setting.
 */
const { waitFor } = vi;
// Files that share the loaded sources run this again.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(work, options) {
    const own = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(work, { timeout: PATIENCE_MS, ...own });
  };
}
