declare module 'virtual:service-workers' {
  /** The worker that keeps seen pages (worker/main.ts). */
  export const keeping: string;
  /** The worker that ends offline use (worker/ending.ts). */
  export const ending: string;
}
