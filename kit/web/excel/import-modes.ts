import * as z from 'zod';
import type { ImportMode, WrongRows } from '#kit/contract/excel.ts';
import type { AnyCall } from '../table/types.ts';

/** What an import may do with the rows of a file, as people choose it. */
export const IMPORT_MODES: readonly { value: ImportMode; label: string; hint: string }[] = [
  { value: 'create', label: '仅新增', hint: '已存在的行会被指出。' },
  { value: 'update', label: '仅更新', hint: '只修改已存在的行；空白单元格保留原值，可以只留要修改的列。' },
  { value: 'upsert', label: '新增并更新', hint: '已存在的行更新（空白单元格保留原值），其余新增。' },
];

/** What may become of wrong rows, as people choose it. */
export const WRONG_ROWS: readonly { value: WrongRows; label: string; hint: string }[] = [
  { value: 'refuse', label: '整体导入', hint: '有一行有误就不导入任何数据。' },
  { value: 'skip', label: '跳过有误的行', hint: '导入正确的行，有误的行列出原因，不作改动。' },
];

const asks = ({ route }: AnyCall, field: string): boolean => route.query instanceof z.ZodObject && field in route.query.shape;
/** True when invalid rows may be skipped. */
export const takesPart = (call: AnyCall): boolean => asks(call, 'wrongRows');
/** True when imports may update existing rows. */
export const takesChanges = (call: AnyCall): boolean => asks(call, 'mode');
