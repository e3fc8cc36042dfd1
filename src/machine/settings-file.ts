import { readFileSync } from 'node:fs';

const LINE = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=(.*)$/;
const QUOTED = /^(["'])(.*)\1$/;

/**
 * Reads the settings of a file as systemd reads an EnvironmentFile without continued lines. A comment is a line that
 * begins with # or ;, so a password may contain either. Nothing is expanded.
 */
export function parseSettings(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, written = ''] = LINE.exec(line) ?? [];
    if (name === undefined) continue;
    const [, quote, inside = ''] = QUOTED.exec(written.trim()) ?? [];
    if (quote === undefined) settings[name] = written.trim();
    else settings[name] = quote === '"' ? inside.replace(/\\(["\\$`])/g, '$1') : inside;
  }
  return settings;
}

/** The settings of a file; none if there is no such file. */
export function readSettingsFile(path: string): Record<string, string> {
  try {
    return parseSettings(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}
