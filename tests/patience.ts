import { vi } from 'vitest';
import { PATIENCE_MS } from './limits.ts';

/**
 * Vitest runs this before each test file: `vi.waitFor` gives up after a second by itself, which a busy machine takes
 * for less. The patience of `expect.poll` is a setting.
 */
const { waitFor } = vi;
// Files that share the loaded sources come here again.
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(work, options) {
    const own = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(work, { timeout: PATIENCE_MS, ...own });
  };
}
