import type { BoardItem } from '../contract/board-config.ts';

/**
 * The tiles of a tab without those of folded sections. A section reaches down to the next one; what is below a folded section moves up by
 * the height that went.
 */
export function shownItems(layout: readonly BoardItem[], folded: ReadonlySet<string>): BoardItem[] {
  const sections = layout.filter((item) => item.kind === 'section').sort((a, b) => a.y - b.y);
  if (!sections.some((section) => folded.has(section.i))) return [...layout];
  const bottomOf = (items: readonly BoardItem[]): number => items.reduce((most, item) => Math.max(most, item.y + item.h), 0);
  const shown: BoardItem[] = [];
  let up = 0;
  const take = (items: readonly BoardItem[]) => shown.push(...items.map((item) => ({ ...item, y: item.y - up })));
  const first = sections[0]!.y;
  take(layout.filter((item) => item.kind !== 'section' && item.y < first));
  sections.forEach((section, n) => {
    const end = sections[n + 1]?.y ?? Infinity;
    const inside = layout.filter((item) => item.kind !== 'section' && item.y >= section.y && item.y < end);
    take([section]);
    if (folded.has(section.i)) up += Math.max(0, (end === Infinity ? bottomOf(inside) : end) - (section.y + section.h));
    else take(inside);
  });
  return shown;
}
