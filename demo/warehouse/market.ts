import { type Period } from './calendar.ts';
import { anyBusiness, type Book, type Contract, type Customer, placeOf, signer, SUFFIX, workdayIn } from './contracts.ts';
import { COMPETITORS, workName } from './names.ts';
import { BRANCHES, type Business, type Org } from './organisation.ts';
import type { Employee } from './people.ts';
import { random, type Random } from './random.ts';

export interface Opportunity {
  id: string;
  name: string;
  customer: Customer;
  org: Org;
  business: Business;
  /** 1 展会 2 老客户 3 网络推广 4 转介绍 5 公开招标 */
  source: string;
  /** lead opportunity proposal bidding signed lost */
  stage: string;
  /** stage in which a lost one was lost */
  lostStage: string | null;
  lostReason: string | null;
  amount: number;
  winRate: number;
  created: number;
  closed: number | null;
  nextFollow: number | null;
  owner: Employee;
  contract: Contract | null;
}
export interface Bid {
  id: string;
  name: string;
  opportunity: Opportunity;
  day: number;
  /** 最高限价 */
  limit: number;
  amount: number;
  /** 1 中标 2 未中标 3 待定 */
  result: string;
  winAmount: number | null;
  competitor: string;
  deposit: number;
  depositBack: '0' | '1';
}

const REASONS = ['价格偏高', '资质不满足', '客户预算取消', '竞争对手关系', '方案不匹配', '响应不及时'];
const RATE: Record<string, number> = { lead: 10, opportunity: 25, proposal: 45, bidding: 60, signed: 100, lost: 0 };
const source = (draw: Random, known: boolean) =>
  draw.weighted([
    ['1', 9],
    ['2', known ? 46 : 4],
    ['3', 21],
    ['4', 17],
    ['5', 27],
  ]);

/** The funnel behind the contracts: every contract of the covered years has its signed opportunity; most leads never get so far. */
export function opportunities(book: Book, staff: readonly Employee[], period: Period): Opportunity[] {
  const draw = random('opportunities');
  const owners = new Map(
    BRANCHES.map((org) => [
      org.id,
      staff.filter((one) => one.orgId === org.id && one.leave === null && (one.series === '4' || one.series === '1')),
    ]),
  );
  const near = new Map<string, Customer[]>();
  for (const customer of book.customers)
    near.set(customer.city.parent as string, [...(near.get(customer.city.parent as string) ?? []), customer]);
  const rows: Opportunity[] = [];
  const add = (row: Omit<Opportunity, 'id' | 'owner' | 'winRate'>) =>
    rows.push({ ...row, id: '', owner: draw.pick(owners.get(row.org.id) as Employee[]), winRate: RATE[row.stage] as number });

  for (const contract of book.contracts) {
    if (contract.sign < period.first) continue;
    const known = contract.customer.firstCoop !== contract.sign;
    const quick = contract.business.code === 'ZB' || contract.business.code === 'JC' ? 0.5 : 1;
    const bent = draw.between(0.96, 1.06);
    const begin = contract.sign - Math.round(draw.between(22, 150) * quick);
    add({
      name: contract.work,
      customer: contract.customer,
      org: contract.org,
      business: contract.business,
      contract,
      source: source(draw, known),
      stage: 'signed',
      lostStage: null,
      lostReason: null,
      nextFollow: null,
      amount: Math.round((contract.amount * bent) / 1000) * 1000,
      created: begin < period.first ? period.first + draw.int(0, contract.sign - period.first) : begin,
      closed: contract.sign,
    });
  }
  const signed = rows.length;
  const months = period.lastMonth - period.firstMonth + 1;
  for (let i = 0; i < signed * 2.1; i++) {
    const month = period.firstMonth + Math.floor(draw.next() ** 0.92 * months);
    const created = workdayIn(draw, month, month === period.lastMonth ? period.fraction : 1);
    const business = anyBusiness(draw);
    const org = signer(business, draw);
    const city = placeOf(org, draw);
    const customer = draw.pick(near.get(city.parent as string) ?? book.customers);
    const reached = draw.weighted([
      ['lead', 35],
      ['opportunity', 19],
      ['proposal', 13],
      ['bidding', 33],
    ]);
    const closed = created + draw.int(12, 60) + { lead: 0, opportunity: 20, proposal: 45, bidding: 70 }[reached]!;
    const isOpen = closed > period.last;
    const work = workName(draw, customer.city.short);
    add({
      name: work.name,
      customer,
      org,
      business,
      contract: null,
      source: source(draw, customer.firstCoop !== null && customer.firstCoop < created),
      stage: isOpen ? reached : 'lost',
      lostStage: isOpen ? null : reached,
      lostReason: isOpen ? null : draw.pick(REASONS),
      amount: Math.max(30_000, Math.round((business.median * Math.exp(draw.normal(0.1, 0.8))) / 1000) * 1000),
      created,
      closed: isOpen ? null : closed,
      nextFollow: isOpen ? period.last + draw.int(-6, 20) : null,
    });
  }
  rows.sort((a, b) => a.created - b.created || a.name.localeCompare(b.name) || a.amount - b.amount);
  rows.forEach((row, index) => (row.id = `SJ${String(index + 1).padStart(6, '0')}`));
  return rows;
}

/** Tenders: those won led to contracts, those lost are lost opportunities, the rest opens in the coming weeks. */
export function bids(rows: readonly Opportunity[], period: Period): Bid[] {
  const draw = random('bids');
  const all: Bid[] = [];
  for (const row of rows) {
    const won = row.contract !== null && (row.source === '5' || draw.chance(0.38));
    const lost = row.stage === 'lost' && row.lostStage === 'bidding';
    const open = row.stage === 'bidding';
    if (!won && !lost && !open) continue;
    const day = won
      ? Math.max(row.created, (row.closed as number) - draw.int(6, 24))
      : lost
        ? (row.closed as number) - draw.int(2, 12)
        : period.last + draw.int(-8, 30);
    const base = won ? (row.contract as Contract).amount : row.amount;
    const amount = won ? base : Math.round((base * draw.between(0.93, 1.02)) / 100) * 100;
    const limit = Math.round(amount / draw.between(0.86, 0.975) / 1000) * 1000;
    all.push({
      id: '',
      name: `${row.name}${SUFFIX[row.business.code]}`,
      opportunity: row,
      day,
      limit,
      amount,
      result: won ? '1' : lost ? '2' : '3',
      winAmount: won ? base : null,
      competitor: draw.pick(COMPETITORS),
      deposit: Math.min(800_000, Math.round((limit * 0.018) / 100) * 100),
      depositBack: won || lost ? (day + 35 < period.last ? '1' : '0') : '0',
    });
  }
  all.sort((a, b) => a.day - b.day || a.opportunity.id.localeCompare(b.opportunity.id));
  all.forEach((bid, index) => (bid.id = `TB${String(index + 1).padStart(6, '0')}`));
  return all;
}
