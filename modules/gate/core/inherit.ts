/** Levels whose values are masked; only these are inherited. */
export const isSensitive = (level: string | null): boolean => level === 'L3' || level === 'L4';
/** Order of strictness; no level comes first. */
const rank = (level: string | null): number => (level === null ? 0 : Number(level.slice(1)) || 0);

/** A level with where it comes from. */
export interface Own {
  readonly level: string | null;
  readonly classId: string | null;
  readonly by: string | null;
}
export interface Inherited {
  readonly level: string;
  readonly classId: string | null;
  /** id of the column that decides */
  readonly from: string;
  readonly isWhole: boolean;
}
/** A column whose content flows into the one in question. */
export interface Origin {
  readonly id: string;
  readonly level: string | null;
  readonly classId: string | null;
  /** its values are hidden whole, whatever the mask of its class */
  readonly isWhole: boolean;
  /** how its value is worked up on the way; null = it comes as it is */
  readonly expression: string | null;
}
/** What a column has now. */
export interface ColumnLevel {
  readonly level: string | null;
  readonly classId: string | null;
  readonly by: string | null;
  readonly isWhole: boolean;
  readonly own: Own;
  readonly inherited: Inherited | null;
}
export interface Situation {
  readonly origins: readonly Origin[];
  /** where the content comes from is not known (yet), and the source holds sensitive columns */
  readonly isUnknown: boolean;
}

/** `COUNT(x)` and `COUNT(DISTINCT x)` of one bare column tell how many, not what. */
export const isCountOnly = (expression: string | null): boolean =>
  expression !== null &&
  /^count\s*\(\s*(distinct\s+)?("[^"]+"|`[^`]+`|\[[^\]]+\]|[\p{L}\w$]+)(\.("[^"]+"|`[^`]+`|\[[^\]]+\]|[\p{L}\w$]+))*\s*\)$/iu.test(
    expression.trim(),
  );

const OVERLAID = new Set(['inherited', 'pending']);

/** The strictest of the columns that flow in; values of several classes, or worked up ones, are hidden whole. */
export function strictest(origins: readonly Origin[]): Inherited | null {
  const flowing = origins.filter((origin) => isSensitive(origin.level) && !isCountOnly(origin.expression));
  if (flowing.length === 0) return null;
  const [best] = [...flowing].sort(
    (a, b) =>
      rank(b.level) - rank(a.level) || Number(b.classId !== null) - Number(a.classId !== null) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
  const classes = new Set(flowing.map((origin) => origin.classId));
  const isWhole = classes.size > 1 || flowing.some((origin) => origin.expression !== null || origin.isWhole);
  return { level: best!.level!, classId: best!.classId, from: best!.id, isWhole };
}

/**
 * What a column inherits: the strictest of its present origins. When the one that it had inherited from no longer flows in (an edge that
 * was removed, a column that is gone) the level stays until a person decides; when that origin itself became less strict, it follows.
 */
function inheritedNow(before: Inherited | null, origins: readonly Origin[]): Inherited | null {
  const now = strictest(origins);
  if (before === null || origins.some((origin) => origin.id === before.from)) return now;
  return now !== null && rank(now.level) >= rank(before.level) ? now : before;
}

/**
 * The level of a column after its lineage, or the level of a column that flows into it, changed. What a person decided stays, unless the
 * lineage was taken anew and other sensitive content flows in than the person knew of.
 */
export function nextColumnLevel(now: ColumnLevel, { origins, isUnknown }: Situation): ColumnLevel {
  const own: Own = OVERLAID.has(now.by ?? '') ? now.own : { level: now.level, classId: now.classId, by: now.by };
  const inherited = inheritedNow(now.inherited, origins);
  const none: Own = { level: null, classId: null, by: null };
  const asOwn: ColumnLevel = { level: own.level, classId: own.classId, by: own.by, isWhole: false, own: none, inherited };
  const asInherited = (): ColumnLevel => ({
    level: inherited!.level,
    classId: inherited!.classId,
    by: 'inherited',
    isWhole: inherited!.isWhole,
    own,
    inherited,
  });
  if (isUnknown)
    return now.by === 'manual' || (own.by === 'manual' && isSensitive(own.level))
      ? { ...asOwn, inherited: now.inherited }
      : { level: 'L4', classId: null, by: 'pending', isWhole: true, own, inherited: now.inherited };
  if (inherited === null) return asOwn;
  if (own.by === 'manual') {
    const isOvertaken =
      now.by === 'pending' && !isSensitive(own.level) && inherited.from !== now.inherited?.from && now.inherited !== inherited;
    return isOvertaken ? asInherited() : asOwn;
  }
  return rank(own.level) >= rank(inherited.level) ? asOwn : asInherited();
}
