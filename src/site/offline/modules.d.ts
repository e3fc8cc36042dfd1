declare module 'virtual:service-workers' {
  /** Keeps what was seen (worker/main.ts). */
  export const keeping: string;
  /** Ends it (worker/ending.ts). */
  export const ending: string;
}
