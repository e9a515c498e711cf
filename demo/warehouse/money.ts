import { daysIn, monthEnd, monthOf, monthStart, type Period, season } from './calendar.ts';
import { CONTRACT_TARGETS, type Contract, expectedShare } from './contracts.ts';
import { type Output, REVENUE_TARGETS } from './delivery.ts';
import { BRANCHES } from './organisation.ts';
import { random } from './random.ts';

/** Collected ÷ due of each year; the last one so far. */
const COLLECTION_RATES = [0.7914, 0.8093, 0.8268, 0.8176] as const;

export interface ReceiptPlan {
  id: string;
  contract: Contract;
  /** 1 预付款 2 进度款 3 结算款 */
  kind: string;
  day: number;
  amount: number;
  paid: number;
}
export interface Receipt {
  id: string;
  plan: ReceiptPlan;
  day: number;
  amount: number;
  /** 1 转账 2 承兑汇票 3 现金支票 */
  method: string;
}

/** Work is billed every three months or at the end and is due four to nine weeks later. */
export function planReceipts(outputs: readonly Output[], period: Period): ReceiptPlan[] {
  const draw = random('plans');
  const plans: ReceiptPlan[] = [];
  const open = new Map<Contract, { amount: number; since: number }>();
  const add = (contract: Contract, kind: string, day: number, amount: number) =>
    plans.push({ id: '', contract, kind, day, amount, paid: 0 });
  for (const output of outputs) {
    const entry = open.get(output.contract) ?? { amount: 0, since: output.month };
    entry.amount += output.actual;
    open.set(output.contract, entry);
    const last = output.contract.remaining <= 0 && output.month - entry.since >= 0;
    if (output.month - entry.since >= 2 || (last && entry.amount > output.contract.amount * 0.4)) {
      add(output.contract, last ? '3' : '2', Math.min(monthEnd(output.month) + draw.int(26, 62), period.last + 75), entry.amount);
      open.delete(output.contract);
    }
  }
  for (const [contract, entry] of open)
    if (contract.remaining <= 0) add(contract, '3', Math.min(monthEnd(entry.since + 2) + draw.int(20, 50), period.last + 75), entry.amount);
  // what was billed but not paid when the covered years began
  for (const contract of new Set(outputs.map((output) => output.contract))) {
    const due = contract.openingExecuted - contract.openingReceived;
    if (due > 0) add(contract, '2', period.first + draw.int(5, 100), due);
  }
  plans.sort((a, b) => a.day - b.day || a.contract.id.localeCompare(b.contract.id));
  plans.forEach((plan, index) => (plan.id = `SK${String(index + 1).padStart(6, '0')}`));
  return plans;
}

/** Customers pay month by month, prompt ones first, so that each year ends at its collection rate. */
export function collect(plans: readonly ReceiptPlan[], period: Period): Receipt[] {
  const draw = random('receipts');
  const receipts: Receipt[] = [];
  const due = new Map<number, number>();
  for (const plan of plans) if (plan.day <= period.last) due.set(monthOf(plan.day), (due.get(monthOf(plan.day)) ?? 0) + plan.amount);
  let outstanding: ReceiptPlan[] = [];
  let at = 0;
  let year = 0;
  let dueSoFar = 0;
  let paidSoFar = 0;
  for (let month = period.firstMonth; month <= period.lastMonth; month++) {
    if (Math.floor(month / 12) !== year) [year, dueSoFar, paidSoFar] = [Math.floor(month / 12), 0, 0];
    const fraction = month === period.lastMonth ? period.fraction : 1;
    const lastDay = monthStart(month) + Math.floor(daysIn(month) * fraction) - 1;
    while (at < plans.length && (plans[at] as ReceiptPlan).day <= lastDay) outstanding.push(plans[at++] as ReceiptPlan);
    dueSoFar += due.get(month) ?? 0;
    const rate = COLLECTION_RATES[year - period.year + 3] as number;
    // the season bends the path within the year, the last month brings it back to the rate
    const shares = season('receipt', year);
    const bend = month % 12 === 11 || month === period.lastMonth ? 1 : 0.9 + (shares[month % 12] as number);
    let left = Math.max(0, Math.round(dueSoFar * rate * bend) - paidSoFar);
    // bills of prompt customers are paid when they are due, the others when somebody has asked often enough
    const queue = outstanding
      .map((plan) => {
        const age = month - monthOf(plan.day);
        return { plan, score: plan.contract.customer.promptness * 0.5 + draw.next() * 0.6 + (age === 0 ? 0.8 : Math.min(age, 12) * 0.012) };
      })
      .sort((a, b) => b.score - a.score);
    for (const { plan } of queue) {
      if (left <= 0) break;
      const rest = plan.amount - plan.paid;
      const wanted = draw.chance(0.86) ? rest : Math.round((rest * draw.between(0.3, 0.8)) / 1000) * 1000;
      const amount = Math.min(wanted, rest, left);
      if (amount <= 0) continue;
      left -= amount;
      plan.paid += amount;
      paidSoFar += amount;
      const first = Math.max(monthStart(month), Math.min(plan.day - 6, lastDay));
      receipts.push({
        id: '',
        plan,
        amount,
        day: draw.int(first, Math.min(lastDay, Math.max(first, plan.day + 25))),
        method: draw.weighted([
          ['1', 82],
          ['2', 15],
          ['3', 3],
        ]),
      });
    }
    outstanding = outstanding.filter((plan) => plan.paid < plan.amount);
  }
  receipts.sort((a, b) => a.day - b.day || a.plan.id.localeCompare(b.plan.id));
  receipts.forEach((receipt, index) => (receipt.id = `HK${String(index + 1).padStart(7, '0')}`));
  return receipts;
}

export interface Expense {
  orgId: string;
  month: number;
  /** 1 管理费用 2 销售费用 3 研发费用 4 财务费用 5 税金及附加 */
  kind: string;
  amount: number;
}
const EXPENSES: readonly (readonly [string, number])[] = [
  ['1', 0.072],
  ['2', 0.026],
  ['3', 0.029],
  ['4', 0.005],
  ['5', 0.006],
];
/** Costs beside the projects, as a share of revenue; headquarters bear their own administration. */
export function expensesOf(outputs: readonly Output[]): Expense[] {
  const draw = random('expenses');
  const revenue = new Map<string, number>();
  const total = new Map<number, number>();
  for (const output of outputs) {
    const key = `${output.contract.org.id}|${output.month}`;
    revenue.set(key, (revenue.get(key) ?? 0) + output.revenue);
    total.set(output.month, (total.get(output.month) ?? 0) + output.revenue);
  }
  const rows: Expense[] = [];
  for (const [month, sum] of total) {
    for (const org of BRANCHES)
      for (const [kind, share] of EXPENSES)
        rows.push({
          orgId: org.id,
          month,
          kind,
          amount: Math.round((revenue.get(`${org.id}|${month}`) ?? 0) * share * draw.between(0.9, 1.1)),
        });
    rows.push({ orgId: '10', month, kind: '1', amount: Math.round(sum * 0.018 * draw.between(0.95, 1.05)) });
    rows.push({ orgId: '10', month, kind: '2', amount: Math.round(sum * 0.004 * draw.between(0.9, 1.1)) });
  }
  return rows;
}

export interface Target {
  orgId: string;
  year: number;
  contract: number;
  revenue: number;
  receipt: number;
  profit: number;
  output: number;
}
/** Yearly targets of the branches: what the market plan said before the year began. */
export function targetsOf(period: Period): Target[] {
  const draw = random('targets');
  const even = (value: number) => Math.round(value / 100_000) * 100_000;
  return [0, 1, 2, 3].flatMap((index) =>
    BRANCHES.map((org): Target => {
      const share = expectedShare(org);
      const ambition = draw.between(0.96, 1.12);
      const revenue = (REVENUE_TARGETS[index] as number) * share * ambition;
      return {
        orgId: org.id,
        year: period.year - 3 + index,
        contract: even((CONTRACT_TARGETS[index + 2] as number) * share * draw.between(0.95, 1.12)),
        revenue: even(revenue),
        receipt: even(revenue * 0.9),
        profit: even(revenue * 0.075),
        output: even(revenue * 1.06),
      };
    }),
  );
}
