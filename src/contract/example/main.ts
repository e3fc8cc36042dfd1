import { createBackend } from './backend.ts';

const PORT = 4330;
createBackend(() => new Date()).listen(PORT, '127.0.0.1', () => {
  console.log(`The example of a backend answers at http://127.0.0.1:${PORT}`);
});
