// The packages that a command needs. Plain JavaScript for the machine's own Node.

/** Commands that use packages of tests and checks. All others need only what the shop runs. */
const WITH_TOOLS = [
  'bench-pages',
  'check',
  'gallery',
  'soak',
  'test',
  'test-agents',
  'test-full',
  'test-paystack',
];

/** Megabytes of the shop's packages, and of those for tests and checks. npm's cache takes a third more. */
export const MEGABYTES = { shop: 520, tools: 580 };

/** Whether a command uses the `devDependencies` of package.json. @param {string} command */
export const needsTools = (command) => WITH_TOOLS.includes(command);

/**
 * Returns how npm installs what is missing. Test tools are added to the shop's packages, which stay.
 * @param {{ current: boolean, tools: boolean }} state - whether the shop's packages are those of the lock file, and
 * whether the tools are wanted
 * @returns {string[]} npm's arguments
 */
export const npmArguments = ({ current, tools }) => [
  ...(current ? ['install', '--no-save'] : ['ci']),
  tools ? '--include=dev' : '--omit=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
];
