import { AppError } from '#kit/contract/errors.ts';
import { DB_KINDS, type DriverName } from '../../contract/db-types.ts';
import type { SourceAdapter } from './types.ts';

/** Drivers are loaded when the first source of their kind is used: most installations need two of them. */
const DRIVERS: Readonly<Record<DriverName, () => Promise<SourceAdapter>>> = {
  postgres: async () => (await import('./postgres.ts')).postgres,
  mysql: async () => (await import('./mysql.ts')).mysql,
  mssql: async () => (await import('./mssql.ts')).mssql,
  oracle: async () => (await import('./oracle.ts')).oracle,
  clickhouse: async () => (await import('./clickhouse.ts')).clickhouse,
  trino: async () => (await import('./trino.ts')).trino,
  dm: async () => (await import('./dm.ts')).dm,
  sqlite: async () => (await import('./sqlite.ts')).sqlite,
  files: async () => (await import('./files.ts')).files,
};

const loaded = new Map<string, Promise<SourceAdapter>>();

async function load(dbType: string): Promise<SourceAdapter> {
  const kind = DB_KINDS.get(dbType);
  const driver = kind && DRIVERS[kind.driver];
  if (!driver) throw new AppError('rule.broken', '该数据源类型尚未支持');
  // kinds that share a driver still differ in grammar
  return { ...(await driver()), dialect: kind.dialect };
}

/** The adapter of a type code of dictionary data_db_type; its driver is loaded on first use. Throws rule.broken for other codes. */
export function adapterOf(dbType: string): Promise<SourceAdapter> {
  let adapter = loaded.get(dbType);
  if (!adapter) {
    adapter = load(dbType);
    loaded.set(dbType, adapter);
    // a failure is not kept: the next use tries again
    adapter.catch(() => loaded.delete(dbType));
  }
  return adapter;
}
