import { readSettings, SettingsError } from './settings.ts';

/** What is wrong with settings, in sentences; none when they are right. */
export function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}
