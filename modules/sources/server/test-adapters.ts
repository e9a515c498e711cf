/** Adapters for tests of other modules. Their code has `openData` of the gate alone: an adapter knows nothing of rights and masks. */
export { files } from './adapter/files.ts';
export { adapterOf } from './adapter/index.ts';
export { mysql } from './adapter/mysql.ts';
export { postgres } from './adapter/postgres.ts';
export { sqlite } from './adapter/sqlite.ts';
export type { Connection, SourceAdapter } from './adapter/types.ts';
export { setWorkDir } from './adapter/work-dir.ts';
