/** What an attribute is for matching: how it is standardised, compared and weighed. */
export const MATCH_KINDS = {
  company: { label: '单位名称', weight: 5 },
  creditCode: { label: '统一社会信用代码', weight: 8 },
  idCard: { label: '身份证号', weight: 8 },
  code: { label: '编码', weight: 6 },
  phone: { label: '电话', weight: 4 },
  person: { label: '姓名', weight: 3 },
  address: { label: '地址', weight: 2 },
  text: { label: '文本', weight: 2 },
  exact: { label: '代码值', weight: 1 },
  number: { label: '数值', weight: 1 },
  date: { label: '日期', weight: 1 },
} as const;
export type MatchKind = keyof typeof MATCH_KINDS;

/** One compared attribute of a model. */
export interface MatchAttribute {
  readonly column: string;
  readonly kind: MatchKind;
  /** how much it says, against the other attributes; the kind's own weight when not given */
  readonly weight?: number;
}
export const weightOf = ({ kind, weight }: MatchAttribute): number => weight ?? MATCH_KINDS[kind].weight;

/** From which score on two records are one, and from which a person has to look. */
export interface Thresholds {
  readonly auto: number;
  readonly review: number;
}
export type MatchPreset = 'strict' | 'balanced' | 'loose';
/** Nobody has to think of figures: three choices. */
export const PRESETS: Readonly<Record<MatchPreset, Thresholds & { readonly label: string }>> = {
  strict: { label: '严格', auto: 0.95, review: 0.8 },
  balanced: { label: '均衡', auto: 0.92, review: 0.7 },
  loose: { label: '宽松', auto: 0.9, review: 0.6 },
};

/** How records of a model are compared. */
export interface MatchRule extends Thresholds {
  readonly attributes: readonly MatchAttribute[];
}
export type Zone = 'auto' | 'review' | 'none';
export const zoneOf = (score: number, { auto, review }: Thresholds): Zone => {
  if (score >= auto) return 'auto';
  return score >= review ? 'review' : 'none';
};

/** A record as matching sees it: texts by column. */
export interface MatchRecord {
  readonly id: string;
  readonly values: Readonly<Record<string, string | null>>;
}

/** How alike one attribute of two records is; score null: not counted, as one side has no value. */
export interface Reason {
  readonly column: string;
  readonly score: number | null;
  readonly text: string;
}
/** Two records that may be one; `a` sorts before `b`. */
export interface Pair {
  readonly a: string;
  readonly b: string;
  readonly score: number;
  readonly reasons: readonly Reason[];
  /** both have a valid identifier, and these differ */
  readonly clashes: boolean;
}
