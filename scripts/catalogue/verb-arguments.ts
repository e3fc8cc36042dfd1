import { parseArgs } from 'node:util';
import { STATUS_AFTER, type StatusVerb } from '#backend/services/catalogue-verbs/status-verbs.ts';
import { readBy } from '#scripts/who.ts';

/** What a verb does to products, brands or categories of the shop. */
export type Verb = { by: string; dryRun: boolean } & (
  | { command: 'status'; verb: StatusVerb; ids: string[] }
  | { command: 'delete'; ids: string[] }
  | { command: 'rename'; kind: 'brand' | 'category'; from: string; to: string; yes: boolean }
  | { command: 'new-id'; from: string; to: string }
);

const KINDS = ['brand', 'category', 'id'] as const;
const options = {
  by: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

/** Reads a command line that begins with a verb; null for another command. @throws Error with one sentence. */
export function readVerb(command: string, args: string[]): Verb | null {
  if (command === 'rename') return readRename(args);
  const isStatus = (name: string): name is StatusVerb => name in STATUS_AFTER;
  if (command !== 'delete' && !isStatus(command)) return null;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  if (positionals.length === 0) {
    throw new Error(`${command} needs the ids of products: ${command} tom-ford-oud-wood`);
  }
  const given = {
    ids: [...new Set(positionals)],
    by: readBy(values.by),
    dryRun: values['dry-run'],
  };
  return command === 'delete'
    ? { command, ...given }
    : { command: 'status', verb: command, ...given };
}

function readRename(args: string[]): Verb {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...options, yes: { type: 'boolean', default: false } },
  });
  const [what, from, to, more] = positionals;
  const kind = KINDS.find((known) => known === what);
  if (!kind || from === undefined || to === undefined || more !== undefined) {
    throw new Error(
      'rename needs what, the old and the new name: rename brand "Old" "New", rename category "Old" "New", rename id old new',
    );
  }
  const given = { from, to: to.trim(), by: readBy(values.by), dryRun: values['dry-run'] };
  if (kind === 'id') return { command: 'new-id', ...given };
  return { command: 'rename', kind, yes: values.yes, ...given };
}
