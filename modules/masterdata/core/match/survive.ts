/** How the value of an attribute is chosen among the records of a group. */
export const SURVIVAL = {
  source: '来源顺序',
  newest: '最新',
  longest: '最长',
  frequent: '出现最多',
  stays: '不变',
  manual: '人工选定',
} as const;
export type SurvivalRule = keyof typeof SURVIVAL;

/** A value with where it comes from. */
export interface Origin {
  readonly recordId: string;
  readonly value: string | null;
  readonly sourceId: string | null;
  readonly sourceKey: string | null;
  /** when the value was given, as text that sorts by time */
  readonly time: string;
}
/** The value of the golden record, with its origin and the rule that chose it; `agrees` counts the records that say the same. */
export interface Survivor extends Origin {
  readonly rule: SurvivalRule;
  readonly agrees: number;
}
export interface SurvivalOptions {
  readonly rule: SurvivalRule;
  /** ids of sources, most trusted first; a source that is not named comes last */
  readonly sources?: readonly string[];
  /** the record whose value a person chose */
  readonly chosen?: string;
  /** the record that stays: its own value is kept by the rule 不变 */
  readonly keeps?: string;
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/**
 * The surviving value of one attribute; null when no record has one. Where a rule leaves several, the more trusted source decides, then the
 * newer, then the longer, then the text, then the older id: the same values always give the same answer. A person's choice counts even when it
 * is empty.
 */
export function survive(origins: readonly Origin[], { rule, sources = [], chosen, keeps }: SurvivalOptions): Survivor | null {
  if (rule === 'manual') {
    const picked = origins.find(({ recordId }) => recordId === chosen);
    return picked ? { ...picked, rule, agrees: count(origins, picked.value) } : null;
  }
  const filled = origins.filter(({ value }) => value !== null && value !== '');
  const rank = ({ sourceId }: Origin): number => {
    const at = sourceId === null ? -1 : sources.indexOf(sourceId);
    return at < 0 ? sources.length : at;
  };
  const bySource = (a: Origin, b: Origin): number => rank(a) - rank(b);
  const byTime = (a: Origin, b: Origin): number => compare(b.time, a.time);
  const byLength = (a: Origin, b: Origin): number => [...b.value!].length - [...a.value!].length;
  const byNumber = (a: Origin, b: Origin): number => count(filled, b.value) - count(filled, a.value);
  const byStaying = (a: Origin, b: Origin): number => Number(b.recordId === keeps) - Number(a.recordId === keeps);
  const first = { source: bySource, newest: byTime, longest: byLength, frequent: byNumber, stays: byStaying }[rule];
  const ties = [
    bySource,
    byTime,
    byLength,
    (a: Origin, b: Origin) => compare(a.value!, b.value!),
    (a: Origin, b: Origin) => compare(a.recordId, b.recordId),
  ];
  const [best] = [...filled].sort((a, b) => first(a, b) || ties.reduce((order, tie) => order || tie(a, b), 0));
  return best ? { ...best, rule, agrees: count(filled, best.value) } : null;
}

const count = (origins: readonly Origin[], value: string | null): number => origins.filter((each) => each.value === value).length;
