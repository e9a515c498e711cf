import type { DialectName } from '#modules/sources/contract/db-types.ts';
import { dialectOf } from '#modules/sources/core/index.ts';
import { codeText, exactText, formSql } from './forms.ts';
import type { Measure, MeasuredColumn } from './grammar.ts';
import { fullName, kindOf, limited, type MeasuredTable } from './relation.ts';

/** A request whose names were looked up and that says of each row whether it is bad. */
export type RowRule =
  | (Measure & { readonly of: 'present' | 'blanks' | 'mobile' | 'email' | 'idCard' | 'creditCode' | 'inSet' })
  | { readonly of: 'repeated'; readonly columns: readonly MeasuredColumn[] }
  | {
      readonly of: 'orphans';
      readonly columns: readonly MeasuredColumn[];
      readonly table: MeasuredTable;
      readonly to: readonly MeasuredColumn[];
    };

/** Whether the bad rows of a rule say something of a masked value. Only of nulls they do not, as the gate answers for statements. */
export const revealsValue = (rule: RowRule): boolean =>
  rule.of !== 'present' &&
  ('columns' in rule ? [...rule.columns, ...(rule.of === 'orphans' ? rule.to : [])] : [rule.column]).some(({ isMasked }) => isMasked);

/** Rows of `t` whose value is one of the codes, as a condition. Throws RangeError for a code that cannot be a literal. */
export function inSetSql(dialect: DialectName, name: string, dataType: string, codes: readonly string[]): string | null {
  const kind = kindOf(dataType, dialect);
  if (kind === 'other') return null;
  const { literal } = dialectOf(dialect);
  return `${codeText(dialect, name, dataType, kind === 'text')} in (${[...new Set(codes)].map(literal).join(', ')})`;
}

/** A value without anything but blanks; null where the kind of column has no text. */
export function blankSql(dialect: DialectName, name: string, dataType: string): string | null {
  if (kindOf(dataType, dialect) !== 'text') return null;
  const text = dialect === 'postgres' ? `${name}::text` : name;
  // an empty text is null there
  if (dialect === 'oracle') return `${name} is not null and trim(${name}) is null`;
  return `${dialect === 'tsql' ? `ltrim(rtrim(${text}))` : `trim(${text})`} = ''`;
}

/** The bad rows of a rule among those of `t`: what to join, and a condition. */
interface Bad {
  readonly join: string;
  readonly where: string;
}

function badOf(dialect: DialectName, table: MeasuredTable, rule: RowRule): Bad | null {
  const { quote } = dialectOf(dialect);
  const named = (of: string, column: MeasuredColumn) => `${of}.${quote(column.columnName)}`;
  const present = (of: string, columns: readonly MeasuredColumn[]) =>
    columns.map((column) => `${named(of, column)} is not null`).join(' and ');
  if (rule.of === 'repeated') {
    const names = rule.columns.map((column) => named('u', column));
    const keys = names.map((name, i) => `${name} as k${i}`).join(', ');
    const grouped = `select ${keys} from ${fullName(dialect, table)} u where ${present('u', rule.columns)} group by ${names.join(', ')} having count(*) > 1`;
    return {
      join: `join (${grouped}) g on ${rule.columns.map((column, i) => `g.k${i} = ${named('t', column)}`).join(' and ')}`,
      where: '1 = 1',
    };
  }
  if (rule.of === 'orphans') {
    const keys = rule.to.map((column, i) => `${named('u', column)} as k${i}`).join(', ');
    // one source fills unmatched rows with zeros instead of nulls, so a mark says whether there was a match
    const there = `select distinct ${keys}, 1 as hit from ${fullName(dialect, rule.table)} u where ${present('u', rule.to)}`;
    return {
      join: `left join (${there}) o on ${rule.columns.map((column, i) => `o.k${i} = ${named('t', column)}`).join(' and ')}`,
      where: `${present('t', rule.columns)} and coalesce(o.hit, 0) = 0`,
    };
  }
  const { column } = rule;
  const name = named('t', column);
  if (rule.of === 'present') return { join: '', where: `${name} is null` };
  if (rule.of === 'inSet') {
    const within = inSetSql(dialect, name, column.dataType, rule.codes ?? []);
    return within === null ? null : { join: '', where: `${name} is not null and not (${within})` };
  }
  if (rule.of === 'blanks') {
    const blank = blankSql(dialect, name, column.dataType);
    return blank === null ? null : { join: '', where: blank };
  }
  if (kindOf(column.dataType, dialect) !== 'text') return null;
  const formed = formSql(dialect, exactText(dialect, name, column.dataType), rule.of);
  return { join: '', where: `${name} is not null and not (${formed})` };
}

/** A statement that counts the bad rows of a rule; null where the kind of column or source has no means for it. */
export function badCount(dialect: DialectName, table: MeasuredTable, rule: RowRule): string | null {
  const bad = badOf(dialect, table, rule);
  return bad && `select count(*) from ${fullName(dialect, table)} t ${bad.join} where ${bad.where}`;
}

/** A statement that gives the keys of bad rows, so many at most, in the order of the keys. */
export function badKeys(
  dialect: DialectName,
  table: MeasuredTable,
  of: { readonly rule: RowRule; readonly keys: readonly string[]; readonly most: number },
): string | null {
  const { quote } = dialectOf(dialect);
  const bad = badOf(dialect, table, of.rule);
  if (bad === null) return null;
  const keys = of.keys.map((key, i) => `t.${quote(key)} as k${i}`).join(', ');
  const places = of.keys.map((_, i) => `k${i}`).join(', ');
  const found = `select ${keys} from ${fullName(dialect, table)} t ${bad.join} where ${bad.where}`;
  if (dialect === 'oracle') return limited(dialect, places, `(select * from (${found}) order by ${places})`, of.most);
  return limited(dialect, places, `(${found}) b`, of.most, ` order by ${places}`);
}
