/** A row that may stand below another one of the same source. */
export interface Placed {
  readonly key: string;
  /** keys of the rows that it stands below */
  readonly above: readonly string[];
}

/**
 * Rows by how far they stand below others of the same list, those that stand below none first; within a level they keep their order. Rows of a circle
 * come last, together: whoever takes them one level after another refuses them.
 */
export function levelsOf<Row>(rows: readonly Row[], placeOf: (row: Row) => Placed): Row[][] {
  const places = rows.map(placeOf);
  const known = new Set(places.map(({ key }) => key));
  const done = new Set<string>();
  const levels: Row[][] = [];
  let open = rows.map((_, at) => at);
  while (open.length > 0) {
    const ready = open.filter((at) => places[at]!.above.every((key) => !known.has(key) || done.has(key)));
    const level = ready.length > 0 ? ready : open;
    levels.push(level.map((at) => rows[at]!));
    for (const at of level) done.add(places[at]!.key);
    const taken = new Set(level);
    open = open.filter((at) => !taken.has(at));
  }
  return levels;
}
