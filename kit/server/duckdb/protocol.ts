/**
 * What the server and a DuckDB process say to each other (`engine.ts` ↔ `child.ts`), by the channel of `child_process.fork`.
 *
 * Every request carries a number and gets one reply with the same number. Rows are pulled: a query stands still until the next `read`,
 * so a slow reader costs no memory. A process serves one database; several queries may be open at once.
 *
 *   open   one database, once per process: settings, `setup`, then the locks; replies `{ version }`
 *   build  makes a database file of uploaded files; for a process of its own; replies `BuildReport`
 *   query  starts a statement; replies `{ columns }`
 *   read   the next rows of a query, at most `most`; an empty list is the end, which also closes it
 *   close  lets go of a query
 *   cancel interrupts a query; whoever waits for it gets an error with code `interrupted`
 */
export interface Limits {
  readonly memoryMB: number;
  readonly threads: number;
  /** directory for temporary spill files */
  readonly tempDirectory: string;
  readonly tempMB: number;
}
export interface Open {
  readonly call: 'open';
  /** database file, null = in memory */
  readonly path: string | null;
  readonly readOnly: boolean;
  readonly limits: Limits;
  /** our own statements that run before the configuration is locked: tables and views over files, attached databases. Never user input. */
  readonly setup: readonly string[];
  /** set for files of foreign origin: SQL stored in them (views, macros) is checked against the functions that people may call */
  readonly foreign?: { readonly callable: readonly string[] };
}
export interface BuildFile {
  readonly path: string;
  readonly originalName: string;
}
export interface Build {
  readonly call: 'build';
  /** the database file to make */
  readonly target: string;
  readonly files: readonly BuildFile[];
  readonly limits: Limits;
}
export interface Query {
  readonly call: 'query';
  readonly query: number;
  readonly text: string;
  readonly params: readonly (string | number | boolean | null)[];
  /** schemas in which names without schema are looked up */
  readonly searchPath: readonly string[];
}
export interface Read {
  readonly call: 'read';
  readonly query: number;
  readonly most: number;
}
export interface Close {
  readonly call: 'close' | 'cancel';
  readonly query: number;
}
export type Request = (Open | Build | Query | Read | Close) & { readonly id: number };

export interface EngineColumn {
  readonly name: string;
  /** as DuckDB writes it: `DECIMAL(18,2)` */
  readonly type: string;
  readonly kind: 'number' | 'text' | 'time' | 'boolean' | 'json' | 'binary';
}
/** A table made of an uploaded file. */
export interface BuiltTable {
  readonly name: string;
  readonly file: string;
  readonly rows: number;
}
export interface BuildReport {
  readonly tables: readonly BuiltTable[];
  /** notes for people about the files: rows left out, renamed columns */
  readonly problems: readonly string[];
}
export interface Failure {
  /** `interrupted`, `input` (our message about a file), `engine` (DuckDB's own message) */
  readonly code: 'interrupted' | 'input' | 'engine';
  readonly message: string;
}
export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly failure?: Failure;
}
/** A message for people about a file that cannot be used. */
export class FileProblem extends Error {}
