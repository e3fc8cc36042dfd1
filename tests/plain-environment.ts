/**
 * The environment of a process that a test starts: no settings of a shop, and settings that make the start of Node
 * short (scripts/test/tier.ts).
 */
export const PLAIN_ENVIRONMENT: Readonly<NodeJS.ProcessEnv> = {
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
  ...(process.env.NODE_OPTIONS && { NODE_OPTIONS: process.env.NODE_OPTIONS }),
};
