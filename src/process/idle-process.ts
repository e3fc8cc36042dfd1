import { constants, setPriority } from 'node:os';

// Imported by a worker process whose work can wait. It gets a processor only if no other process wants it.
setPriority(constants.priority.PRIORITY_LOW);
// Ctrl-C reaches the whole group. The process that started this one ends it.
process.on('SIGINT', () => {});
