/** A 生产单元 as the tree rules see it. */
export interface UnitPlace {
  id: string;
  parentId: string;
}
/** parent of what stands at the top */
export const TOP = '0';

/** True when the unit would stand below itself: `parentId` is the unit or lies under it. */
export function makesCircle(units: readonly UnitPlace[], id: string, parentId: string): boolean {
  const parents = new Map(units.map((unit) => [unit.id, unit.parentId]));
  const seen = new Set<string>();
  for (let at: string | undefined = parentId; at !== undefined && at !== TOP && !seen.has(at); at = parents.get(at)) {
    if (at === id) return true;
    seen.add(at);
  }
  return false;
}

/** The unit with everything below it. */
export function unitsBelow(units: readonly UnitPlace[], id: string): string[] {
  const found = new Set([id]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const unit of units) if (found.has(unit.parentId)) found.add(unit.id);
  }
  return [...found];
}

/** Share of the planned posts that are filled, in percent with one decimal; null without a plan. */
export const staffRate = (actual: number, plan: number): number | null => (plan > 0 ? Math.round((actual / plan) * 1000) / 10 : null);
