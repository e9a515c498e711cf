import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import type { Subject } from './GovernDialog.tsx';

type Table = CallReply<typeof api.table.get>;
export type ColumnRow = Table['columns'][number];

export const tableSubject = (table: Table): Subject => ({
  kind: 'table',
  one: {
    id: table.id,
    version: table.version,
    name: `${table.schemaName}.${table.tableName}`,
    owner: table.ownerId === null ? null : { id: table.ownerId, name: table.ownerName ?? table.ownerId },
    values: {
      cnName: table.cnName,
      description: table.description,
      ownerId: table.ownerId,
      domainId: table.domainId,
      tier: table.tier,
      tagIds: table.tags.map(({ id }) => id),
    },
  },
});
export const columnSubject = (column: Omit<ColumnRow, 'seen'>): Subject => ({
  kind: 'column',
  one: {
    id: column.id,
    version: column.version,
    name: `${column.tableName}.${column.columnName}`,
    owner: null,
    bound: column.levelBy === 'pending' || column.levelBy === 'renamed' ? column.level : column.inheritedLevel,
    values: {
      cnName: column.cnName,
      description: column.description,
      classId: column.classId,
      level: column.level,
      levelReason: column.levelReason,
      tagIds: column.tags.map(({ id }) => id),
    },
  },
});
