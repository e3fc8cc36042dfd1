import type { AddressInfo } from 'node:net';
import { createBackend } from './backend.ts';

const server = createBackend(() => new Date());
server.listen(Number(process.argv[2] ?? 4330), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(`The example of a backend answers at http://127.0.0.1:${port}`);
});
