import type { ReactNode } from 'react';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { ATTRIBUTE_LABELS } from '../../core/attributes.ts';
import type { api } from '../api.ts';

export type ElementRow = CallReply<typeof api.standardElement.get>;

/** What people read for an attribute that holds an id. */
const NAMES: Readonly<Record<string, keyof ElementRow>> = {
  classId: 'className',
  gbTypeId: 'gbTypeName',
  unitId: 'unitName',
  docId: 'docName',
  ownerId: 'ownerName',
};
const DICTS: Readonly<Record<string, string>> = { dataType: 'standard_data_type', isNullable: 'sys_yes_no' };
export const MONO = new Set(['elementNameEn', 'elementCode', 'dataLength', 'format', 'example']);

/** 数据类型、长度 */
export const labelsOf = (names: readonly string[]): string => names.map((name) => ATTRIBUTE_LABELS[name] ?? name).join('、');

/** An attribute of an element as people read it. */
export function attributeText(row: ElementRow, name: string): ReactNode {
  const value = row[NAMES[name] ?? (name as keyof ElementRow)];
  if (value === null || value === undefined || value === '') return <Missing />;
  const dict = DICTS[name];
  if (dict) return <DictTag code={dict} value={String(value)} />;
  return <span className={MONO.has(name) ? 'mono' : ''}>{String(value as string)}</span>;
}

export function ElementState({ row }: { row: Pick<ElementRow, 'state' | 'versionNo'> }) {
  if (row.state === 'retired') return <Tag>已废止</Tag>;
  if (row.state === 'draft') return <Tag tone="warn">草稿</Tag>;
  return <Tag tone="ok">生效 V{row.versionNo}</Tag>;
}
