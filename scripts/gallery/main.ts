import { runCommand } from '#process/console.ts';
import { readCommandLine } from '#scripts/command-line.ts';
import { acceptScreens } from '../../tests/gallery/accept.ts';
import { runGallery } from '../../tests/gallery/main.ts';
import { SHEET_NAMES } from '../../tests/gallery/sheet.ts';

const USAGE =
  'npm run gallery shows every screen and component in each state. It takes --sheet [NAME], which makes contact sheets, --accept [-g NAME], which makes the screenshots of the visual test again, and --calm, which shows what the visual test compares.';

/** `npm run gallery` */
await runCommand(async () => {
  const args = process.argv.slice(2);
  // The other arguments go to Playwright.
  if (args[0] === '--accept') return acceptScreens(args.slice(1));
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = readCommandLine(
    { options: { sheet: flag, calm: flag }, allowPositionals: true },
    USAGE,
  );
  const { sheet, calm } = values;
  const [name, ...more] = positionals;
  if (more.length > 0 || (name && !sheet) || (sheet && calm)) throw new Error(USAGE);
  if (name && !SHEET_NAMES.includes(name)) {
    throw new Error(
      `The gallery has no sheet '${name}'. Choose one of: ${SHEET_NAMES.join(', ')}.`,
    );
  }
  await runGallery({ calm, sheets: sheet && (name ?? 'all') });
  return 0;
});
