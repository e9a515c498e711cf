import { weightOf, type MatchAttribute, type MatchRecord, type MatchRule, type Pair, type Reason } from './kinds.ts';
import { likeness } from './similar.ts';
import { standardise, type Standard } from './standardise.ts';

/** A record with its comparable values, in the order of the rule's attributes. */
export interface Prepared {
  readonly id: string;
  readonly values: readonly (Standard | null)[];
}
export const prepare = ({ attributes }: MatchRule, { id, values }: MatchRecord): Prepared => ({
  id,
  values: attributes.map(({ kind, column }) => standardise(kind, values[column])),
});

/** The identifiers of a record that are valid, by column: records with different ones are never one. */
export function identitiesOf({ attributes }: MatchRule, { values }: Prepared): Record<string, string> {
  return Object.fromEntries(
    attributes.flatMap((attribute, at) => {
      const value = values[at];
      return value && isIdentifier(attribute) && value.isValid ? [[attribute.column, value.text]] : [];
    }),
  );
}

/** Companies move, change their number and their contact: a difference there says half of what an agreement says. */
const CHANGING = new Set(['phone', 'person', 'address']);
/** Below this likeness a value counts as another one. */
const DIFFERENT = 0.5;
/** Share of all weights that both records must fill for their score to be trusted without a person. */
const ENOUGH = 0.4;
const isIdentifier = ({ kind }: MatchAttribute): boolean => kind === 'creditCode' || kind === 'idCard';
const round = (score: number): number => Math.round(score * 1000) / 1000;

/**
 * How alike two records are. Attributes that only one of them fills are not counted; where too little is left to compare, a person has to look
 * however alike it is. An identifier that is the same and valid brings two records to a person at least; two valid ones that differ keep
 * them apart.
 */
export function comparePair(rule: MatchRule, one: Prepared, two: Prepared): Pair {
  const [a, b] = one.id < two.id ? [one, two] : [two, one];
  let sum = 0;
  let counted = 0;
  let filled = 0;
  let all = 0;
  let clashes = false;
  let isSureIdentifier = false;
  const reasons = rule.attributes.map((attribute, at): Reason => {
    const [left, right] = [a.values[at] ?? null, b.values[at] ?? null];
    const weight = weightOf(attribute);
    all += weight;
    if (!left || !right) return { column: attribute.column, score: null, text: left || right ? '仅一处有值' : '都没有值' };
    const { score, text, clashes: isClash } = likeness(attribute.kind, left, right);
    filled += weight;
    const says = score < DIFFERENT && CHANGING.has(attribute.kind) ? weight / 2 : weight;
    sum += says * score;
    counted += says;
    if (isClash) clashes = true;
    if (isIdentifier(attribute) && score === 1) isSureIdentifier = true;
    return { column: attribute.column, score: round(score), text };
  });
  return {
    a: a.id,
    b: b.id,
    score: round(settle(rule, { raw: counted > 0 ? sum / counted : 0, share: filled / all, clashes, isSureIdentifier })),
    reasons,
    clashes,
  };
}

function settle(
  { auto, review }: MatchRule,
  { raw, share, clashes, isSureIdentifier }: { raw: number; share: number; clashes: boolean; isSureIdentifier: boolean },
): number {
  if (clashes) return Math.min(raw, review - 0.01);
  let score = raw;
  if (isSureIdentifier) score = Math.max(score, review);
  if (share < ENOUGH) score = Math.min(score, auto - 0.01);
  return score;
}
