import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { runShop } from '#shop/main.ts';

/** `npm start` */
await runCommand(async () => {
  const { values } = readCommandLine(
    { options: { fresh: { type: 'boolean', default: false } } },
    'npm start takes --fresh, which deletes the data of earlier starts.',
  );
  await runShop(values);
  return 0;
});
