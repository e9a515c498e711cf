import { sql } from 'kysely';
import type { App, Db } from '#kit/server/ctx.ts';
import { proposeClasses } from '#modules/gate/server/index.ts';

interface Where {
  readonly app: App;
  readonly db: Db;
  readonly now: Date;
}

/** Proposes for bound columns the data class of their element in force, with the element as the reason. Columns that are no longer bound lose the proposal. */
export async function proposeClassesOf(where: Where, of: { elementId: string } | { columnIds: readonly string[] }): Promise<number> {
  const scope = 'elementId' in of ? sql`b.element_id = ${of.elementId}` : sql`b.column_id = any(${[...of.columnIds]}::text[])`;
  const { rows } = await sql<{ columnId: string; classId: string | null; elementName: string; elementCode: string }>`
    select b.column_id as "columnId", case when e.state = 'inForce' then e.published ->> 'classId' end as "classId",
      e.element_name as "elementName", e.element_code as "elementCode"
    from standard_binding b join standard_element e on e.id = b.element_id where ${scope} and b.deleted_at is null
    order by b.id`.execute(where.db);
  const wanted = rows.flatMap(({ columnId, classId, elementName, elementCode }) =>
    classId === null ? [] : [{ columnId, classId, reason: `字段已绑定数据元“${elementName}”（${elementCode}），该数据元属于此分类` }],
  );
  const columns = 'columnIds' in of ? of.columnIds : rows.map(({ columnId }) => columnId);
  return proposeClasses(where, columns, wanted);
}
