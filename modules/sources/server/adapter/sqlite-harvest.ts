import type { ThreadColumns } from './sqlite-protocol.ts';
import { sqliteError } from './sqlite-errors.ts';
import type { HarvestedRoutine, HarvestedTable, ResultColumn } from './types.ts';

const NAMED = `m.name not like 'sqlite\\_%' escape '\\'`;
const TABLES = `select m.name, m.type, m.sql from sqlite_master m where m.type in ('table', 'view') and ${NAMED} order by m.name`;
const COLUMNS = `select m.name, c.cid, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
  from sqlite_master m join pragma_table_xinfo(m.name) c where m.type = 'table' and ${NAMED} and c.hidden <> 1 order by m.name, c.cid`;
/** One view at a time: asked for one that cannot be opened SQLite refuses the whole statement. */
const columnsOfView = (view: string) =>
  `select m.name, c.cid, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
  from sqlite_master m join pragma_table_xinfo(m.name) c where m.type = 'view' and m.name = '${view.replaceAll("'", "''")}' order by c.cid`;
const INDEXES = `select m.name, i.name, i."unique", i.origin, x.seqno, x.name, t.sql
  from sqlite_master m join pragma_index_list(m.name) i join pragma_index_info(i.name) x left join sqlite_master t on t.type = 'index' and t.name = i.name
  where m.type = 'table' and ${NAMED} order by m.name, i.name, x.seqno`;
const FOREIGN = `select m.name, f.id, f.seq, f."table", f."from", f."to"
  from sqlite_master m join pragma_foreign_key_list(m.name) f where m.type = 'table' and ${NAMED} order by m.name, f.id, f.seq`;
const TRIGGERS = `select m.name, m.sql from sqlite_master m where m.type = 'trigger' and ${NAMED} order by m.name`;
const ESTIMATES = `select tbl, stat from sqlite_stat1`;

type Ask = (text: string) => Promise<unknown[][]>;
const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** `VARCHAR(50)` → varchar, 50; `DECIMAL(18, 2)` → decimal, 18, 2. */
function typeOf(declared: string): Pick<HarvestedTable['columns'][number], 'type' | 'length' | 'precision' | 'scale'> {
  const match = /^([^(]+)\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\)/.exec(declared);
  if (!match) return { type: declared.trim().toLowerCase() || 'any', length: null, precision: null, scale: null };
  const type = match[1]!.trim().toLowerCase();
  return /char|text|clob|blob|binary/.test(type)
    ? { type, length: match[2]!, precision: null, scale: null }
    : { type, length: null, precision: match[2]!, scale: match[3] ?? null };
}

/** `create view v as select …` → the query. */
const viewQuery = (sql: string | null): string | null => (sql === null ? null : (/\bas\b\s*([\s\S]+)$/i.exec(sql)?.[1] ?? sql));

/** Everything of an SQLite file, one statement per kind of thing. */
export async function harvestTables(
  ask: Ask,
  isWanted: (schema: string, table: string) => boolean,
): Promise<{ tables: HarvestedTable[]; routines: HarvestedRoutine[] }> {
  const found = new Map<string, HarvestedTable>();
  const schema = 'main';
  const estimates = new Map(
    // the table of statistics exists only after ANALYZE
    (await ask(ESTIMATES).catch(() => [])).map(([table, stat]) => [String(table), Number(String(stat).split(' ')[0])]),
  );
  for (const [name, type, sql] of await ask(TABLES)) {
    if (!isWanted(schema, String(name))) continue;
    found.set(String(name), {
      schema,
      name: String(name),
      kind: type === 'view' ? 'view' : 'table',
      comment: null,
      rowEstimate: type === 'view' ? null : (estimates.get(String(name)) ?? null),
      sizeBytes: null,
      isReadable: true,
      keys: [],
      columns: [],
      indexes: [],
      viewSql: type === 'view' ? viewQuery(text(sql)) : null,
      partitionCount: 0,
    });
  }
  const primary = new Map<string, [number, string][]>();
  const columns = await ask(COLUMNS);
  for (const table of found.values()) {
    if (table.kind !== 'view') continue;
    try {
      columns.push(...(await ask(columnsOfView(table.name))));
    } catch (error) {
      const { kind, raw, message } = sqliteError(error);
      // also one that asks for what no view may
      if (kind !== 'statement' && kind !== 'denied') throw error;
      table.brokenReason = raw ?? message;
    }
  }
  for (const [name, position, column, type, notNull, byDefault, key] of columns) {
    found.get(String(name))?.columns.push({
      name: String(column),
      comment: null,
      isKey: Number(key) > 0,
      isNullable: Number(notNull) === 0 && Number(key) === 0,
      position: Number(position) + 1,
      ...typeOf(String(type ?? '')),
      defaultText: text(byDefault),
    });
    if (Number(key) > 0) primary.set(String(name), [...(primary.get(String(name)) ?? []), [Number(key), String(column)]]);
  }
  for (const [name, parts] of primary)
    found.get(name)?.keys.push({
      name: `${name}_pk`,
      kind: 'primary',
      columns: parts.sort(([a], [b]) => a - b).map(([, column]) => column),
      refTable: null,
      refColumns: [],
    });
  for (const [name, index, unique, origin, , column, sql] of await ask(INDEXES)) {
    const table = found.get(String(name));
    // the primary key stands among the keys already
    if (!table || origin === 'pk') continue;
    let known = table.indexes.find((one) => one.name === index);
    if (!known) {
      known = { name: String(index), isUnique: Number(unique) === 1, columns: [], method: 'btree' };
      table.indexes.push(known);
      if (origin === 'u') table.keys.push({ name: String(index), kind: 'unique', columns: known.columns, refTable: null, refColumns: [] });
    }
    known.columns.push(text(column) ?? (/\(([\s\S]+)\)/.exec(String(sql ?? ''))?.[1] ?? '').trim());
  }
  for (const [name, id, , refTable, column, refColumn] of await ask(FOREIGN)) {
    const table = found.get(String(name));
    if (!table) continue;
    const keyName = `${String(name)}_fk_${String(id)}`;
    let known = table.keys.find((key) => key.name === keyName);
    if (!known) {
      known = { name: keyName, kind: 'foreign', columns: [], refTable: `${schema}.${String(refTable)}`, refColumns: [] };
      table.keys.push(known);
    }
    known.columns.push(String(column));
    if (refColumn !== null) known.refColumns.push(String(refColumn));
  }
  const routines = (await ask(TRIGGERS)).map(([name, sql]): HarvestedRoutine => ({
    schema,
    name: String(name),
    kind: 'trigger',
    language: 'sql',
    signature: '',
    body: text(sql),
    comment: null,
  }));
  return { tables: [...found.values()], routines };
}

const KINDS = { integer: 'number', real: 'number', text: 'text', blob: 'binary', null: 'text' } as const;
/** What a column of a result holds, as far as its first rows tell. */
export const columnOf = ({ name, type }: ThreadColumns['columns'][number]): ResultColumn => ({ name, type, kind: KINDS[type] });
