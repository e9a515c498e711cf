import * as z from 'zod';
import { Id, Time } from '#kit/contract/fields.ts';
import { openWork } from '#kit/contract/open-work.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { SyncState } from '#modules/sources/contract/source.ts';

/** Days of the trend. */
export const TREND_DAYS = 30;
/** Rows of the short lists. */
export const SHORT_LIST = 8;

/** Kinds of open work: sources whose synchronisation failed, changes to confirm, recognised columns to judge, tables without an owner, lineage to resolve. */
export const WORK_KINDS = ['failedSync', 'change', 'proposal', 'unowned', 'unresolved'] as const;

/** How far the catalogue has been described; every number is a count of tables unless it says otherwise. */
export const Coverage = z.object({
  tables: z.number().int(),
  described: z.number().int(),
  owned: z.number().int(),
  inDomain: z.number().int(),
  columns: z.number().int(),
  describedColumns: z.number().int(),
  classifiedColumns: z.number().int(),
  /** reads of the last 30 days, and tables that nobody read */
  reads: z.number().int(),
  unread: z.number().int(),
});
export type Coverage = z.output<typeof Coverage>;

const TableRow = z.object({
  id: Id,
  tableName: z.string(),
  cnName: z.string().nullable(),
  schemaName: z.string(),
  sourceName: z.string(),
  ownerName: z.string().nullable(),
  heat: z.number().int(),
});

/** 元数据概览 */
export const home = defineContract({
  overview: route.get('/data/metadata/overview', {
    summary: '元数据概览',
    access: perm(
      'metadata:datasource:list',
      'metadata:datacolumn:list',
      'metadata:datasearch:list',
      'metadata:datamap:list',
      'metadata:changerecord:list',
      'metadata:sqlconsole:list',
    ),
    reply: z.object({
      coverage: Coverage,
      sources: z.array(
        z.object({
          id: Id,
          sourceName: z.string(),
          dbType: z.string(),
          isSync: SyncState,
          syncTime: Time.nullable(),
          syncError: z.string().nullable(),
          tableCount: z.number().int(),
          columnCount: z.number().int(),
        }),
      ),
      sourceCount: z.number().int(),
      failedCount: z.number().int(),
      /** sources by the age of their last synchronisation */
      freshness: z.object({ day: z.number().int(), week: z.number().int(), older: z.number().int(), never: z.number().int() }),
      /** day by day, oldest first; days without a count are left out */
      trend: z.array(z.object({ day: z.string(), tables: z.number(), columns: z.number(), described: z.number(), owned: z.number() })),
      /** changes found at the sources, day by day, every day of the trend */
      changesByDay: z.array(z.object({ day: z.string(), added: z.number(), changed: z.number(), removed: z.number() })),
      changes: z.array(
        z.object({
          id: Id,
          objectName: z.string(),
          objectType: z.string(),
          changeKind: z.string(),
          fieldName: z.string(),
          oldValue: z.string().nullable(),
          newValue: z.string().nullable(),
          sourceName: z.string(),
          tableId: z.string().nullable(),
          status: z.string(),
          createTime: Time,
        }),
      ),
      /** what is open, each kind with who answers for it */
      work: z.array(openWork(WORK_KINDS)),
      unconfirmed: z.number().int(),
      hot: z.array(TableRow),
      unowned: z.array(TableRow),
      /** lineage that nobody could resolve, recognised sensitive columns that nobody decided about */
      unresolved: z.number().int(),
      proposals: z.number().int(),
    }),
  }),
});
