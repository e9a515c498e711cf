import { type Column, columnOf, distinct, isOpen, type Relation, renamed, type Source, starColumns } from './relation.ts';
import { valueSources } from './expression.ts';
import { fromItem } from './from.ts';
import type { Scope } from './scope.ts';
import { UNNAMED } from './select-list.ts';
import { aliased, as, child, kindOf, list, nameOf, namesOf, type Tree, walk } from './tree.ts';

/** PIVOT and UNPIVOT over a relation of FROM. */
export function pivoted(kind: string, body: Tree, scope: Scope): Relation {
  const inner = scope.inside();
  const table = child(body, 'this');
  // the statement of DuckDB names its table where a column stands
  if (table) fromItem(table['column'] ? { table: as(table, 'column') } : table, inner);
  const alias = nameOf(body['alias']) ?? inner.relations[0]?.alias ?? null;
  const names = namesOf(body, 'alias_columns').length ? namesOf(body, 'alias_columns') : namesOf(body, 'column_aliases');
  const made = kind === 'unpivot' || body['unpivot'] === true ? unpivotColumns(body, inner) : pivotColumns(body, inner);
  const { passed, generated, any } = made;
  const open = passed.filter((column) => column.name === '*');
  const shown = generated.filter((column) => !column.ghost);
  let columns: readonly Column[] = [...passed.filter((column) => column.name !== '*'), ...generated, ...open];
  if (names.length && open.length) {
    const kept = names.length - shown.length;
    columns = names.map((name, at) => ({
      name,
      sources: at >= kept ? (shown[at - kept]?.sources ?? []) : open.flatMap((column) => column.sources),
    }));
  } else if (names.length) columns = renamed([...passed, ...shown], names);
  return { alias, hasAlias: true, base: null, columns, ...(any && { any }) };
}

interface Made {
  readonly passed: readonly Column[];
  readonly generated: readonly Column[];
  readonly any?: readonly Source[];
}

const literalName = (node: Tree): string | null => {
  const literal = as(node, 'literal');
  if (literal) return String(literal['value']).toLowerCase();
  return nameOf(as(node, 'column') ?? as(node, 'identifier') ?? node);
};

/** Every value of IN becomes a column made of what is aggregated. */
function pivotColumns(body: Tree, scope: Scope): Made {
  const statement = list(body, 'using').length > 0;
  const aggregates = list(body, statement ? 'using' : 'expressions').map((item) => {
    const { name, expression } = aliased(item);
    return { name, sources: valueSources(expression, scope) };
  });
  const labels: string[] = [];
  const consumed = new Set(aggregates.flatMap(({ sources }) => sources.map((item) => item.column)));
  walk(list(body, 'fields'), (node) => {
    const field = as(node, 'in');
    if (!field) return true;
    walk(field['this'], (column) => {
      const name = nameOf(as(column, 'column') ?? as(column, 'identifier'));
      if (name !== null) {
        consumed.add(name);
        scope.session.quietly(() => scope.session.decide('filter', scope.resolve(name, [])));
      }
      return true;
    });
    for (const value of list(field, 'expressions')) {
      const { name, expression } = aliased(value);
      const label = name ?? literalName(expression);
      if (label !== null) labels.push(label);
    }
    for (const value of list(field, 'query')) valueSources(value, scope);
    return false;
  });
  const all = scope.relations.flatMap((relation) => starColumns([relation]));
  const passed = all.filter((column) => !consumed.has(column.name));
  if (statement) scope.session.quietly(() => scope.session.decide('group', valueSources(body['expressions'], scope)));
  // which columns there are only the data tell: what they are made of is known all the same
  const unnamed = aggregates.map(({ name, sources }): Column => ({ name: name ?? UNNAMED, sources }));
  const named = labels.flatMap((label) =>
    aggregates.flatMap((aggregate) =>
      generatedNames(label, aggregate.name, aggregates.length, scope.session.dialect).map((name, at) => ({
        name,
        sources: aggregate.sources,
        ghost: at > 0,
      })),
    ),
  );
  const generated = labels.length ? named : unnamed;
  const any = distinct(aggregates.flatMap(({ sources }) => sources));
  if (!statement) return { passed, generated, any };
  const groups = list(body, 'group').flatMap((group) => list(group['group'] ?? group, 'expressions'));
  return {
    passed: groups.length
      ? groups.map((group) => ({ name: nameOf(as(group, 'column')) ?? '', sources: valueSources(group, scope) }))
      : passed,
    generated,
    any,
  };
}

/** How dialects call a generated column; the first is part of `*`, the others are found by name only. */
function generatedNames(label: string, aggregate: string | null, count: number, dialect: string): string[] {
  if (aggregate === null) return [label, `'${label}'`];
  if (dialect === 'bigquery') return [`${aggregate}_${label}`, label];
  const joined = `${label}_${aggregate}`;
  return count === 1 && ['spark', 'databricks', 'hive'].includes(dialect) ? [label, joined] : [joined, ...(count === 1 ? [label] : [])];
}

/** The value columns come from the columns of IN, and so does the column of their names. */
function unpivotColumns(body: Tree, scope: Scope): Made {
  const groups: string[][] = [];
  let valueNames: string[] = [];
  let nameColumn: string | null = null;
  const into = child(body, 'into');
  if (body['value_column'] !== undefined) {
    valueNames = [nameOf(body['value_column']) ?? '', ...namesOf(body, 'extra_value_columns')];
    nameColumn = nameOf(body['name_column']);
    for (const item of list(body, 'columns')) groups.push(columnNames(item));
  } else if (into) {
    const target = as(into, 'unpivot_columns');
    nameColumn = nameOf(target?.['this']);
    valueNames = list(target, 'expressions').flatMap((item) => nameOf(item) ?? []);
    for (const item of list(body, 'expressions')) groups.push(columnNames(item));
  } else {
    valueNames = list(body, 'expressions').flatMap(columnNames);
    walk(list(body, 'fields'), (node) => {
      const field = as(node, 'in');
      if (!field) return true;
      nameColumn = columnNames(child(field, 'this') ?? {})[0] ?? null;
      for (const item of list(field, 'expressions')) groups.push(columnNames(item));
      return false;
    });
  }
  const value = (name: string): readonly Source[] => {
    const listed =
      scope.relations.find((relation) => relation.columns?.some((column) => column.name === name)) ?? scope.relations.find(isOpen);
    return listed ? columnOf(listed, name) : [];
  };
  const gone = new Set(groups.flat());
  const passed = starColumns(scope.relations).filter((column) => !gone.has(column.name));
  const several = valueNames.length > 1;
  const values = valueNames.map((name, at): Column => ({
    name,
    sources: distinct(groups.flatMap((group) => (several ? (group[at] === undefined ? [] : value(group[at])) : group.flatMap(value)))),
  }));
  const names: Column[] =
    nameColumn === null ? [] : [{ name: nameColumn, sources: distinct(groups.flatMap((group) => group.flatMap(value))) }];
  return { passed, generated: [...names, ...values] };
}

function columnNames(node: Tree): string[] {
  const { expression } = aliased(node);
  const kind = kindOf(expression);
  if (kind === 'tuple') return list(as(expression, 'tuple'), 'expressions').flatMap(columnNames);
  if (kind === 'paren') return columnNames(child(as(expression, 'paren'), 'this') ?? {});
  const name = nameOf(as(expression, 'column') ?? as(expression, 'identifier') ?? as(expression, 'var'));
  return name === null ? [] : [name];
}
