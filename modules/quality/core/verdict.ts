import type { Outcome } from './compile/outcome.ts';

/** States of a result as they are stored and filtered by; «could not run» is never «failed». */
export const STATES = { pass: '通过', warn: '警告', fail: '不通过', error: '执行失败', skip: '跳过' } as const;
export type State = keyof typeof STATES;
/** `ruleStrength`: 1 weak, only warns; 2 strong, blocks what waits for it. */
export type Strength = '1' | '2';

/** What a rule's owner tolerates. */
export interface Tolerance {
  readonly strength: Strength;
  /** rows that must be good, in percent of those checked; 100 unless said */
  readonly threshold: number | null;
  /** from here on down to the threshold a result is a warning; null = no warning */
  readonly warnBelow?: number | null | undefined;
}
export interface Verdict {
  readonly state: State;
  /** one sentence for lists and messages */
  readonly message: string;
  /** a strong rule failed: what waits for the batch must not go on */
  readonly blocks: boolean;
}

/** Good rows in percent of those checked, 0 to 100, with as many digits as it takes to tell it from 100. Null when none was checked. */
export function passRate({ checked, bad }: Pick<Outcome, 'checked' | 'bad'>): number | null {
  if (checked === null || bad === null) return null;
  return checked === 0 ? null : (100 * Math.max(0, checked - bad)) / checked;
}

const percent = (rate: number): string => {
  const shown = Math.floor(rate * 100) / 100;
  return `${shown === 100 && rate < 100 ? 99.99 : shown}%`;
};

/**
 * What a result means. Rows: the share of good ones against the threshold (`mostly` of Great Expectations); a failed weak rule is a failure that
 * blocks nothing. Numbers: within their bounds or not. Nothing checked is a pass: there is nothing bad.
 */
export function verdictOf(found: Outcome, tolerance: Tolerance): Verdict {
  const verdict = (state: State, message: string): Verdict => ({ state, message, blocks: state === 'fail' && tolerance.strength === '2' });
  if (found.problem) return verdict(found.problem.state, found.problem.message);
  const sampled = found.sampled === null ? '' : `（抽样${found.sampled}行）`;
  if (found.isGood !== null) {
    const number = found.finding ?? (found.value === null ? '没有值' : `实际为${found.value}${found.unit === '%' ? '%' : ''}`);
    const value = found.expected ? `${number}，${found.expected.says}` : number;
    return verdict(found.isGood ? 'pass' : 'fail', `${value}，${found.isGood ? '符合' : '不符合'}要求${sampled}`);
  }
  if (found.checked === null || found.bad === null) return verdict('error', '没有得到检查结果，请查看任务日志');
  const rate = passRate(found);
  const unit = found.unit ?? '行';
  if (rate === null) return verdict('pass', `没有需要检查的${unit}${sampled}`);
  const what = found.value === null || found.bad === 0 ? '' : `（${found.value}）`;
  const counts = `检查${found.checked}${unit}，不合格${found.bad}${unit}${what}，合格率${percent(rate)}${sampled}`;
  // a share of rows is a number of rows: at 99 % of 200 rows, two may be bad
  const keeps = (least: number) => (found.checked! - found.bad!) * 100 >= least * found.checked! - 1e-9;
  if (!keeps(tolerance.threshold ?? 100)) return verdict('fail', counts);
  return verdict(tolerance.warnBelow != null && !keeps(tolerance.warnBelow) ? 'warn' : 'pass', counts);
}
