import { OBJECT_LABELS, type LineageNode } from '../contract/lineage.ts';
import { TABLE_KIND_LABELS } from '#modules/sources/contract/table-kind.ts';

/** What a card stands for, in Chinese. */
export const kindLabel = (kind: string): string =>
  (TABLE_KIND_LABELS as Readonly<Record<string, string>>)[kind] ?? OBJECT_LABELS[kind] ?? (kind === 'hidden' ? '无权限' : '对象');

export const fullName = (node: Pick<LineageNode, 'name' | 'schemaName'>): string =>
  node.schemaName === null ? node.name : `${node.schemaName}.${node.name}`;
