import { defineConfig } from 'drizzle-kit';

/** Generates a migration after a change of the tables: npx drizzle-kit generate --config src/backend/db/drizzle.config.ts */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/backend/**/{tables,*-tables}.ts',
  out: './src/backend/db/migrations',
});
