/** `@daybook/sqlite`: a store in one SQLite file, over Node's own `node:sqlite`. */
export { type SqliteOptions, sqlite } from './sqlite.ts';
