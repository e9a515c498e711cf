import type { ByteText } from '#kit/server/byte-text.ts';
import type { ColumnInfo } from '../../contract/column-info.ts';
import type { DialectName } from '../../contract/db-types.ts';
import type { TableKey } from '../../contract/table-kind.ts';
import type { ColumnOut } from './json-rows.ts';

/** How to reach a source; the password is open text here and nowhere else. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string | null;
  readonly password: string | null;
  readonly sslMode: 'disable' | 'prefer' | 'require' | 'verify';
  /** service name or SID (Oracle) */
  readonly sid: string | null;
  /** set instead of the fields above for the platform's own warehouse */
  readonly url: string | null;
  /** uploaded files of a file source */
  readonly files: readonly DataFile[];
}
/** An uploaded file: where its bytes lie on this node while the source is used. */
export interface DataFile {
  /** stored, random */
  readonly fileName: string;
  /** as given by the person, decides the kind of file and the name of the table */
  readonly originalName: string;
  /** readable on this node while the source is used */
  readonly path: string;
}
/** What of a source is to be harvested; empty lists mean everything. */
export interface HarvestScope {
  readonly schemas: readonly string[];
  /** patterns `schema.table` with `*` */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}
export interface Probe {
  version: string;
  database: string;
  tls: boolean;
  /** relations that the account sees */
  tables: number;
  /** those of them that it may read, null where the source cannot be asked cheaply */
  readable: number | null;
  schemas: string[];
  /** what an administrator should mend, e.g. an account that may do too much */
  warnings: string[];
  /** what this version of the source offers, by name: `views`, `routines`, `comments`, `statistics`, `cancel` … */
  features: Record<string, boolean>;
}
export interface HarvestedColumn {
  name: string;
  comment: string | null;
  isKey: boolean;
  isNullable: boolean;
  position: number;
  type: string;
  length: string | null;
  precision: string | null;
  scale: string | null;
  defaultText: string | null;
}
/** A table, view or other relation as the adapter found it. */
export interface HarvestedTable {
  schema: string;
  name: string;
  kind: 'table' | 'view' | 'materialized' | 'foreign' | 'partitioned';
  comment: string | null;
  rowEstimate: number | null;
  sizeBytes: number | null;
  /** false when the account may not read it: then it is neither added nor dropped */
  isReadable: boolean;
  keys: TableKey[];
  columns: HarvestedColumn[];
  indexes: HarvestedIndex[];
  /** the query of a view, null for tables and when the account may not read it */
  viewSql: string | null;
  /**
   * the number that the source itself knows the object by, whatever its name, with that of its database; where it is given, the positions
   * of columns are theirs for good as well (PostgreSQL: oid, attnum; SQL Server: object_id, column_id) unless `hasMovingPositions`
   */
  identity?: string | null;
  /** positions of columns change when one before them is dropped (Oracle: column_id): a column is known by its name alone */
  hasMovingPositions?: boolean;
  /** why the source cannot open the view any more, in its own words: its columns are not known then and stay as they were */
  brokenReason?: string | null;
  /** partitions are not listed as tables of their own, only counted */
  partitionCount: number;
  /** partitions that statements may name instead of the table */
  partitions?: HarvestedPartition[];
}
/** A partition that statements may name. */
export interface HarvestedPartition {
  schema: string;
  name: string;
  /** only where they stand in another order than those of the table */
  columns?: string[];
}
/** An index of a table. */
export interface HarvestedIndex {
  name: string;
  isUnique: boolean;
  /** columns or expressions in order */
  columns: string[];
  method: string | null;
}
/** A stored procedure, function, package or trigger. */
export interface HarvestedRoutine {
  schema: string;
  name: string;
  kind: 'procedure' | 'function' | 'package' | 'trigger';
  language: string | null;
  /** tells overloads apart */
  signature: string;
  body: string | null;
  comment: string | null;
}
/** A portion of a harvest; routines come in the last portions. */
export interface HarvestBatch {
  readonly tables: readonly HarvestedTable[];
  readonly routines: readonly HarvestedRoutine[];
  /** relations in scope, for the progress */
  readonly total: number;
  /**
   * Schemas that this run looked into; a stored table of another schema is kept and reported, because the account may have lost sight of
   * it. Unless given: those of the relations that came.
   */
  readonly schemas?: readonly string[];
  /** true = the account sees every schema that exists, readable or not: a schema that is not among them was dropped */
  readonly seesAllSchemas?: boolean;
  /** parts that the account may not read in this source: what is stored of them is kept and reported */
  readonly unread?: readonly ('routines' | 'views' | 'indexes')[];
}
export interface ReadRequest {
  readonly text: string;
  readonly params: readonly unknown[];
  readonly searchPath: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** the server must not find rows in the order of the values that it joins by */
  readonly hidesJoinOrder?: boolean;
}
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: ColumnInfo['kind'];
}
/** An open result; rows come in order, an empty batch is the end. `close` must be called. */
export interface OpenResult {
  readonly columns: readonly ResultColumn[];
  read(most: number): Promise<unknown[][]>;
  close(): Promise<void>;
}
/** What a write did, one entry per statement in each list. */
export interface WriteOutcome {
  /** affected rows */
  readonly counts: readonly number[];
  /** duration in milliseconds */
  readonly ms: readonly number[];
}
/** A short reading statement of a program, whose rows are wanted as JSON. */
export interface FastRead extends Pick<ReadRequest, 'text' | 'params' | 'searchPath' | 'timeoutMs'> {
  /** which columns are answered, and how; the same function for the same outputs */
  readonly outs: (columns: readonly { readonly name: string }[]) => readonly ColumnOut[];
  readonly maxBytes: number;
  /** milliseconds that the statement is taken to cost */
  readonly expectedMs: number;
}
/** The fast lane of a source. */
export interface FastReader {
  /** Rows as a JSON list; null = the ordinary way (`open`) has to be taken. Throws SourceError. */
  read(request: FastRead): Promise<FastRows | null>;
  /** The same on a connection of its own, for what would hold others up; ends with `signal`. Throws SourceError. */
  readAlone(request: FastRead, signal: AbortSignal): Promise<FastRows | null>;
}
/** Rows of the fast lane, with where the time went, in milliseconds. */
export interface FastRows {
  /** a JSON list of records */
  readonly json: ByteText;
  readonly count: number;
  /** what the source took for this statement alone, writing the rows included */
  readonly ms: number;
  /** what it waited for other statements */
  readonly queueMs: number;
  /** masking and writing the rows */
  readonly encodeMs: number;
}
/** Connections to one version of one source's configuration. */
export interface SourcePool {
  /** One read statement in a READ ONLY transaction with time limits, by the extended protocol. */
  open(request: ReadRequest): Promise<OpenResult>;
  /** where the kind of source has one */
  readonly fast?: FastReader;
  /** Statements in one transaction on a connection of its own; rolled back unless `commit`. */
  write(request: Omit<ReadRequest, 'text' | 'params'> & { texts: readonly string[]; commit: boolean }): Promise<WriteOutcome>;
  close(): Promise<void>;
}
/** A statement that asks a source for the text that would make a table, and how its rows become that text; null = it gave none. */
export type CreateText = (table: { readonly schema: string; readonly name: string; readonly kind: HarvestedTable['kind'] }) => {
  readonly text: string;
  readonly params: readonly unknown[];
  written(rows: readonly unknown[][]): string | null;
};
/** What the platform needs of a kind of database. */
export interface SourceAdapter {
  /** name of the parser's grammar, and of the rules of names and functions */
  readonly dialect: DialectName;
  /** Connects once, with nothing kept, and tells what is there. Throws SourceError. */
  probe(connection: Connection): Promise<Probe>;
  /** Yields every relation in scope in batches, then the routines. Throws SourceError; ends with the signal's reason when aborted. */
  harvest(connection: Connection, scope: HarvestScope, signal: AbortSignal): AsyncGenerator<HarvestBatch>;
  pool(connection: Connection): SourcePool;
  /** absent when the source has no text of its own and its catalogue does not suffice for one */
  readonly createText?: CreateText;
}

/** `driver`: the operator has to install one first */
export type SourceErrorKind = 'unreachable' | 'timeout' | 'cancelled' | 'denied' | 'statement' | 'driver';
/** An error reported by a source. The message is Chinese, for people, and never contains credentials; `raw` has the source's own text. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind;
  /** the source's own code (SQLSTATE) */
  readonly code: string | null;
  /** the source's own words; they may quote data */
  readonly raw: string | null;
  /** position in the statement, UTF-16 units */
  readonly offset: number | null;
  /** index of the statement of a write */
  readonly index: number;
  constructor(
    kind: SourceErrorKind,
    message: string,
    detail: { code?: string | null; raw?: string | null; offset?: number | null; index?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause });
    this.name = 'SourceError';
    this.kind = kind;
    this.code = detail.code ?? null;
    this.raw = detail.raw ?? null;
    this.offset = detail.offset ?? null;
    this.index = detail.index ?? 0;
  }
}
