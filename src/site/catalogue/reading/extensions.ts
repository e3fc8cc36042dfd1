import { extensionsAnswer } from '#contract/extensions.ts';
import { type Api, ApiRefusal } from './api.ts';

/** The backend's extensions to spec §7; none when it answers 404. */
export async function readExtensions(api: Api): Promise<ReadonlySet<string>> {
  try {
    return new Set((await api.get('/api/extensions', extensionsAnswer)).extensions);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return new Set();
    throw error;
  }
}
