interface Searched {
  code: string;
  parentCode: string | null;
  name: string;
  pinyin: string;
  fullPinyin: string | null;
}

/** A name that contains the text, a code that begins with it, or how the name is typed: in full or by initials. */
export function matchesArea(area: Searched, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return (
    area.name.includes(wanted) ||
    area.code.startsWith(wanted) ||
    area.pinyin.toLowerCase().startsWith(wanted) ||
    (area.fullPinyin ?? '').startsWith(wanted.replace(/[\s']/g, ''))
  );
}

/** The areas that match and all above them, in the given order, and the codes of those that match. */
export function findAreas<Area extends Searched>(areas: readonly Area[], text: string): { shown: Area[]; found: Set<string> } {
  const byCode = new Map(areas.map((area) => [area.code, area]));
  const found = new Set<string>();
  const kept = new Set<string>();
  for (const area of areas) {
    if (!matchesArea(area, text)) continue;
    found.add(area.code);
    for (let at: Area | undefined = area; at && !kept.has(at.code); at = byCode.get(at.parentCode ?? '')) kept.add(at.code);
  }
  return { shown: areas.filter((area) => kept.has(area.code)), found };
}
