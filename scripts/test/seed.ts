/**
 * Removes `--seed N` from a command line and decides the seed of the run (tests/seed.ts): N, the variable SEED, or the
 * fixed one. Afterwards it is in SEED, for all processes of the run.
 * @returns the other arguments. @throws Error with a sentence, when it is not a seed.
 */
export async function takeSeed(args: readonly string[]): Promise<string[]> {
  const rest = [...args];
  const at = rest.findIndex((arg) => /^--seed(=|$)/.test(arg));
  if (at !== -1) {
    const [option = ''] = rest.splice(at, 1);
    const value = option.includes('=') ? option.split('=')[1] : rest.splice(at, 1)[0];
    if (!value) throw new Error('--seed takes a whole number: npm test -- --seed 123');
    process.env.SEED = value;
  }
  // Reads SEED when it is imported.
  await import('../../tests/seed.ts');
  return rest;
}
