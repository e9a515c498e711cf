import * as z from 'zod';
import { Id, Time } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { SyncState } from './source.ts';

export const SyncRun = z.object({
  id: z.string(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  added: z.number().int(),
  changed: z.number().int(),
  removed: z.number().int(),
  message: z.string().nullable(),
  startTime: Time,
  endTime: Time.nullable(),
});
/** How the synchronisation of a source stands. */
export const SyncStatus = z.object({
  isSync: SyncState,
  job: z
    .object({
      id: z.string(),
      state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
      percent: z.number(),
      text: z.string(),
      createTime: Time,
      endTime: Time.nullable(),
    })
    .nullable(),
  runs: z.array(SyncRun),
});
export const SourceTable = z.object({
  id: Id,
  schemaName: z.string(),
  tableName: z.string(),
  tableComment: z.string().nullable(),
  tableKind: z.string(),
});
export const SourceColumn = z.object({
  id: Id,
  columnName: z.string(),
  columnComment: z.string().nullable(),
  columnKey: z.string(),
  columnNullable: z.string(),
  columnPosition: z.number().int(),
  dataType: z.string(),
});

const params = z.object({ id: Id });
const base = '/data/metadata/sources';

/** 同步元数据: what is read of a source into the catalogue, and what was read */
export const harvest = defineContract({
  sync: route.post(`${base}/sync/:id`, {
    summary: '同步元数据',
    access: perm('metadata:datasource:sync'),
    params,
    reply: z.object({ jobId: z.string() }),
    audit: '同步元数据',
  }),
  cancelSync: route.post(`${base}/sync/:id/cancel`, {
    summary: '取消同步',
    access: perm('metadata:datasource:sync'),
    params,
    reply: z.null(),
    audit: '取消元数据同步',
  }),
  syncStatus: route.get(`${base}/sync/:id`, {
    summary: '同步进度',
    isPassive: true,
    access: perm('metadata:datasource:list', 'metadata:datasource:sync', 'metadata:datasource:detail'),
    params,
    reply: SyncStatus,
  }),
  tables: route.get(`${base}/:id/tables`, {
    summary: '数据源的表',
    access: perm('metadata:datasource:detail', 'metadata:datacolumn:list', 'metadata:sqlconsole:list'),
    params,
    reply: z.array(SourceTable),
  }),
  columns: route.get(`${base}/:id/:tableName/columns`, {
    summary: '数据源中一张表的字段',
    access: perm('metadata:datasource:detail', 'metadata:datacolumn:list', 'metadata:sqlconsole:list'),
    params: z.object({ id: Id, tableName: z.string().min(1).max(300) }),
    reply: z.array(SourceColumn),
  }),
});
