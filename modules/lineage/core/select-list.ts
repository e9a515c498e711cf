import { type Column, starColumns, through, type Relation, type Source } from './relation.ts';
import { valueSources } from './expression.ts';
import type { Scope } from './scope.ts';
import { aliased, as, bare, child, dottedPath, items, kindOf, list, nameOf, namesOf, tableName, type Tree, isTree } from './tree.ts';

/** Name of a projected expression without an alias, that stands for its text. */
export const UNNAMED = '<expr>';

/** The columns of a SELECT, `*` spread out where the columns are known. */
export function selectList(body: Tree, scope: Scope): readonly Column[] {
  const columns: Column[] = [];
  for (const item of list(body, 'expressions')) columns.push(...projected(item, scope));
  const excluded = new Set(list(body, 'exclude').flatMap((item) => nameOf(item) ?? []));
  return excluded.size ? columns.filter((column) => !excluded.has(column.name)) : columns;
}

/** The columns of one projected expression. Its alias becomes visible to those after it. */
export function projected(item: Tree, scope: Scope): readonly Column[] {
  const { name, names, expression } = aliased(item);
  const star = starOf(expression, scope);
  if (star) return star;
  const assigned = assignment(expression, name, scope);
  if (assigned) return assigned;
  const plain = bare(expression);
  const raw = valueSources(expression, scope);
  const sources = isName(plain) ? raw : through(raw, expression);
  const given = names.length
    ? names
    : list(child(child(as(expression, 'query_transform'), 'schema'), 'schema'), 'expressions').flatMap(
        (column) => nameOf(as(column, 'column_def')?.['name']) ?? [],
      );
  if (given.length) return given.map((each) => ({ name: each, sources }));
  const own = name ?? outputName(plain, scope.session.dialect);
  if (name !== null) scope.aliases.set(name, sources);
  return [own === null ? { name: UNNAMED, sources, unnamed: true } : { name: own, sources }];
}

const isName = (node: Tree): boolean => node['column'] !== undefined || (node['dot'] !== undefined && dottedPath(node) !== null);

/** The name that a database gives to an expression without alias, as far as it is a name of a column. */
export function outputName(node: Tree, dialect: string): string | null {
  const column = as(node, 'column') ?? as(node, 'identifier');
  if (column) return nameOf(column);
  if (node['dot']) return dottedPath(node)?.at(-1) ?? null;
  const cast = as(node, 'cast') ?? as(node, 'try_cast');
  const inner = cast && child(cast, 'this');
  if (inner && (cast['double_colon_syntax'] === true || ['postgres', 'redshift'].includes(dialect)))
    return outputName(bare(inner), dialect);
  return null;
}

/** T-SQL: `SELECT name = expression`, `SELECT @variable = expression`. */
function assignment(expression: Tree, name: string | null, scope: Scope): readonly Column[] | null {
  const equal = as(expression, 'eq');
  const left = child(equal, 'left');
  const target = left && as(left, 'column');
  if (!equal || name !== null || !target || target['table'] || !['tsql', 'fabric'].includes(scope.session.dialect)) return null;
  const own = nameOf(target) ?? UNNAMED;
  const right = child(equal, 'right') ?? {};
  const raw = valueSources(right, scope);
  const sources = isName(bare(right)) ? raw : through(raw, right);
  if (own.startsWith('@')) {
    scope.session.assign(own, sources);
    return [];
  }
  scope.aliases.set(own, sources);
  return [{ name: own, sources }];
}

/** `*`, `t.*`, `s.t.*` and a star of a structure, with EXCEPT, REPLACE and RENAME; null for other expressions. */
function starOf(expression: Tree, scope: Scope): readonly Column[] | null {
  const star = as(expression, 'star') ?? as(child(as(expression, 'i_like'), 'left') ?? {}, 'star');
  if (star) {
    if (!star['table']) return changed(starColumns(scope.relations), star, scope);
    return changed(qualifiedStar(tableName({ ...star, name: star['table'] }), scope), star, scope);
  }
  const dot = as(expression, 'dot');
  const field = dot && (child(child(dot, 'field'), 'star') ? '*' : nameOf(dot['field']));
  if (!dot || field !== '*') return null;
  const path = dottedPath(expression);
  return path ? qualifiedStar(path.slice(0, -1).join('.'), scope) : [];
}

function qualifiedStar(qualifier: string, scope: Scope): readonly Column[] {
  const relation: Relation | null = scope.relation(qualifier);
  if (relation?.columns === null && relation.base === null) return [{ name: '*', sources: relation.any ?? [] }];
  if (relation) return starColumns([{ ...relation, merged: new Set() }]);
  const path = qualifier.split('.');
  const sources: readonly Source[] = scope.resolve(path.at(-1) ?? qualifier, path.slice(0, -1));
  return [{ name: '*', sources }];
}

function changed(all: readonly Column[], star: Tree, scope: Scope): readonly Column[] {
  const short = (name: string) => name.slice(name.lastIndexOf('.') + 1);
  const gone = new Set([...namesOf(star, 'except'), ...namesOf(star, 'exclude')].map(short));
  const columns = all.filter((column) => !gone.has(column.name));
  for (const replaced of list(star, 'replace')) {
    const { name, expression } = aliased(kindOf(replaced) === 'alias' ? replaced : { alias: replaced });
    if (name === null) continue;
    const column: Column = { name, sources: through(valueSources(expression, scope), expression) };
    const at = columns.findIndex((other) => other.name === name);
    if (at < 0) columns.push(column);
    else columns[at] = column;
  }
  for (const pair of items(star, 'rename')) {
    const [from, to] = Array.isArray(pair) ? (pair as unknown[]) : isTree(pair) ? [pair['old'], pair['new']] : [];
    const [before, after] = [nameOf(from), nameOf(to)];
    const at = columns.findIndex((column) => column.name === before);
    const column = columns[at];
    if (column && after !== null) columns[at] = { ...column, name: after };
  }
  return columns;
}
