import { keepsQuotedCase, spelling } from './dialects.ts';
/**
 * Access to the syntax trees of the parser. A node is an object with one key, its kind (`{ column: { name, table } }`); structures
 * inside (joins, table references) have no such wrapper. The trees come from outside, so nothing about them is taken for granted.
 */
export type Tree = Readonly<Record<string, unknown>>;

export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The kind of a node: its first key, '' for an empty object. */
export function kindOf(node: Tree): string {
  for (const key in node) return key;
  return '';
}

/** What stands under a key, null when it is absent or no object. */
export function child(node: unknown, key: string): Tree | null {
  const value = isTree(node) ? node[key] : null;
  return isTree(value) ? value : null;
}

/** The content of a node of the given kind, null when the node is of another one. */
export const as = child;

/** The objects under a key; a single object counts as a list of one. */
export function list(node: unknown, key: string): Tree[] {
  const value = isTree(node) ? node[key] : null;
  if (Array.isArray(value)) return value.filter(isTree);
  return isTree(value) ? [value] : [];
}

/** The raw list under a key (pairs of SET, rows of VALUES), empty when absent. */
export function items(node: unknown, key: string): readonly unknown[] {
  const value = isTree(node) ? node[key] : null;
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

const unquote = (text: string) => (/^(["`]).*\1$|^\[.*\]$/s.test(text) ? text.slice(1, -1) : text).toLowerCase();

/** A name in any of the shapes that the parser gives it, lower case and without quotes. */
export function nameOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : unquote(value);
  if (!isTree(value)) return null;
  if (typeof value['name'] === 'string') return value['exact'] === true ? value['name'] : nameOf(value['name']);
  for (const key of ['name', 'identifier', 'column', 'this', 'var', 'alias'])
    if (isTree(value[key]) || typeof value[key] === 'string') return nameOf(value[key]);
  if (isTree(value['literal'])) return nameOf(value['literal']['value']);
  return null;
}

/** Names of a list of identifiers, those without a name left out. */
export const namesOf = (node: unknown, key: string): string[] => items(node, key).flatMap((item) => nameOf(item) ?? []);

/** `catalog.schema.table` as written, lower case. */
export function tableName(ref: unknown): string {
  if (!isTree(ref)) return nameOf(ref) ?? '';
  const table = as(ref, 'table') ?? ref;
  return [table['catalog'], table['schema'], table['name']].flatMap((part) => nameOf(part) ?? []).join('.');
}

/** Visits a node and all below it; the visitor answers whether to go on inside. Spans and comments hold no nodes. */
export function walk(node: unknown, visit: (node: Tree) => boolean): void {
  if (Array.isArray(node)) {
    for (const item of node) if (typeof item === 'object' && item !== null) walk(item, visit);
    return;
  }
  if (!isTree(node) || !visit(node)) return;
  for (const key in node) {
    const value = node[key];
    if (typeof value === 'object' && value !== null && key !== 'span') walk(value, visit);
  }
}

/**
 * Marks quoted names that mean something else than the same letters without quotes: `"MixedCase"` is not mixedcase where names in quotes keep
 * their case. `nameOf` leaves them as they are.
 */
export function keepCase(trees: readonly Tree[], dialect: string): void {
  if (!keepsQuotedCase(dialect)) return;
  walk(trees, (node) => {
    const { name } = node;
    if (node['quoted'] === true && typeof name === 'string' && spelling(name, dialect) === name && name !== name.toLowerCase())
      Object.assign(node, { exact: true });
    return true;
  });
}

const QUERIES = ['select', 'union', 'intersect', 'except'];
/** Whether a node answers rows by itself: a SELECT or a set operation. */
export const isQuery = (node: Tree): boolean => QUERIES.some((kind) => isTree(node[kind]));

/** The parts of a dotted name whose head is a column, an identifier or a call in parentheses: `a.b.c` → [a, b, c]; null for others. */
export function dottedPath(node: Tree): string[] | null {
  const tail: string[] = [];
  let at: Tree | null = node;
  for (let dot = as(at, 'dot'); dot; dot = as(at, 'dot')) {
    const field = nameOf(dot['field'] ?? dot['expression'] ?? dot['right']);
    if (field === null) return null;
    tail.unshift(field);
    at = child(dot, 'this') ?? child(dot, 'left');
    for (let inner = at && as(at, 'paren'); inner; inner = at && as(at, 'paren')) at = child(inner, 'this');
    if (!at) return null;
  }
  const column = as(at, 'column');
  if (column) return [...columnPath(column), ...tail];
  const head = as(at, 'identifier');
  return head ? [nameOf(head) ?? '', ...tail] : null;
}

/** Qualifiers and name of a column node. */
export const columnPath = (column: Tree): string[] =>
  [column['catalog'], column['schema'], column['table'], column['name']].flatMap((part) => nameOf(part) ?? []);

/** An expression without the layers that only carry comments or parentheses. */
export function bare(node: Tree): Tree {
  let at = node;
  for (;;) {
    const inner = child(as(at, 'paren') ?? as(at, 'annotated') ?? {}, 'this');
    if (!inner) return at;
    at = inner;
  }
}

/** Alias of a projected expression (`name`, or several `names` of a table function) and the expression under it. */
export function aliased(node: Tree): { name: string | null; names: string[]; expression: Tree } {
  const annotated = as(node, 'annotated');
  if (annotated && isTree(annotated['this'])) return aliased(annotated['this']);
  const alias = as(node, 'alias') ?? as(node, 'pivot_alias');
  if (!alias || !isTree(alias['this'])) return { name: null, names: [], expression: node };
  return { name: nameOf(alias['alias']), names: namesOf(alias, 'column_aliases'), expression: alias['this'] };
}
