import { type Column, columnOf, distinct, isOpen, type Relation, renamed, source } from './relation.ts';
import { valueSources } from './expression.ts';
import { derived, query, withTables } from './query.ts';
import { pivoted } from './pivot.ts';
import type { Scope } from './scope.ts';
import { outputName } from './select-list.ts';
import { tableFunction, unnested, windowedTable } from './table-function.ts';
import { aliased, as, bare, child, isQuery, isTree, items, kindOf, list, nameOf, namesOf, tableName, type Tree } from './tree.ts';

/** Hints of T-SQL that look like the arguments of a function: `t (NOLOCK)`. */
const HINT =
  /^(?:nolock|readpast|rowlock|updlock|holdlock|tablock|tablockx|xlock|paglock|readuncommitted|readcommitted|repeatableread|serializable|nowait|snapshot)$/;
/** Formats that Spark reads files by: `` json.`path` ``. */
const FORMATS = new Set(['json', 'csv', 'parquet', 'orc', 'avro', 'text', 'delta', 'binaryfile']);

/** Adds what an item of FROM offers to the relations of the scope. */
export function fromItem(item: Tree, scope: Scope): void {
  const kind = kindOf(item);
  const body = as(item, kind);
  if (!body) return;
  if (isQuery(item)) {
    scope.relations.push(derived(query(item, scope), null));
    return;
  }
  switch (kind) {
    case 'table':
      scope.relations.push(...tableRelations(body, scope));
      return;
    case 'subquery':
      subquery(body, scope);
      return;
    case 'paren':
    case 'annotated':
      if (isTree(body['this'])) fromItem(body['this'], scope);
      return;
    case 'joined_table':
      joinedTable(body, scope);
      return;
    case 'values':
      scope.relations.push({ ...derived(query(item, scope), nameOf(body['alias'])), columns: valuesColumns(item, body, scope) });
      return;
    case 'alias':
      renamedItem(body, scope);
      return;
    case 'pivot':
    case 'unpivot':
      scope.relations.push(pivoted(kind, body, scope));
      return;
    case 'lateral':
      lateral(body, scope);
      return;
    case 'unnest':
      scope.relations.push(unnested(body, { alias: nameOf(body['alias']), names: namesOf(body, 'column_aliases') }, scope));
      return;
    case 'tuple':
      definedFunction(body, scope);
      return;
    case 'stage_reference': {
      // a table variable of T-SQL; stages of Snowflake hold files, not columns
      const name = nameOf(body) ?? '';
      if (scope.session.dialect === 'tsql') scope.relations.push(scope.session.read(name, null));
      return;
    }
    case 'match_recognize':
      matched(body, scope);
      return;
    default:
      otherSource(item, body, scope);
  }
}

function valuesColumns(item: Tree, body: Tree, scope: Scope): readonly Column[] {
  const names = namesOf(body, 'column_aliases');
  return renamed(query(item, scope).columns, names);
}

/** A table, a common table, or (BigQuery) an array of a relation before. */
function tableRelations(table: Tree, scope: Scope): Relation[] {
  const full = tableName(table);
  const alias = nameOf(table['alias']);
  const qualified = !!table['schema'] || !!table['catalog'];
  const names = namesOf(table, 'column_aliases');
  const schema = nameOf(table['schema']);
  const common = qualified ? null : scope.commonTable(full);
  if (common) return [{ alias: alias ?? full, hasAlias: alias !== null, base: null, columns: renamed(common.columns, names) }];
  const cursor = qualified ? null : scope.session.cursors.get(full);
  if (cursor) return [{ ...cursor, alias: alias ?? full }];
  if (schema !== null && !table['catalog'] && scope.relations.some((relation) => relation.alias === schema)) {
    const column = nameOf(table['name']) ?? '';
    const any = scope.resolve(column, [schema]);
    return [{ alias: alias ?? column, base: null, columns: null, any, listedOnly: true }];
  }
  if (schema !== null && FORMATS.has(schema) && ['spark', 'databricks'].includes(scope.session.dialect))
    return [scope.session.read(`path:${nameOf(table['name'])}`, alias)];
  const relation = scope.session.read(full, alias);
  if (!names.length) return [relation];
  if (relation.columns) return [{ ...relation, columns: renamed(relation.columns, names) }];
  // which columns of the table have got these names only the catalogue knows
  scope.session.doubt(`${full}.*`, 'star', [full]);
  return [{ ...relation, columns: names.map((name) => ({ name, sources: [source(full, '*', true)] })) }];
}

function subquery(body: Tree, scope: Scope): void {
  const inner = child(body, 'this');
  if (!inner) return;
  const alias = nameOf(body['alias']);
  const names = namesOf(body, 'column_aliases');
  if (inner['table'] || inner['joined_table'] || inner['alias'] || inner['unnest']) {
    const nested = sameSight(scope);
    fromItem(inner, nested);
    const own = nested.relations.slice(scope.relations.length);
    scope.relations.push(...(alias !== null && own.length === 1 ? own.map((relation) => ({ ...relation, alias, hasAlias: true })) : own));
    return;
  }
  const rows = query(inner, withTables(body['with'], body['lateral'] === true ? sameSight(scope) : scope));
  scope.relations.push(derived(rows, alias, names));
}

/** A scope that sees what the relations before offer (LATERAL, table functions) and may add its own. */
function sameSight(scope: Scope): Scope {
  const nested = scope.inside([...scope.relations]);
  return nested;
}

function joinedTable(body: Tree, scope: Scope): void {
  const nested = scope.inside();
  const left = child(body, 'left');
  if (left) fromItem(left, nested);
  for (const item of list(body, 'joins')) join(item, nested);
  for (const item of list(body, 'lateral_views')) lateralView(item, nested);
  const alias = nameOf(body['alias']);
  if (alias === null) scope.relations.push(...nested.relations);
  else
    scope.relations.push({
      alias,
      hasAlias: true,
      base: null,
      columns: nested.relations.flatMap((relation) => relation.columns ?? openColumns(relation)),
    });
}

const openColumns = (relation: Relation): Column[] =>
  relation.base === null ? [] : [{ name: '*', sources: [{ table: relation.base, column: '*', inferred: true, via: null }] }];

const ITEMS = new Set([
  'table',
  'subquery',
  'values',
  'paren',
  'joined_table',
  'select',
  'union',
  'pivot',
  'unpivot',
  'match_recognize',
  'stage_reference',
]);
function renamedItem(body: Tree, scope: Scope): void {
  const inner = child(body, 'this');
  if (!inner) return;
  const alias = nameOf(body['alias']);
  const names = namesOf(body, 'column_aliases');
  if (!ITEMS.has(kindOf(inner))) {
    if (inner['unnest']) scope.relations.push(unnested(as(inner, 'unnest') ?? {}, { alias, names }, scope));
    else if (inner['lateral']) lateral({ ...as(inner, 'lateral'), alias, column_aliases: names }, scope);
    else otherSource(inner, { ...as(inner, kindOf(inner)), alias, column_aliases: names }, scope);
    return;
  }
  const before = scope.relations.length;
  fromItem(inner, scope);
  const [added] = scope.relations.slice(before);
  if (added && scope.relations.length === before + 1)
    scope.relations[before] = { ...added, alias, hasAlias: true, columns: added.columns && renamed(added.columns, names) };
}

function lateral(body: Tree, scope: Scope): void {
  const inner = child(body, 'this');
  if (!inner) return;
  const nested = as(inner, 'subquery');
  const alias = nameOf(body['alias']) ?? nameOf(nested?.['alias']);
  const names = [...namesOf(body, 'column_aliases'), ...namesOf(nested, 'column_aliases')];
  if (!nested && !isQuery(inner)) {
    if (inner['unnest']) scope.relations.push(unnested(as(inner, 'unnest') ?? {}, { alias, names }, scope));
    else scope.relations.push(tableFunction(inner, { alias, names }, scope));
    return;
  }
  const rows = query(nested ? (child(nested, 'this') ?? {}) : inner, sameSight(scope));
  scope.relations.push(derived(rows, alias, names));
}

/** `LATERAL VIEW explode(x) t AS a, b` of Hive. */
export function lateralView(view: Tree, scope: Scope): void {
  const call = child(view, 'this');
  if (call)
    scope.relations.push(tableFunction(call, { alias: nameOf(view['table_alias']), names: namesOf(view, 'column_aliases') }, scope));
}

/** `json_to_recordset(j) AS k(a int, b text)`: the parser gives a pair of call and definition. */
function definedFunction(body: Tree, scope: Scope): void {
  const [call, definition] = list(body, 'expressions');
  const alias = definition && as(definition, 'table_alias');
  if (!call) return;
  if (!alias) {
    for (const item of list(body, 'expressions')) fromItem(item, scope);
    return;
  }
  const names = list(alias, 'columns').flatMap((column) => nameOf(as(column, 'column_def')?.['name'] ?? column) ?? []);
  scope.relations.push(tableFunction(call, { alias: nameOf(alias['this']), names }, scope));
}

/** MATCH_RECOGNIZE: its partition columns and measures. */
function matched(body: Tree, scope: Scope): void {
  const inner = scope.inside();
  const table = child(body, 'this');
  if (table) fromItem(table, inner);
  const variables = new Set(items(body, 'define').flatMap((pair) => (Array.isArray(pair) ? (nameOf((pair as unknown[])[0]) ?? []) : [])));
  const [base] = inner.relations;
  if (base)
    for (const name of variables) inner.relations.push({ ...base, alias: name, hasAlias: true, listedOnly: true, columns: base.columns });
  if (base)
    for (const name of patternNames(body))
      if (!variables.has(name)) inner.relations.push({ ...base, alias: name, hasAlias: true, listedOnly: true });
  const columns = [
    ...list(body, 'partition_by').map((item) => ({ name: outputName(bare(item), '') ?? '', sources: valueSources(item, inner) })),
    ...list(body, 'measures').map((measure) => {
      const { name, expression } = aliased(child(measure, 'this') ?? measure);
      return { name: name ?? '', sources: valueSources(expression, inner) };
    }),
  ];
  const allRows = base && base.columns === null ? openColumns(base) : [];
  scope.relations.push({ alias: nameOf(body['alias']), hasAlias: true, base: null, columns: [...columns, ...allRows] });
}

const patternNames = (body: Tree): string[] => [
  ...new Set((typeof body['pattern'] === 'string' ? body['pattern'] : '').toLowerCase().match(/[a-z_]\w*/g) ?? []),
];

function otherSource(item: Tree, body: Tree, scope: Scope): void {
  const alias = nameOf(body['alias']);
  const names = namesOf(body, 'column_aliases');
  const call = as(item, 'function');
  const args = list(call, 'args');
  if (
    call &&
    args.length &&
    ['tsql', 'fabric', 'generic'].includes(scope.session.dialect) &&
    args.every((arg) => HINT.test(nameOf(as(arg, 'column')) ?? ''))
  ) {
    scope.relations.push(scope.session.read(nameOf(call['name']) ?? '', alias));
    return;
  }
  const windowed = windowedTable(item, { alias, names }, scope);
  scope.relations.push(windowed ?? tableFunction(item, { alias, names }, scope));
}

/** Adds a joined relation and notes the columns that decide about the join. */
export function join(item: Tree, scope: Scope): void {
  const joined = child(item, 'this');
  const kind = typeof item['kind'] === 'string' ? item['kind'].toLowerCase() : '';
  if (!joined) return;
  if (kind.includes('array')) {
    arrayJoin(joined, scope);
    return;
  }
  const before = scope.relations.length;
  fromItem(joined, scope);
  const using = namesOf(item, 'using');
  const earlier = scope.relations.slice(0, before);
  for (let at = before; at < scope.relations.length; at++) {
    const relation = scope.relations[at]!;
    const common = kind.includes('natural')
      ? (relation.columns ?? [])
          .map((column) => column.name)
          .filter((name) => name !== '*' && earlier.some((other) => other.columns?.some((column) => column.name === name)))
      : using;
    if (kind.includes('natural')) natural(relation, earlier, common, scope);
    const filtersOnly = /semi|anti/.test(kind);
    if (common.length || filtersOnly)
      scope.relations[at] = { ...relation, ...(common.length && { merged: new Set(common) }), ...(filtersOnly && { filtersOnly }) };
  }
  scope.session.quietly(() => {
    for (const key of ['on', 'match_condition']) if (isTree(item[key])) scope.session.decide('join', valueSources(item[key], scope));
    for (const name of using) scope.session.decide('join', scope.resolve(name, []));
  });
}

/** NATURAL JOIN: the columns of the same name decide; which those are nobody knows without the columns of both sides. */
function natural(relation: Relation, earlier: readonly Relation[], common: readonly string[], { session }: Scope): void {
  const both = [relation, ...earlier];
  for (const name of common)
    session.decide(
      'join',
      both.filter((each) => each.columns?.some((column) => column.name === name)).flatMap((each) => columnOf(each, name)),
    );
  const open = both.filter(isOpen).flatMap((each) => each.base ?? each.alias ?? []);
  if (open.length) session.doubt(`natural join ${relation.base ?? relation.alias ?? ''}`, 'unknownColumn', open);
}

/** ARRAY JOIN of ClickHouse: a name stands for the element of its array from here on. */
function arrayJoin(joined: Tree, scope: Scope): void {
  const tuple = as(joined, 'tuple');
  for (const item of tuple ? list(tuple, 'expressions') : [joined]) {
    const { name, expression } = aliased(item);
    const sources = distinct(valueSources(expression, scope));
    const own = name ?? outputName(bare(expression), scope.session.dialect);
    if (own !== null)
      scope.relations.push({ alias: null, base: null, columns: [{ name: own, sources }], listedOnly: true, overrides: true });
  }
}
