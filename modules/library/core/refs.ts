/** What a part of a document uses of one data set, by the ids of its fields. */
export interface FieldUse {
  readonly dataSetId: string;
  /** fields that are shown, by themselves or in groups */
  readonly shown: readonly string[];
  /** fields that only decide what is shown */
  readonly deciding: readonly string[];
  /** every field of the data set is used */
  readonly isWhole?: boolean;
}

/** An id that a document names, and where. */
export interface Ref {
  readonly id: string;
  readonly path: string;
}
/** Stored charts and data sets that a document names; those of links to other boards and screens are not among them. */
export interface Refs {
  readonly charts: readonly Ref[];
  readonly sets: readonly Ref[];
  /** what it uses of which data set */
  readonly uses: readonly FieldUse[];
  /** stored charts whose rows people may see one by one: all fields of their data sets are used */
  readonly detailed: readonly string[];
}

/** Each id once. */
export const idsOf = (refs: readonly Ref[]): string[] => [...new Set(refs.map(({ id }) => id))];

/** The fields used of one data set, each once; undefined when all of it is used, or none can be told. */
export function fieldsUsed(uses: readonly FieldUse[], dataSetId: string): { shown: string[]; deciding: string[] } | undefined {
  const own = uses.filter((use) => use.dataSetId === dataSetId);
  const shown = new Set(own.flatMap((use) => use.shown));
  const deciding = new Set(own.flatMap((use) => use.deciding).filter((col) => !shown.has(col)));
  if (own.some((use) => use.isWhole) || shown.size + deciding.size === 0) return undefined;
  return { shown: [...shown], deciding: [...deciding] };
}

/** Fields of one data set that go by another id: old → new. */
export interface Renames {
  readonly dataSetId: string;
  readonly names: ReadonlyMap<string, string>;
}
/** Data set of a stored chart, undefined when it is not known. */
export type SetOf = (chartId: string) => string | undefined;
