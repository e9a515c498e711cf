import type { Scalar, Slot } from '../../contract/query.ts';
import type { Plan } from './plan.ts';
import type { Group } from './shape.ts';

/** The order in which a Chinese reader looks names up; numbers inside names count as numbers. */
const names = new Intl.Collator('zh-Hans-CN', { numeric: true });

const DIGITS = '零一二三四五六七八九';
const NUMERAL = /[零一二三四五六七八九十日天]/;
const COUNTED = /^(.*?)([零一二三四五六七八九十]{1,3})(季度?|月份?|年级|年|级|等|期|届|周|班|标段|楼|层)?$/;

/** 十二 → 12; null for what is no such number. */
function chineseNumber(text: string): number | null {
  if (text.length === 1 && DIGITS.includes(text)) return DIGITS.indexOf(text);
  const [, tens, ones] = /^([一二三四五六七八九]?)十([一二三四五六七八九]?)$/.exec(text) ?? [];
  return tens === undefined ? null : (tens ? DIGITS.indexOf(tens) : 1) * 10 + (ones ? DIGITS.indexOf(ones) : 0);
}

/** A name whose Chinese number at its end is written in digits, so that it compares as a number: 第一季度 → 第1季度, 周日 → 周7. */
function inDigits(name: string): string {
  if (!NUMERAL.test(name)) return name;
  const [, before = '', number = '', after = ''] = COUNTED.exec(name.replace(/^(周|星期|礼拜)[日天]$/, '$1七')) ?? [];
  const count = chineseNumber(number);
  return count === null ? name : `${before}${count}${after}`;
}

function compare(a: Scalar, b: Scalar): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const [left, right] = [Number(a), Number(b)];
  // numbers beyond what a number holds come as text
  if (typeof a !== typeof b && Number.isFinite(left) && Number.isFinite(right)) return left - right;
  return names.compare(inDigits(String(a)), inDigits(String(b)));
}
/** Empty values stand last, whichever way the others run. */
const directed = (a: Scalar, b: Scalar, direction: 'asc' | 'desc'): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : direction === 'asc' ? compare(a, b) : compare(b, a);

function byOrder(order: NonNullable<Slot['order']>): (a: Scalar, b: Scalar) => number {
  const places = new Map(order.map((value, i) => [String(value), i]));
  const place = (value: Scalar) => places.get(String(value)) ?? order.length;
  return (a, b) => place(a) - place(b) || directed(a, b, 'asc');
}

type Comparing = (a: Group, b: Group) => number;

/** Puts groups in their order: what the query says, then the slots, then the dimensions; 其他 and totals come last. */
export function ordered(plan: Plan, groups: readonly Group[]): Group[] {
  const { query, dims, measures } = plan;
  const rules: Comparing[] = [(a, b) => a.level - b.level, (a, b) => a.part - b.part];
  const ofKey = (key: string) => {
    const at = Number(key.slice(1));
    return (group: Group): Scalar => (key.startsWith('d') ? group.dims[at] : group.measures[at]) ?? null;
  };
  const rank = query.topN ? Number(query.topN.of.slice(1)) : null;
  if (rank !== null && dims.length === 1) rules.push((a, b) => Number(a.isOther) - Number(b.isOther));
  for (const { by, dir } of query.sort) {
    const of = ofKey(by);
    if (by === query.topN?.of) rules.push((a, b) => Number(a.isOther) - Number(b.isOther));
    rules.push((a, b) => directed(of(a), of(b), dir));
  }
  for (const [i, { slot }] of measures.entries())
    if (slot.sort === 'asc' || slot.sort === 'desc') {
      const { sort } = slot;
      rules.push((a, b) => directed(a.measures[i]!, b.measures[i]!, sort));
    }
  const best = rank === null || query.sort.length > 0 ? null : scores(plan, groups, rank);
  for (const [i, { slot }] of dims.entries()) {
    if (i === rank) rules.push((a, b) => Number(a.isOther) - Number(b.isOther));
    if (slot.sort === 'custom' && slot.order) {
      const own = byOrder(slot.order);
      rules.push((a, b) => own(a.dims[i]!, b.dims[i]!));
    } else {
      if (i === rank && best && (slot.sort ?? 'none') === 'none') rules.push((a, b) => best(a) - best(b));
      rules.push((a, b) => directed(a.dims[i]!, b.dims[i]!, slot.sort === 'desc' ? 'desc' : 'asc'));
    }
  }
  return groups
    .map((group, i) => ({ group, i }))
    .sort((a, b) => {
      for (const rule of rules) {
        const found = rule(a.group, b.group);
        if (found !== 0) return found;
      }
      return a.i - b.i;
    })
    .map(({ group }) => group);
}

/** Ranked values stand in the order of their rank. */
function scores(plan: Plan, groups: readonly Group[], rank: number): (group: Group) => number {
  const { by, bottom } = plan.query.topN!;
  const at = Number(by.slice(1));
  const sums = new Map<string, number>();
  for (const { dims, measures, level } of groups)
    if (level === 0) sums.set(String(dims[rank]), (sums.get(String(dims[rank])) ?? 0) + (Number(measures[at]) || 0));
  return (group) => (bottom ? 1 : -1) * (sums.get(String(group.dims[rank])) ?? 0);
}
