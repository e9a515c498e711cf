import type * as z from 'zod';
import type { CallError } from '#kit/web/send.ts';
import { DB_KINDS } from '../contract/db-types.ts';
import { fieldsOf } from '../contract/connection.ts';
import { EMBEDDED_DATABASE, EMBEDDED_HOST, SourceInput } from '../contract/source.ts';

export type Values = z.input<typeof SourceInput>;
type Connection = Values['dbSchema'];

/** What an empty form holds. */
export const START = {
  sourceName: '',
  dbType: '5',
  status: '1',
  isShared: '0',
  env: 'prod',
  ownerId: null,
  remark: null,
  schemas: [],
  includeTables: [],
  excludeTables: [],
  syncCron: null,
  dbSchema: { host: '', port: 5432, dbName: '', username: '', password: '', sid: '', sslMode: 'prefer', fileNames: [] },
} as unknown as Values;

/** A message about a field; the path counts from the root of the form. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
/** What is checked: the step of the basic facts, the connection, or everything. */
export type Part = 'first' | 'connection' | 'all';

const SECOND = new Set(['dbSchema', 'schemas', 'includeTables', 'excludeTables', 'syncCron']);
/** Whether a field stands in the first of the two steps. */
export const isFirstStep = (path: readonly PropertyKey[]): boolean => !SECOND.has(String(path[0]));

const isIn: Record<Part, (path: readonly PropertyKey[]) => boolean> = {
  first: isFirstStep,
  connection: (path) => path[0] === 'dbSchema',
  all: () => true,
};
/** What the contract objects to in a part of the form; empty when it is right. */
export function issuesOf(values: Values, part: Part): readonly Issue[] {
  const parsed = SourceInput.safeParse(values);
  return parsed.success ? [] : parsed.error.issues.filter(({ path }) => isIn[part](path));
}

/** Messages of a refused call about single fields; empty when it was refused as a whole. */
export function issuesIn(error: CallError): readonly Issue[] {
  if (!Array.isArray(error.detail)) return [];
  return (error.detail as { path: string; message: string }[]).map(({ path, message }) => ({ path: path.split('.'), message }));
}

/** The values as they are sent: the built-in demo database has a fixed connection and no account of its own. */
export function sentValues(values: Values, { isEmbedded }: { isEmbedded: boolean }): Values {
  if (!isEmbedded) return values;
  const embedded = { host: EMBEDDED_HOST, port: 5432, dbName: EMBEDDED_DATABASE, username: null, password: null };
  return { ...values, dbSchema: { ...values.dbSchema, ...embedded } };
}

/** Port and database that another kind of source brings along; fields that were changed by hand keep their content. */
export function defaultsOf(dbSchema: Connection, kinds: { from: string; to: string }): Partial<Pick<Connection, 'port' | 'dbName'>> {
  const before = DB_KINDS.get(kinds.from);
  const after = DB_KINDS.get(kinds.to);
  if (!after) return {};
  const presetOf = (kind: typeof before) => (kind && fieldsOf(kind).database?.preset) ?? '';
  const { port, dbName } = dbSchema;
  return {
    ...((!port || port === before?.port) && { port: after.port }),
    ...((!dbName || dbName === presetOf(before)) && { dbName: presetOf(after) }),
  };
}
