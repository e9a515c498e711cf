interface Choosable {
  id: string;
  parentId: string;
  menuType: '0' | '1' | '2';
}

/** Children by parent. */
function childrenOf<Row extends Choosable>(rows: readonly Row[]): Map<string, Row[]> {
  const children = new Map<string, Row[]>();
  for (const row of rows) children.set(row.parentId, [...(children.get(row.parentId) ?? []), row]);
  return children;
}

/**
 * The selected menus after one node was ticked or unticked. Directories are never selected themselves; a button selects its page too, and
 * unticking a node unticks everything below it.
 */
export function toggle<Row extends Choosable>(rows: readonly Row[], chosen: ReadonlySet<string>, id: string, isOn: boolean): Set<string> {
  const children = childrenOf(rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const next = new Set(chosen);
  const visit = (row: Row) => {
    if (isOn && row.menuType !== '0') next.add(row.id);
    else next.delete(row.id);
    for (const child of children.get(row.id) ?? []) visit(child);
  };
  const row = byId.get(id);
  if (!row) return next;
  visit(row);
  const page = byId.get(row.parentId);
  if (isOn && row.menuType === '2' && page) next.add(page.id);
  return next;
}

/** Which rows are shown ticked, and which modules half ticked because only some of what is in them is chosen. */
export function checkState<Row extends Choosable>(
  rows: readonly Row[],
  chosen: ReadonlySet<string>,
): { checked: string[]; half: string[] } {
  const children = childrenOf(rows);
  const checked: string[] = [];
  const half: string[] = [];
  /** [all, some] of a row and everything below it */
  const visit = (row: Row): [boolean, boolean] => {
    const below = (children.get(row.id) ?? []).map(visit);
    const own = row.menuType === '0' ? below.length > 0 : chosen.has(row.id);
    const all = own && below.every(([every]) => every);
    const some = (row.menuType !== '0' && own) || below.some(([, any]) => any);
    if (row.menuType === '0' ? all : own) checked.push(row.id);
    else if (some) half.push(row.id);
    return [all, some];
  };
  const ids = new Set(rows.map((row) => row.id));
  rows.filter((row) => !ids.has(row.parentId)).forEach(visit);
  return { checked, half };
}
