import '#process/idle-process.ts';

export { default } from './compose-task.ts';
