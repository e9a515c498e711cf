import { selectsIntoVariables } from './dialects.ts';
import type { Rows } from './relation.ts';
import { UNNAMED } from './select-list.ts';
import type { Session } from './session.ts';
import { passOn } from './targets.ts';
import { isPlaceholder } from './template.ts';
import { child, nameOf, tableName, type Tree } from './tree.ts';

/** The result of a statement that only selects: the answer, a new table, or variables. */
export function selectInto(rows: Rows, session: Session): void {
  const { into } = rows;
  const target = into ? intoTarget(into) : '';
  if (!into || target === '') {
    if (session.inBody) return;
    session.answers = true;
    for (const { name: given, sources } of rows.columns) {
      const name = isPlaceholder(given) ? UNNAMED : given;
      session.outputs.set(name, [...(session.outputs.get(name) ?? []), ...sources]);
      session.flow(null, name, sources);
    }
    return;
  }
  const variables = [target, ...list(into)];
  if (selectsIntoVariables(session.dialect, session.inBody) || target.startsWith('@') || target.startsWith(':')) {
    rows.columns.forEach((column, at) => session.assign(variables[at] ?? target, column.sources));
    return;
  }
  if (into['temporary'] === true || target.startsWith('#')) session.temporary.add(target);
  session.made.set(target, passOn({ table: target, columns: rows.columns, names: [], byName: true }, session));
}

const list = (into: Tree): string[] => {
  const rest = into['expressions'];
  return Array.isArray(rest) ? rest.flatMap((item) => nameOf(item) ?? []) : [];
};

function intoTarget(into: Tree): string {
  const target = child(into, 'this');
  return target?.['table'] ? tableName(target) : (nameOf(target) ?? '');
}
