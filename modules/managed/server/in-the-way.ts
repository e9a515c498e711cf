import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { Check } from '../core/index.ts';
import { SCHEMA } from './names.ts';

/** A field whose values forbid a change, and how many rows do. */
interface InTheWay {
  readonly fieldId: string;
  readonly label: string;
  readonly rows: number;
  readonly message: string;
}

/** Which rows forbid it; repeated values are counted apart. */
function condition({ column, what }: Check): RawBuilder<boolean> {
  const at = sql.id(column);
  switch (what.kind) {
    case 'longer':
      return sql<boolean>`char_length(${at}) > ${what.length}`;
    case 'digits':
      return sql<boolean>`(${at} <> round(${at}, ${what.scale}::int) or abs(${at}) >= power(10::numeric, ${what.digits - what.scale}::int))`;
    case 'filled':
      return sql<boolean>`${at} is not null`;
    case 'repeated':
      return sql<boolean>`false`;
  }
}

const SENTENCES: Readonly<Record<Check['what']['kind'], (rows: number, what: Check['what']) => string>> = {
  longer: (rows, what) => `不能改短：已有 ${rows} 行超过 ${what.kind === 'longer' ? what.length : ''} 个字符`,
  digits: (rows) => `不能减少位数：已有 ${rows} 行放不下`,
  filled: (rows) => `不能改变类型：已有 ${rows} 行填写了内容，请新增一个字段`,
  repeated: (rows) => `不能设为不可重复：已有 ${rows} 行的内容重复`,
};

/** Rows of one table that forbid each check, and rows that forbid any. */
async function count(db: Db, table: string, checks: readonly Check[]): Promise<{ each: number[]; any: number }> {
  const at = sql.id(SCHEMA, table);
  const plain = db.withoutPlugins();
  const conditions = checks.map(condition);
  const columns = conditions.map((one, i) => sql`count(*) filter (where ${one})::int as ${sql.id(`c${i}`)}`);
  const { rows } = await sql<Record<string, number>>`
    select count(*) filter (where ${sql.join(conditions, sql` or `)})::int as total, ${sql.join(columns)} from ${at}`.execute(plain);
  const each = checks.map((_, i) => rows[0]?.[`c${i}`] ?? 0);
  let any = rows[0]?.['total'] ?? 0;
  for (const [i, { column, what }] of checks.entries()) {
    if (what.kind !== 'repeated') continue;
    const repeated = await sql<{ n: number }>`select coalesce(sum(n), 0)::int as n from
      (select count(*) as n from ${at} where ${sql.id(column)} is not null group by ${sql.id(column)} having count(*) > 1) r`.execute(
      plain,
    );
    each[i] = repeated.rows[0]?.n ?? 0;
    any = Math.max(any, each[i]);
  }
  return { each, any };
}

/** Throws rule.broken with the number of rows when existing rows do not fit what tables shall become. */
export async function assertNothingInTheWay(
  db: Db,
  tables: readonly { readonly table: string; readonly checks: readonly Check[] }[],
): Promise<void> {
  const found: InTheWay[] = [];
  let rows = 0;
  for (const { table, checks } of tables) {
    if (checks.length === 0) continue;
    const { each, any } = await count(db, table, checks);
    rows += any;
    checks.forEach(({ fieldId, label, what }, i) => {
      const n = each[i] ?? 0;
      if (n > 0) found.push({ fieldId, label, rows: n, message: `“${label}”${SENTENCES[what.kind](n, what)}` });
    });
  }
  if (found.length > 0) throw new AppError('rule.broken', found.map((one) => one.message).join('；'), { rows, fields: found });
}
