import { sql } from 'kysely';
import type { JobRun } from '#kit/server/jobs.ts';
import { ElementIndex, type ElementWords } from '../core/match/columns.ts';

export const PROPOSE_JOB = 'standards.propose';
export interface ProposePayload {
  readonly sourceIds: readonly string[];
}
const PORTION = 10_000;

interface Wanted {
  readonly id: string;
  readonly sourceId: string;
  readonly tableId: string;
  readonly columnId: string;
  readonly elementId: string;
  readonly score: number;
  readonly reasons: unknown;
}

/** Finds for every column without a standard what it may follow, and writes the differences to what was proposed before. */
export async function proposeElements({ app, payload, signal, progress }: JobRun<ProposePayload>): Promise<string> {
  const elements: readonly ElementWords[] = await app.db
    .selectFrom('standardElement')
    .select(['id', 'elementName as name', 'elementNameEn as nameEn', 'synonyms', 'classId', 'dataType'])
    .where('state', '=', 'inForce')
    .where('deletedAt', 'is', null)
    .execute();
  const index = new ElementIndex(elements);
  let seen = 0;
  let kept = 0;
  for (const sourceId of payload.sourceIds) {
    for (let after = ''; ;) {
      signal.throwIfAborted();
      const rows = await openColumns(app.db, sourceId, after);
      const wanted = rows.flatMap((row): Wanted[] =>
        index
          .match({ name: row.columnName, label: row.label, dataType: row.dataType, classId: row.classId })
          .map((match) => ({ id: app.ids.next(), sourceId, tableId: row.tableId, columnId: row.id, ...match })),
      );
      if (rows.length > 0) await writeDifferences(app.db, sourceId, { from: after, to: rows.at(-1)!.id, wanted });
      seen += rows.length;
      kept += wanted.length;
      if (rows.length < PORTION) break;
      after = rows.at(-1)!.id;
      await progress(50, `已看 ${seen} 个字段`);
    }
  }
  return `看了 ${seen} 个字段，建议 ${kept} 条`;
}

/** Columns of a source that follow no element yet. */
const openColumns = (db: JobRun<unknown>['app']['db'], sourceId: string, after: string) =>
  db
    .selectFrom('metadataColumn as c')
    .innerJoin('metadataTable as t', 't.id', 'c.tableId')
    .select([
      'c.id',
      'c.tableId',
      'c.columnName',
      'c.dataType',
      'c.classId',
      sql<string | null>`coalesce(c.cn_name, c.column_comment)`.as('label'),
    ])
    .where('c.sourceId', '=', sourceId)
    .where('c.deletedAt', 'is', null)
    .where('t.deletedAt', 'is', null)
    .where((e) =>
      e.not(
        e.exists(e.selectFrom('standardBinding as b').select('b.id').whereRef('b.columnId', '=', 'c.id').where('b.deletedAt', 'is', null)),
      ),
    )
    .where('c.id', '>', after)
    .orderBy('c.id')
    .limit(PORTION)
    .execute();

/** What is no longer meant goes, what is new or scored anew is written; what a person rejected stays rejected. */
async function writeDifferences(
  db: JobRun<unknown>['app']['db'],
  sourceId: string,
  { from, to, wanted }: { from: string; to: string; wanted: readonly Wanted[] },
): Promise<void> {
  const rows = JSON.stringify(wanted);
  const relation = sql`json_to_recordset(${rows}::json) as r(id text, "sourceId" text, "tableId" text, "columnId" text, "elementId" text,
    score numeric, reasons jsonb)`;
  await db.transaction().execute(async (tx) => {
    await sql`delete from standard_proposal p where p.source_id = ${sourceId} and p.state = 'open' and p.column_id > ${from} and p.column_id <= ${to}
      and not exists (select from ${relation} where r."columnId" = p.column_id and r."elementId" = p.element_id)`.execute(tx);
    await sql`insert into standard_proposal as p (id, source_id, table_id, column_id, element_id, score, reasons)
      select r.id, r."sourceId", r."tableId", r."columnId", r."elementId", r.score, r.reasons from ${relation}
      on conflict (column_id, element_id) do update set score = excluded.score, reasons = excluded.reasons
      where p.state = 'open' and (p.score, p.reasons) is distinct from (excluded.score, excluded.reasons)`.execute(tx);
  });
}
