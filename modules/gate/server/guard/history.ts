import type { Ctx } from '#kit/server/ctx.ts';
import type { Checked } from '../../core/sql/check.ts';
import type { Source } from '#modules/sources/server/index.ts';

export type Outcome = 'success' | 'failed' | 'refused' | 'cancelled' | 'timeout';
export interface HistoryEntry {
  purpose: string;
  sqlKey?: string | null;
  sqlText: string;
  kind: 'read' | 'write';
  checked: Checked | null;
  masked: readonly string[];
  rowCount: number | null;
  ms: number;
  outcome: Outcome;
  message: string | null;
}

const MAX_TEXT = 20_000;
const MAX_NAMES = 500;

/** Leaves a row of who read what; it is kept apart from the caller's transaction so that a failure is recorded too. */
export async function recordHistory(ctx: Ctx, source: Source, entry: HistoryEntry): Promise<void> {
  const { app, user } = ctx;
  await app.db
    .insertInto('metadataSqlHistory')
    .values({
      id: app.ids.next(),
      purpose: entry.purpose,
      sqlKey: entry.sqlKey ?? null,
      userId: user.id,
      username: user.username,
      createDept: user.deptId,
      remoteAddr: ctx.ip,
      sourceId: source.id,
      sourceName: source.name,
      kind: entry.kind,
      sqlText: entry.sqlText.replaceAll('\0', '').slice(0, MAX_TEXT),
      tables: JSON.stringify((entry.checked?.tables ?? []).map((table) => `${table.schema}.${table.name}`).slice(0, MAX_NAMES)),
      columns: JSON.stringify([...(entry.checked?.columns ?? [])].sort().slice(0, MAX_NAMES)),
      masked: JSON.stringify(entry.masked),
      rowCount: entry.rowCount,
      timeMs: Math.round(entry.ms),
      outcome: entry.outcome,
      message: entry.message?.slice(0, 500) ?? null,
      createTime: app.now(),
    })
    .execute();
}
