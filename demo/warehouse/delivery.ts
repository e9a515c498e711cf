import { daysIn, monthOf, monthStart, type Period, season } from './calendar.ts';
import { type Contract, workdayIn } from './contracts.ts';
import { BRANCHES } from './organisation.ts';
import { random, type Random } from './random.ts';

/** Revenue without tax by year, the three full years and the running one. */
export const REVENUE_TARGETS = [1_017_384_000, 1_092_617_000, 1_160_953_000, 1_216_428_000] as const;
const TAX = 0.06;

export interface Output {
  contract: Contract;
  month: number;
  plan: number;
  actual: number;
  revenue: number;
  /** 人工, 分包, 材料, 机械, 管理 */
  costs: readonly [number, number, number, number, number];
}

export interface Project {
  id: string;
  contract: Contract;
  name: string;
  /** 1 前期 2 方案 3 初步设计 4 施工图 5 施工配合 6 竣工 */
  stage: string;
  /** 1 在建 2 完工 3 暂停 4 终止 5 未开工 */
  status: string;
  actualStart: number | null;
  actualEnd: number | null;
  progressPlan: number;
  progressActual: number;
  budget: number;
  cost: number;
  /** 1 低 2 中 3 高 */
  risk: string;
  lng: number;
  lat: number;
}

const round2 = (value: number) => Math.round(value * 100) / 100;

function splitCost(contract: Contract, revenue: number, temper: number, draw: Random): Output['costs'] {
  const total = revenue * (1 - contract.business.margin) * temper;
  const noisy = contract.business.costs.map((share) => share * draw.between(0.88, 1.12));
  const sum = noisy.reduce((a, b) => a + b, 0);
  return noisy.map((share) => Math.round((total * share) / sum)) as unknown as Output['costs'];
}

/** Works through the contracts month by month: what is left is spread over the time left, the sum of a month is the company's target. */
export function deliver(contracts: readonly Contract[], period: Period): Output[] {
  const draw = random('delivery');
  const outputs: Output[] = [];
  const temper = new Map(contracts.map((contract) => [contract, Math.max(0.86, draw.normal(1, 0.07))]));
  // a terminated contract stops somewhere on the way
  const floor = new Map(
    contracts.map((contract) => [contract, contract.status === '3' ? Math.round(contract.remaining * draw.between(0.2, 0.8)) : 0]),
  );
  const skill = new Map(BRANCHES.map((org) => [org, draw.between(0.9, 1.0)]));
  // one in eleven runs late from the start
  const slow = new Set(contracts.filter(() => draw.chance(0.09)));
  let active: Contract[] = [];
  let next = 0;
  const queue = contracts.filter((contract) => contract.status !== '4').sort((a, b) => a.start - b.start || a.id.localeCompare(b.id));

  for (let month = period.firstMonth; month <= period.lastMonth; month++) {
    const fraction = month === period.lastMonth ? period.fraction : 1;
    const lastDay = monthStart(month) + Math.floor(daysIn(month) * fraction) - 1;
    while (next < queue.length && (queue[next] as Contract).start <= lastDay - 3) active.push(queue[next++] as Contract);
    const year = Math.floor(month / 12);
    const share = season('revenue', year)[month % 12] as number;
    const target = Math.round((REVENUE_TARGETS[year - period.year + 3] as number) * (1 + TAX) * share * fraction);
    const needs = active.map((contract) => {
      // teams aim at finishing with some air
      const aim = contract.start + (contract.end - contract.start) * (slow.has(contract) ? 1.35 : 0.9);
      const monthsLeft = Math.max(1, monthOf(aim) - month + 1);
      return ((contract.remaining - (floor.get(contract) as number)) / monthsLeft) * Math.exp(draw.normal(0, 0.3));
    });
    const actuals = spread(
      target,
      needs,
      active.map((contract) => contract.remaining - (floor.get(contract) as number)),
      active.map((contract) => contract.amount * 0.05 + 3000),
    );
    active.forEach((contract, index) => {
      const actual = actuals[index] as number;
      if (actual <= 0) return;
      contract.remaining -= actual;
      const rate = Math.min(1.22, Math.max(0.55, draw.normal(0.96 * (skill.get(contract.org) as number), 0.12)));
      const revenue = round2(actual / (1 + TAX));
      outputs.push({
        contract,
        month,
        actual,
        plan: Math.round(actual / rate),
        revenue,
        costs: splitCost(contract, revenue, temper.get(contract) as number, draw),
      });
    });
    active = active.filter((contract) => contract.remaining > (floor.get(contract) as number));
  }
  return outputs;
}

/** Shares `target` in proportion to the needs, nobody above the own limit, whole yuan, exact sum as long as the limits allow. */
function spread(target: number, needs: readonly number[], limits: readonly number[], crumbs: readonly number[]): number[] {
  const given = needs.map(() => 0);
  let left = target;
  for (let turn = 0; turn < 8 && left > 0; turn++) {
    const open = needs.map((need, index) => ((given[index] as number) < (limits[index] as number) ? need : 0));
    const sum = open.reduce((total, need) => total + need, 0);
    if (sum <= 0) break;
    const factor = left / sum;
    open.forEach((need, index) => {
      // what is nearly done is finished
      const limit = (limits[index] as number) - (given[index] as number);
      let part = Math.min(limit, Math.round(need * factor), left);
      if (limit - part < (crumbs[index] as number) && limit <= left) part = limit;
      given[index] = (given[index] as number) + part;
      left -= part;
    });
  }
  return given;
}

const STAGES: readonly (readonly [number, string])[] = [
  [0.08, '1'],
  [0.25, '2'],
  [0.45, '3'],
  [0.7, '4'],
  [0.999, '5'],
];

export function projectsOf(contracts: readonly Contract[], outputs: readonly Output[], period: Period): Project[] {
  const draw = random('projects');
  const byContract = new Map<Contract, Output[]>();
  for (const output of outputs) {
    const list = byContract.get(output.contract);
    if (list) list.push(output);
    else byContract.set(output.contract, [output]);
  }
  return contracts.map((contract): Project => {
    const own = byContract.get(contract) ?? [];
    const progressActual = (contract.amount - contract.remaining) / contract.amount;
    const done = contract.remaining <= 0;
    if (done) contract.status = '2';
    const final = own.at(-1);
    const budget = Math.round((contract.amount / (1 + TAX)) * (1 - contract.business.margin) * draw.between(0.985, 1.04));
    const openingCost = Math.round((contract.openingExecuted / (1 + TAX)) * (1 - contract.business.margin));
    const cost = own.reduce((total, output) => total + output.costs.reduce((a, b) => a + b, 0), openingCost);
    const progressPlan = Math.min(1, Math.max(0, (period.last - contract.start) / (contract.end - contract.start)));
    const overrun = progressActual > 0 ? cost / (budget * progressActual) - 1 : 0;
    const lag = done ? 0 : progressPlan - progressActual;
    const score = Math.max(0, overrun) * 300 + Math.max(0, lag) * 130 + draw.between(0, 18);
    const begun = own.length > 0 || contract.openingExecuted > 0;
    return {
      id: `P${contract.id.slice(2)}`,
      contract,
      name: contract.work,
      budget,
      cost,
      progressPlan,
      progressActual,
      stage: done ? '6' : (STAGES.find(([until]) => progressActual < until)?.[1] ?? '5'),
      status: done ? '2' : contract.status === '3' ? '4' : !begun ? '5' : lag > 0.35 && draw.chance(0.12) ? '3' : '1',
      actualStart: contract.openingExecuted > 0 ? contract.start : own[0] ? Math.max(contract.start, monthStart(own[0].month)) : null,
      actualEnd:
        done && final ? Math.min(period.last, workdayIn(draw, final.month, final.month === period.lastMonth ? period.fraction : 1)) : null,
      risk: score > 48 ? '3' : score > 24 ? '2' : '1',
      lng: Math.round((contract.city.lng + draw.normal(0, 0.09)) * 10000) / 10000,
      lat: Math.round((contract.city.lat + draw.normal(0, 0.07)) * 10000) / 10000,
    };
  });
}

export interface Check {
  id: string;
  project: Project;
  day: number;
  /** 1 质量 2 安全 */
  kind: string;
  /** 1 一般 2 较大 3 重大 */
  level: string;
  category: string;
  found: number;
  rectified: number;
  deadline: number;
  closed: number | null;
  passFirst: '0' | '1';
}
const QUALITY = ['勘察深度不足', '图纸错漏碰缺', '计算书不完整', '工程量偏差', '见证取样缺失', '旁站记录不全', '资料归档滞后'];
const SAFETY = ['临边防护', '临时用电', '高处作业', '起重吊装', '消防管理', '个人防护', '深基坑监测'];

export function inspect(projects: readonly Project[], period: Period): Check[] {
  const draw = random('checks');
  const checks: Check[] = [];
  for (const project of projects) {
    if (project.actualStart === null) continue;
    const until = project.actualEnd ?? (project.status === '4' ? Math.min(period.last, project.contract.end) : period.last);
    for (let day = Math.max(project.actualStart, period.first) + draw.int(10, 70); day <= until; day += draw.int(50, 130)) {
      const kind = draw.chance(0.56) ? '1' : '2';
      const found = Math.max(0, Math.floor(draw.normal(2.6, 2.2)));
      const deadline = day + draw.int(7, 20);
      const closedAll = found > 0 && draw.chance(0.965) && deadline < period.last;
      checks.push({
        id: '',
        project,
        day,
        kind,
        found,
        deadline,
        level:
          found === 0
            ? '1'
            : draw.weighted([
                ['1', 84],
                ['2', 14],
                ['3', 2],
              ]),
        category: draw.pick(kind === '1' ? QUALITY : SAFETY),
        rectified: closedAll ? found : Math.min(found, Math.floor(found * draw.next())),
        closed: closedAll ? Math.min(period.last, Math.max(day + 1, deadline + draw.int(-8, 3))) : null,
        passFirst: found === 0 || draw.chance(0.9) ? '1' : '0',
      });
    }
  }
  checks.sort((a, b) => a.day - b.day || a.project.id.localeCompare(b.project.id));
  checks.forEach((check, index) => (check.id = `QS${String(index + 1).padStart(7, '0')}`));
  return checks;
}
