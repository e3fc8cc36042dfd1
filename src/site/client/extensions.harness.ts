import { vi } from 'vitest';
import type { Extension } from '#contract/extensions.ts';

/** Stands in for the page of a backend that has these extensions, until `vi.unstubAllGlobals()`. */
export const listExtensions = (...names: Extension[]) =>
  vi.stubGlobal('document', { documentElement: { dataset: { extensions: names.join(' ') } } });
