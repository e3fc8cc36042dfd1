import { asset } from '#backend/office/frame/assets.ts';

/** The script of printed pages: it shows their button, which opens the browser's print dialogue. */
export const PRINT_SCRIPT = asset(
  'print.js',
  'text/javascript; charset=utf-8',
  `const button = document.getElementById('print');
button.hidden = false;
button.onclick = () => print();`,
);
