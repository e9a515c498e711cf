import { isPatent, patentNumberProblem, softwareNumberProblem } from './patent-number.ts';

/** 法律状态 (dictionary prj_ip_status). */
export const IP_STATUS = {
  planned: '1',
  accepted: '2',
  examined: '3',
  granted: '4',
  rejected: '5',
  lapsed: '6',
  transferred: '7',
} as const;
const STATUS_NAMES: Readonly<Record<string, string>> = {
  '1': '拟申请',
  '2': '已受理',
  '3': '实质审查',
  '4': '已授权',
  '5': '驳回',
  '6': '失效/终止',
  '7': '转让/许可',
};

/**
 * What may follow a legal status. An archive is often kept late, so steps may be left out, but a right does not go back before what has
 * happened: a rejection can be re-examined (复审, Patent Law art. 41), a lapsed right restored (恢复权利, Implementing Regulations rule 6),
 * a licence can end; nothing else returns.
 */
const NEXT: Readonly<Record<string, readonly string[]>> = {
  '1': ['2', '3', '4', '5', '6'],
  '2': ['3', '4', '5', '6', '7'],
  '3': ['4', '5', '6', '7'],
  '4': ['6', '7'],
  '5': ['3', '4', '6'],
  '6': ['4'],
  '7': ['4', '6'],
};

/** Why a legal status cannot become another one; null when it can. */
export function statusStepProblem(from: string, to: string): string | null {
  if (from === to || NEXT[from]?.includes(to)) return null;
  const possible = (NEXT[from] ?? []).map((code) => `“${STATUS_NAMES[code] ?? code}”`).join('、');
  return `法律状态不能由“${STATUS_NAMES[from] ?? from}”变为“${STATUS_NAMES[to] ?? to}”，可变为${possible}`;
}

/** Fields of an 知识产权 that the rules between fields look at; days as `YYYY-MM-DD`. */
export interface IpFacts {
  ipType: string;
  legalStatus: string;
  applyNo: string | null;
  applyDate: string | null;
  grantNo: string | null;
  grantDate: string | null;
  expireDate: string | null;
}
/** A broken rule between fields, under the field that a person corrects. */
export interface FieldIssue {
  path: string;
  message: string;
}

/** The rules between the fields of one record: numbers by type, what a grant needs, the order of the days. */
export function ipProblems(facts: IpFacts): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const add = (path: string, message: string | null) => message !== null && issues.push({ path, message });
  if (facts.applyNo !== null && isPatent(facts.ipType)) add('applyNo', patentNumberProblem(facts.applyNo, facts.ipType));
  if (facts.grantNo !== null && facts.ipType === '4') add('grantNo', softwareNumberProblem(facts.grantNo));
  if (facts.legalStatus === IP_STATUS.granted) {
    if (facts.grantNo === null) add('grantNo', '已授权的知识产权须填写授权/登记号');
    if (facts.grantDate === null) add('grantDate', '已授权的知识产权须填写授权日期');
  }
  if (facts.applyDate !== null && facts.grantDate !== null && facts.grantDate < facts.applyDate)
    add('grantDate', '授权日期不能早于申请日期');
  const since = facts.grantDate ?? facts.applyDate;
  if (facts.expireDate !== null && since !== null && facts.expireDate < since) add('expireDate', '权利届满日不能早于授权日期和申请日期');
  return issues;
}

/** Designs filed from this day on are protected for 15 years instead of 10 (CNIPA notices 423 and 510). */
const LONGER_DESIGNS = '2021-06-01';

function yearsOf(ipType: string, applyDate: string): number | null {
  if (ipType === '1') return 20;
  if (ipType === '2') return 10;
  if (ipType === '3') return applyDate >= LONGER_DESIGNS ? 15 : 10;
  return null;
}

/**
 * The last day of protection that the law gives, counted from the day of application; null for types without a fixed term.
 * Patent Law art. 42: 发明专利 20, 实用新型 10, 外观设计 15 years from the filing day. The term ends on the day before its anniversary
 * (专利审查指南 part 5 chapter 9 §2.1: filed 1999-09-06 for ten years = until 2009-09-05).
 */
export function suggestedExpiry(ipType: string, applyDate: string | null): string | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(applyDate ?? '');
  const years = found && applyDate ? yearsOf(ipType, applyDate) : null;
  if (!found || years === null) return null;
  const day = new Date(Date.UTC(Number(found[1]) + years, Number(found[2]) - 1, Number(found[3]) - 1));
  return day.toISOString().slice(0, 10);
}
