import { wallDay } from '#kit/core/text/wall-clock.ts';
import { sql } from 'kysely';
import * as z from 'zod';
import type { App, Db } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';

/** Daily figures of one source. */
export interface DayFigures {
  readonly tables: number;
  readonly columns: number;
  readonly described: number;
  readonly owned: number;
}

/** The calendar day in China of a moment. */
export const dayOf = (time: Date): string => wallDay(time);

/** Counts the catalogue by source and keeps it as the figures of the day; a second count of a day replaces the first. */
export async function saveFigures(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ sourceId: string } & Record<keyof DayFigures, string>>`
    select source_id, count(*) as tables, sum(column_count) as columns, count(owner_id) as owned,
      count(*) filter (where coalesce(cn_name, description, table_comment) is not null) as described
    from metadata_table where deleted_at is null group by source_id`.execute(db);
  const figures = Object.fromEntries(
    rows.map(({ sourceId, tables, columns, described, owned }) => [
      sourceId,
      { tables: Number(tables), columns: Number(columns), described: Number(described), owned: Number(owned) } satisfies DayFigures,
    ]),
  );
  const values = { figures: JSON.stringify(figures), createTime: now };
  await db
    .insertInto('metadataFigureDay')
    .values({ day: dayOf(now), ...values })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(values))
    .execute();
  return rows.length;
}

export const figuresTask = defineTask({
  name: '元数据每日指标',
  summary: '统计各数据源的表、字段和治理覆盖情况，供元数据概览显示趋势',
  params: z.object({}),
  run: async ({ app }: { app: App }) => `已统计 ${await saveFigures(app.db, app.now())} 个数据源`,
});
