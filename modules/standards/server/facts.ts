import { sql, type RawBuilder } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { TODAY } from '#kit/server/db/today.ts';
import type { ColumnFacts, ElementFacts } from '../core/contrast.ts';
import { FORMS, type Share, type Words } from '../core/contrast-values.ts';
import { codesOfType } from './codes.ts';

const number = (path: string) => sql<number | null>`(p.stats ->> ${sql.lit(path)})::float8`;
/** What of a profile only elements with a code set, a format or a range are asked for. */
const wanted = (of: Attributes, attribute: string, value: RawBuilder<unknown>) =>
  sql`case when ${of} ->> ${sql.lit(attribute)} is not null then ${value} end`;
type Attributes = RawBuilder<ElementFacts | null>;
const IN_FORCE: Attributes = sql`e.published`;
interface Top {
  readonly value: string;
  readonly count: number;
}

/**
 * Bindings with what their columns are: from the catalogue; of their values from the last profile, the last measuring and the contrast. They are
 * looked at for the attributes in force, or for those of a draft.
 */
export const boundColumns = (db: Db, of: Attributes = IN_FORCE) =>
  db
    .selectFrom('standardBinding as b')
    .innerJoin('standardElement as e', 'e.id', 'b.elementId')
    .innerJoin('metadataColumn as c', 'c.id', 'b.columnId')
    .leftJoin('metadataClass as k', (join) => join.onRef('k.id', '=', 'c.classId').on('k.deletedAt', 'is', null))
    .leftJoin('metadataProfile as p', 'p.columnId', 'b.columnId')
    .leftJoin('standardMeasure as m', 'm.columnId', 'b.columnId')
    .leftJoin('standardContrast as s', (join) =>
      join.onRef('s.columnId', '=', 'b.columnId').on('s.deletedAt', 'is', null).on('s.collectTime', 'is not', null),
    )
    .select(['b.id', 'b.tableId', 'b.columnId', 'b.elementId', 'b.verdict', 'c.columnName', 'c.dataType', 'c.dataLength', 'c.dataScale'])
    .select(['c.columnNullable', 'e.state as elementState'])
    .select(sql<string | null>`coalesce(c.cn_name, c.column_comment)`.as('label'))
    .select(sql<boolean>`coalesce(c.level, k.level, '') in ('L3', 'L4')`.as('isSensitive'))
    .select([number('minLength').as('profileShortest'), number('maxLength').as('profileLongest'), number('nulls').as('profileNulls')])
    .select(['p.profileTime', 'm.measureTime', 'm.shortest', 'm.longest', 'm.lowest', 'm.highest', 'm.form', 'm.gbTypeId', 'm.error'])
    .select([
      sql<number | null>`m.null_count::float8`.as('nullCount'),
      sql<number | null>`(m.row_count - m.null_count)::float8`.as('present'),
      sql<number | null>`m.form_count::float8`.as('formCount'),
      sql<number | null>`m.code_count::float8`.as('codeCount'),
      sql<Top[] | null>`${wanted(of, 'gbTypeId', sql`p.stats -> 'top'`)}`.as('top'),
      sql<number | null>`${wanted(of, 'gbTypeId', sql`(p.stats ->> 'sampled')::float8`)}`.as('sampled'),
      sql<ColumnFacts['values']['shapes']>`${wanted(of, 'format', sql`p.stats -> 'patterns'`)}`.as('shapes'),
      sql<string | null>`${wanted(of, 'valueRange', sql`p.stats ->> 'min'`)}`.as('profileLowest'),
      sql<string | null>`${wanted(of, 'valueRange', sql`p.stats ->> 'max'`)}`.as('profileHighest'),
      sql<string | null>`case when s.gb_type_id = ${of} ->> 'gbTypeId' then s.id end`.as('contrastId'),
    ])
    .where('b.deletedAt', 'is', null)
    .where('c.deletedAt', 'is', null);
type BoundRow = Awaited<ReturnType<ReturnType<typeof boundColumns>['execute']>>[number];
/** With the attributes that it is compared with; null = never published. */
export type BoundColumn = BoundRow & { readonly published: ElementFacts | null };

/** The attributes in force of all elements: read once per run, not once per column. */
export async function elementsInForce(db: Db): Promise<ReadonlyMap<string, ElementFacts>> {
  const rows = await db.selectFrom('standardElement').select(['id', 'published']).where('published', 'is not', null).execute();
  return new Map(rows.map((row) => [row.id, row.published as unknown as ElementFacts]));
}

/** Joins rows with the attributes that they are compared with. */
export const withStandards = <R extends BoundRow>(
  rows: readonly R[],
  elements: ReadonlyMap<string, ElementFacts>,
): (R & { readonly published: ElementFacts | null })[] =>
  rows.map((row) => Object.assign(row, { published: elements.get(row.elementId) ?? null }));

/** What elements refer to by id, and the codes of their sets; read once per run. */
export interface Known extends Words {
  codesOf(typeId: string): Promise<ReadonlySet<string>>;
}
const FORM_NAMES = Object.keys(FORMS);

/** Names of sets, units and forms of today. */
export async function knownWords(db: Db): Promise<Known> {
  const [types, units, classes] = await Promise.all([
    db.selectFrom('standardType').select(['id', 'gbTypeCode']).where('deletedAt', 'is', null).execute(),
    db.selectFrom('standardUnit').select(['id', 'unitName']).where('deletedAt', 'is', null).execute(),
    db
      .selectFrom('metadataClass')
      .select(['id', 'recogniser'])
      .where('deletedAt', 'is', null)
      .where('recogniser', 'in', FORM_NAMES)
      .execute(),
  ]);
  const typeOf = new Map(types.map((one) => [one.id, one.gbTypeCode]));
  const unitOf = new Map(units.map((one) => [one.id, one.unitName]));
  const formOf = new Map(classes.map((one) => [one.id, one.recogniser]));
  const codes = new Map<string, Promise<ReadonlySet<string>>>();
  return {
    typeName: (id) => typeOf.get(id) ?? null,
    unitName: (id) => unitOf.get(id) ?? null,
    formOf: (classId) => formOf.get(classId) ?? null,
    unitNames: units.map((one) => one.unitName),
    codesOf(typeId) {
      let found = codes.get(typeId);
      if (!found) codes.set(typeId, (found = codesOfType(db, typeId)));
      return found;
    },
  };
}

/** Rows of the collected values of contrasts that are codes, as they are stored: what a person mapped is no code in the source. */
async function collectedShares(db: Db, rows: readonly BoundColumn[]): Promise<ReadonlyMap<string, Share>> {
  const ids = rows.flatMap((row) => row.contrastId ?? []);
  if (ids.length === 0) return new Map();
  const { rows: found } = await sql<{ id: string; good: number; all: number }>`
    select s.id, coalesce(sum(v.row_count) filter (where exists (select from standard_dict d where d.type_id = s.gb_type_id
        and case s.bind_gb_column when 'gb_name' then d.gb_name else d.gb_code end = v.col_code and d.deleted_at is null and d.status = '1'
        and (d.valid_from is null or d.valid_from <= ${TODAY}) and (d.valid_to is null or d.valid_to >= ${TODAY}))), 0)::float8 as good,
      coalesce(sum(v.row_count), 0)::float8 as all
    from standard_contrast s join standard_contrast_dict v on v.contrast_id = s.id and v.deleted_at is null
    where s.id = any(${ids}::text[]) group by s.id`.execute(db);
  return new Map(found.map((row) => [row.id, { good: row.good, all: row.all }]));
}

/** How many of the values of a sample are codes; null unless the profile lists all of them. */
function shareOfTop({ top, sampled }: BoundColumn, codes: ReadonlySet<string>): Share | null {
  if (top === null || sampled === null || sampled === 0) return null;
  const listed = top.reduce((sum, { count }) => sum + count, 0);
  if (listed !== sampled) return null;
  return { good: top.filter(({ value }) => codes.has(value)).reduce((sum, { count }) => sum + count, 0), all: sampled };
}

/** What is known of the columns of a portion of bindings, by the id of the binding. */
export async function factsOf(db: Db, rows: readonly BoundColumn[], known: Known): Promise<ReadonlyMap<string, ColumnFacts>> {
  const collected = await collectedShares(db, rows);
  const facts = new Map<string, ColumnFacts>();
  for (const row of rows) {
    const typeId = row.published?.gbTypeId ?? null;
    const measured = row.codeCount !== null && row.gbTypeId === typeId ? { good: row.codeCount, all: row.present ?? 0 } : null;
    const form = row.published?.classId ? known.formOf(row.published.classId) : null;
    const codes = typeId === null || row.isSensitive ? null : (collected.get(row.contrastId ?? '') ?? measured);
    // the later of profile and measuring tells the lengths
    const isMeasured = row.measureTime !== null && row.longest !== null && (row.profileTime === null || row.measureTime > row.profileTime);
    facts.set(row.id, {
      columnName: row.columnName,
      dataType: row.dataType,
      dataLength: row.dataLength,
      dataScale: row.dataScale,
      isNullable: row.columnNullable === '1',
      shortest: isMeasured ? row.shortest : row.profileShortest,
      longest: isMeasured ? row.longest : row.profileLongest,
      nulls: isMeasured || row.profileNulls === null ? row.nullCount : row.profileNulls,
      label: row.label,
      isSensitive: row.isSensitive,
      values: {
        lowest: row.lowest ?? row.profileLowest,
        highest: row.highest ?? row.profileHighest,
        codes: codes ?? (typeId === null || row.isSensitive ? null : shareOfTop(row, await known.codesOf(typeId))),
        form: form !== null && row.form === form && row.formCount !== null ? { good: row.formCount, all: row.present ?? 0 } : null,
        shapes: row.shapes,
      },
    });
  }
  return facts;
}
