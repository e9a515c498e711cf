import { sql } from 'kysely';
import * as z from 'zod';
import type { Db } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';

/** Id of the code set GB/T 2260, whose items are the areas of the platform. */
export const AREA_TYPE = 'gb_2260';

/**
 * Brings the items of GB/T 2260 up to the table of areas: new ones are added, names follow, areas that are no longer in force are disabled.
 * Writes differences only; answers how many items it wrote.
 */
export async function keepAreas(db: Db): Promise<number> {
  await db
    .insertInto('standardType')
    .values({
      id: AREA_TYPE,
      gbTypeCode: 'GB/T 2260',
      gbTypeName: '中华人民共和国行政区划代码',
      isBuiltIn: '1',
      keptBy: 'areas',
      remark: '随“行政区划”更新，请在那里维护',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const written = await sql`
    insert into standard_dict as item (id, type_id, gb_code, gb_name, parent_code, pinyin, sort_no, status)
    select ${AREA_TYPE} || '_' || area_code, ${AREA_TYPE}, area_code, area_name, parent_code, pinyin, 0, status from sys_area
    on conflict (id) do update set gb_name = excluded.gb_name, parent_code = excluded.parent_code, pinyin = excluded.pinyin,
      status = excluded.status, version = item.version + 1, update_time = now(), deleted_at = null
    where (item.gb_name, item.parent_code, item.status, item.deleted_at is null)
      is distinct from (excluded.gb_name, excluded.parent_code, excluded.status, true)`.execute(db);
  return Number(written.numAffectedRows ?? 0);
}

export const areasTask = defineTask({
  name: '行政区划代码更新',
  summary: '让标准字典中的 GB/T 2260 与“行政区划”一致',
  params: z.object({}),
  async run({ app }) {
    const written = await keepAreas(app.db);
    return written === 0 ? null : `更新 ${written} 项`;
  },
});
