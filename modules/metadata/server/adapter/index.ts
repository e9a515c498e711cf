import { AppError } from '#kit/contract/errors.ts';
import { postgres } from './postgres.ts';
import type { SourceAdapter } from './types.ts';

const ADAPTERS: Readonly<Record<string, SourceAdapter>> = { '5': postgres };

/** The adapter of a type code of dictionary data_db_type. */
export function adapterOf(dbType: string): SourceAdapter {
  const adapter = ADAPTERS[dbType];
  if (!adapter) throw new AppError('rule.broken', '该数据源类型尚未支持');
  return adapter;
}
