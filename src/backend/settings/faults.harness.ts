import { readSettings, SettingsError } from './settings.ts';

/** Returns the faults of settings, as sentences; none if they are right. */
export function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}
