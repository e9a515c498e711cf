import * as z from 'zod';
import type { ImportMode } from '#kit/contract/excel.ts';
import type { AnyCall } from '../table/types.ts';

/** What an import may do with the rows of a file, as people choose it. */
export const IMPORT_MODES: readonly { value: ImportMode; label: string; hint: string }[] = [
  { value: 'create', label: '仅新增', hint: '已存在的行会被指出。' },
  { value: 'update', label: '仅更新', hint: '只修改已存在的行；空白单元格保留原值，可以只留要修改的列。' },
  { value: 'upsert', label: '新增并更新', hint: '已存在的行更新（空白单元格保留原值），其余新增。' },
];

/** True when the entity takes rows that are known already. */
export const takesChanges = ({ route }: AnyCall): boolean => route.query instanceof z.ZodObject && 'mode' in route.query.shape;
