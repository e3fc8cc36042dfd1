import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#process/root.ts';

/** The folder of the container and unit files. */
export const DEPLOYMENT = join(root, 'src/server/deployment');

/** Returns the nginx example with its names filled in, as `envsubst` does it. */
export function nginxExample(names: Record<string, string>): string {
  const template = readFileSync(join(DEPLOYMENT, 'nginx.conf.template'), 'utf8');
  return template.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`nginx.conf.template wants ${name}.`);
    return value;
  });
}
