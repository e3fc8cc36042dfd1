import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { buildSite } from '#shop/build.ts';

/** `npm run build` */
await runCommand(async () => {
  const { values } = readCommandLine(
    {
      options: {
        full: { type: 'boolean', default: false },
        'skip-invalid': { type: 'boolean', default: false },
      },
    },
    'npm run build takes --full, which renders every page again, and --skip-invalid, which leaves out products that break the contract even when they are more than a tenth.',
  );
  return buildSite({ full: values.full, skipInvalid: values['skip-invalid'] });
});
