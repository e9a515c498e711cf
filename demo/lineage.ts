import type { App } from '#kit/server/ctx.ts';
import { queueLineage } from '#modules/lineage/server/index.ts';
import { CLEANING } from './warehouse/dwd/cleaning.ts';
import { REJECTS } from './warehouse/dwd/etl.ts';
import { SUMS } from './warehouse/dws-tables.ts';
import { fullName, type Step } from './warehouse/table.ts';
import { ATTENDANCE, CLEAN_SHEETS } from './warehouse/timesheet.ts';

const EMBEDDED = '@embedded';
const FOLDERS: Readonly<Record<string, string>> = { dwd: '每日清洗', dws: '每月汇总' };

const script = ({ table, sql }: Step) => ({
  name: `${FOLDERS[table.schema] ?? table.schema}/${fullName(table)}.sql`,
  sql: `${sql.trim()};\n`,
});

/**
 * Tells the lineage how the cleaned and summed layers of the demo warehouse came to be: the very statements that filled them. The views of
 * the application layer speak for themselves; raw rows come from a generator and have no lineage.
 */
export async function seedLineage(app: App): Promise<void> {
  const source = await app.db
    .selectFrom('metadataSource')
    .select(['id', 'createBy', 'createDept'])
    .where('host', '=', EMBEDDED)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!source) return;
  const texts = [
    ...[...CLEANING, CLEAN_SHEETS, ATTENDANCE, ...SUMS].map(script),
    { name: '每日清洗/dwd.etl_reject.sql', sql: `${REJECTS.trim()};\n` },
  ];
  await app.db.transaction().execute((db) =>
    queueLineage(app, db, texts, {
      sourceId: source.id,
      schemaName: null,
      dialect: null,
      createBy: source.createBy ?? 'system',
      createDept: source.createDept,
    }),
  );
}
