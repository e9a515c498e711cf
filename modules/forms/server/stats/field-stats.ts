import { sql, type RawBuilder } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom, type OwnedTable } from '#modules/managed/server/index.ts';
import type { ValueField } from '../../contract/field.ts';
import type { FieldStat } from '../../contract/stats.ts';
import { columnsOf, isList, textOfValue } from '../../core/index.ts';
import { toValues } from '../cells.ts';

/** Options that are told one by one. */
const SHOWN = 20;
const BINS = 10;
type Row = Readonly<Record<string, unknown>>;

const CHOICES = new Set([
  'radio',
  'checkbox',
  'select',
  'switch',
  'rate',
  'user',
  'dept',
  'post',
  'area',
  'dict',
  'dataset',
  'source',
  'form',
  'color',
]);
const NUMBERS = new Set(['number', 'money', 'slider']);
/** How the values of a field are told. */
export function kindOf(field: ValueField): FieldStat['kind'] {
  if (CHOICES.has(field.type)) return 'choice';
  if (NUMBERS.has(field.type) || (field.type === 'formula' && (field.result ?? 'number') === 'number')) return 'number';
  return field.type === 'date' || (field.type === 'formula' && field.result === 'date') ? 'day' : 'other';
}

/** A table, which of its rows count, and who asks. */
export interface Counted {
  readonly ctx: Ctx;
  readonly table: OwnedTable;
  readonly where: RawBuilder<boolean>;
}
/** A question over the rows that count, whose answer has the columns that it names. */
async function ask(
  { ctx, table, where }: Counted,
  columns: readonly { as: string; is: RawBuilder<unknown> }[],
  rest?: { by?: RawBuilder<unknown>; most?: number },
) {
  const { by } = rest ?? {};
  let query = selectFrom(ctx.db, table, [])
    .select(columns.map(({ as, is }) => is.as(as)))
    .where(where);
  if (by)
    query = query
      .groupBy(by as never)
      .orderBy(sql`n desc`)
      .orderBy(by as never);
  if (rest?.most) query = query.limit(rest.most);
  return (await query.execute()) as Row[];
}

const at = ({ table }: Counted, field: ValueField): RawBuilder<unknown> => fieldRef(table, columnsOf(field)[0]!.fieldId);
const count = (value: unknown): number => Number(value ?? 0);

/** How often each value was given; of lists each of their values. */
async function choicesOf(from: Counted, field: ValueField): Promise<{ choices: FieldStat['choices']; others: number }> {
  const column = at(from, field);
  const rows = isList(field)
    ? await listedChoices(from, field)
    : await ask(
        { ...from, where: sql<boolean>`${from.where} and ${column} is not null` },
        [
          { as: columnsOf(field)[0]!.fieldId, is: column },
          { as: 'n', is: sql`count(*)` },
        ],
        { by: column },
      );
  const told = rows.map((row) => {
    const value = isList(field) ? row['value'] : toValues(from.table, [field], row)[field.key];
    return { value: String(value), label: textOfValue(field, value), count: count(row['n']) };
  });
  return { choices: told.slice(0, SHOWN), others: told.slice(SHOWN).reduce((sum, one) => sum + one.count, 0) };
}
async function listedChoices(from: Counted, field: ValueField): Promise<Row[]> {
  const inner = selectFrom(from.ctx.db, from.table, [])
    .select(sql`jsonb_array_elements_text(${at(from, field)}::jsonb)`.as('value'))
    .where(sql<boolean>`${from.where} and ${at(from, field)} is not null`);
  const { rows } = await sql<Row>`select value, count(*) as n from (${inner}) each group by value order by n desc, value`.execute(
    from.ctx.db.withoutPlugins(),
  );
  return rows;
}

/** How many numbers lie in each of equal parts. */
async function binsOf(from: Counted, field: ValueField, min: number, max: number): Promise<FieldStat['bins']> {
  const width = (max - min) / BINS;
  if (!(width > 0)) return [];
  const column = at(from, field);
  const part = sql`least(${BINS - 1}::int, floor((${column} - ${String(min)}::numeric) / ${String(width)}::numeric)::int)`;
  const inner = selectFrom(from.ctx.db, from.table, [])
    .select(part.as('part'))
    .where(sql<boolean>`${from.where} and ${column} is not null`);
  const { rows } = await sql<{ part: number; n: string }>`select part, count(*) as n from (${inner}) each group by part`.execute(
    from.ctx.db.withoutPlugins(),
  );
  const found = new Map(rows.map((row) => [Number(row.part), Number(row.n)]));
  const edge = (n: number): number => Number((min + n * width).toPrecision(12));
  return Array.from({ length: BINS }, (_, n) => ({ from: edge(n), to: n === BINS - 1 ? max : edge(n + 1), count: found.get(n) ?? 0 }));
}

const shortest = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  const text = String(value);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};
const UNTOLD = { choices: [], others: 0, min: null, max: null, mean: null, sum: null, bins: [] };

/** What the values of fields of one table are like; of masked ones only how many there are. `lead` stands before the labels. */
export async function fieldStats(
  from: Counted,
  fields: readonly ValueField[],
  masked: ReadonlySet<string>,
  lead = '',
): Promise<FieldStat[]> {
  const kept = fields.filter((field) =>
    from.table.columns.some(({ fieldId, isHidden }) => !isHidden && fieldId === columnsOf(field)[0]!.fieldId),
  );
  if (kept.length === 0) return [];
  const figures = kept.flatMap((field, n) => {
    const column = at(from, field);
    const told = masked.has(field.id) ? 'other' : kindOf(field);
    return [
      { as: `c${n}`, is: sql`count(${column})` },
      ...(told === 'number' || told === 'day'
        ? [
            { as: `l${n}`, is: sql`min(${column})::text` },
            { as: `m${n}`, is: sql`max(${column})::text` },
          ]
        : []),
      ...(told === 'number'
        ? [
            { as: `a${n}`, is: sql`round(avg(${column}), 4)::text` },
            { as: `s${n}`, is: sql`sum(${column})::text` },
          ]
        : []),
    ];
  });
  const [row = {}] = await ask(from, [{ as: 'total', is: sql`count(*)` }, ...figures]);
  const total = count(row['total']);
  const stats: FieldStat[] = [];
  for (const [n, field] of kept.entries()) {
    const isMasked = masked.has(field.id);
    const kind = kindOf(field);
    const filled = count(row[`c${n}`]);
    const base = { fieldId: field.id, label: `${lead}${field.label}`, kind, filled, blank: total - filled, isMasked, ...UNTOLD };
    if (isMasked || filled === 0) stats.push(base);
    else if (kind === 'choice') stats.push({ ...base, ...(await choicesOf(from, field)) });
    else if (kind === 'number') {
      const [min, max] = [shortest(row[`l${n}`]), shortest(row[`m${n}`])];
      const bins = await binsOf(from, field, Number(min), Number(max));
      stats.push({ ...base, min, max, mean: shortest(row[`a${n}`]), sum: shortest(row[`s${n}`]), bins });
    } else stats.push({ ...base, min: kind === 'day' ? dayText(row[`l${n}`]) : null, max: kind === 'day' ? dayText(row[`m${n}`]) : null });
  }
  return stats;
}
const dayText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value).slice(0, 10));
