import { daysIn, holiday, isWorkday, monthStart, type Period, season } from './calendar.ts';
import { creditCode, mobileNo, bankCardNo } from './identities.ts';
import { type CustomerType, customerName, personName, workName } from './names.ts';
import { BRANCHES, BUSINESSES, type Business, businessOf, type Org } from './organisation.ts';
import type { Employee } from './people.ts';
import { type Area, CITIES, citiesOf } from './places.ts';
import { random, type Random } from './random.ts';

/** Value of new contracts by year, oldest first: two years before the covered period, three full years, the running one. In yuan, tax included. */
export const CONTRACT_TARGETS = [1_083_460_000, 1_148_920_000, 1_231_750_000, 1_327_380_000, 1_419_640_000, 1_502_170_000] as const;

export interface Customer {
  id: string;
  name: string;
  type: CustomerType;
  /** 1 战略 2 重点 3 一般 */
  level: string;
  industry: string;
  city: Area;
  credit: string;
  contact: string;
  mobile: string;
  bankAccount: string;
  /** how soon it pays: 0 late … 1 at once */
  promptness: number;
  firstCoop: number | null;
  contracts: number;
}

export interface Contract {
  id: string;
  no: string;
  name: string;
  work: string;
  projectType: string;
  customer: Customer;
  org: Org;
  business: Business;
  amount: number;
  sign: number;
  start: number;
  end: number;
  inner: boolean;
  city: Area;
  /** executed and received before the covered period */
  openingExecuted: number;
  openingReceived: number;
  /** 1 执行中 2 已完成 3 已终止 4 未启动 */
  status: string;
  manager: Employee;
  /** money still to be executed, used by the simulation */
  remaining: number;
}

/** Industry by a word in the name; what matches nothing is manufacturing. */
const INDUSTRY: readonly (readonly [RegExp, string])[] = [
  [/新能源/, '新能源'],
  [/物流/, '物流'],
  [/教育局/, '教育'],
  [/卫生|医药/, '医疗卫生'],
  [/轨道|交通|公路/, '交通'],
  [/水务/, '水务环保'],
  [/文旅|文化/, '文化旅游'],
  [/建工|市政工程/, '建筑施工'],
  [/产业|高新|经济技术|新城|更新|城市建设|保障性|国有资产/, '城投与园区'],
  [/局$|委员会$|中心$/, '政府机关'],
  [/置业|房地产|商业/, '房地产与商业'],
];
const industryOf = (name: string): string => INDUSTRY.find(([word]) => word.test(name))?.[1] ?? '制造业';

export interface Book {
  customers: Customer[];
  contracts: Contract[];
}

class CustomerBook {
  readonly all: Customer[] = [];
  private readonly names = new Set<string>();
  private readonly byProvince = new Map<string, Customer[]>();
  private readonly draw = random('customers');

  create(city: Area): Customer {
    const draw = this.draw;
    const type = draw.weighted<CustomerType>([
      ['1', 30],
      ['2', 42],
      ['3', 28],
    ]);
    let name = customerName(draw, type, city.short);
    let kind = type;
    // a city has only so many authorities: a private company has always another name
    for (let tries = 0; this.names.has(name); tries++) {
      kind = tries > 12 ? '3' : type;
      name =
        tries > 40
          ? `${customerName(draw, '3', city.short).replace('有限公司', '')}第${tries - 39}分部有限公司`
          : customerName(draw, kind, city.short);
    }
    this.names.add(name);
    const number = this.all.length + 1;
    const customer: Customer = {
      id: `C${String(number).padStart(5, '0')}`,
      name,
      type: kind,
      city,
      level: draw.weighted([
        ['1', 6],
        ['2', 24],
        ['3', 70],
      ]),
      industry: industryOf(name),
      credit: creditCode(kind === '1' ? '11' : '91', city.code, draw),
      contact: personName(draw, draw.chance(0.6) ? '1' : '2'),
      mobile: mobileNo(50_000 + number),
      bankAccount: bankCardNo(50_000 + number),
      promptness: kind === '1' ? draw.between(0.15, 0.7) : kind === '2' ? draw.between(0.3, 0.85) : draw.between(0.1, 0.95),
      firstCoop: null,
      contracts: 0,
    };
    this.all.push(customer);
    const list = this.byProvince.get(city.parent as string) ?? [];
    list.push(customer);
    this.byProvince.set(city.parent as string, list);
    return customer;
  }

  forWork(city: Area, draw: Random): Customer {
    const known = this.byProvince.get(city.parent as string) ?? [];
    if (known.length < 4 || draw.chance(0.27)) return this.create(city);
    // old customers come back more often
    return known[Math.floor(draw.next() ** 1.7 * known.length)] as Customer;
  }
}

export function workdayIn(draw: Random, month: number, fraction = 1): number {
  const days = Math.max(1, Math.floor(daysIn(month) * fraction));
  for (let tries = 0; ; tries++) {
    const day = monthStart(month) + draw.int(0, days - 1);
    if (isWorkday(day) || (tries > 20 && !holiday(day)) || tries > 60) return day;
  }
}

/** Where a branch works: at home more often than with its neighbours. */
export function placeOf(org: Org, draw: Random): Area {
  const province = draw.chance(0.66) ? (org.region[0] as string) : draw.pick(org.region);
  const cities = citiesOf(province);
  return cities[Math.floor(draw.next() ** 1.6 * cities.length)] ?? (CITIES[0] as Area);
}

const BY_COUNT = BUSINESSES.map((business): [Business, number] => [business, business.share / business.median]);
/** Which branch signs; subsidiaries with one trade take mostly that. */
const appetite = (org: Org, business: Business) => org.share * (org.trade === null ? 1 : org.trade === business.code ? 7 : 0.12);
export const signer = (business: Business, draw: Random): Org =>
  draw.weighted(BRANCHES.map((org): [Org, number] => [org, appetite(org, business)]));
/** Part of the group's business that a branch can expect, its trade considered. */
export const expectedShare = (branch: Org): number =>
  BUSINESSES.reduce(
    (sum, business) =>
      sum + (business.share * appetite(branch, business)) / BRANCHES.reduce((all, org) => all + appetite(org, business), 0),
    0,
  );
export const anyBusiness = (draw: Random): Business => draw.weighted(BY_COUNT);

export const SUFFIX: Record<string, string> = {
  KC: '勘察',
  SJ: '设计',
  JL: '监理',
  ZJ: '造价咨询',
  ZB: '招标代理',
  QG: '全过程工程咨询',
  EPC: '工程总承包',
  JC: '检测',
};

/** All contracts that are in hand in the covered years, month by month to the yearly targets, and the customers behind them. */
export function signContracts(period: Period, staff: readonly Employee[]): Book {
  const draw = random('contracts');
  const customers = new CustomerBook();
  const contracts: Contract[] = [];
  const managers = new Map(
    BRANCHES.map((org) => [
      org.id,
      staff.filter((one) => one.orgId === org.id && one.leave === null && (one.series === '1' || Number(one.title) >= 4)),
    ]),
  );
  const firstYear = period.year - 5;
  const numbers = new Map<string, number>();

  CONTRACT_TARGETS.forEach((target, index) => {
    const year = firstYear + index;
    season('contract', year).forEach((share, place) => {
      const month = year * 12 + place;
      if (month > period.lastMonth) return;
      const fraction = month === period.lastMonth ? period.fraction : 1;
      let left = Math.round((target * share * fraction) / 1000) * 1000;
      while (left > 0) {
        const business = anyBusiness(draw);
        let amount = Math.round((business.median * Math.exp(draw.normal(0, 0.85))) / 1000) * 1000;
        amount = Math.min(Math.max(amount, 30_000), 86_000_000, left);
        if (left - amount < 60_000) amount = left;
        left -= amount;
        const org = signer(business, draw);
        const city = placeOf(org, draw);
        const customer = customers.forWork(city, draw);
        const sign = workdayIn(draw, month, fraction);
        const start = sign + draw.int(3, 40);
        const size = Math.min(1, Math.log10(Math.max(1, amount / business.median)) * 0.5 + 0.5);
        const [shortest, longest] = business.months;
        const months = Math.max(shortest, Math.round(shortest + (longest - shortest) * Math.max(0, size) * draw.between(0.6, 1.2)));
        const end = start + months * 33;
        const work = workName(draw, city.short);
        customer.firstCoop ??= sign;
        customer.contracts++;
        // contracts finished before the covered years were not carried over from the old system
        const gone = month < period.firstMonth ? (monthStart(period.firstMonth) - start) / (end - start) : 0;
        if (gone > 0.92) continue;
        const openingExecuted = gone > 0 ? Math.round(amount * Math.min(0.9, gone * draw.between(0.75, 1.05))) : 0;
        const status = month >= period.firstMonth && draw.chance(0.1) ? '4' : draw.chance(0.03) ? '3' : '1';
        const serial = (numbers.get(`${org.id}${year}`) ?? 0) + 1;
        numbers.set(`${org.id}${year}`, serial);
        contracts.push({
          id: `HT${String(contracts.length + 1).padStart(6, '0')}`,
          no: `HY-${org.id.slice(-2)}-${business.code}-${year}-${String(serial).padStart(4, '0')}`,
          name: `${work.name}${SUFFIX[business.code]}合同`,
          work: work.name,
          projectType: work.type,
          customer,
          org,
          business: businessOf(business.code),
          amount,
          sign,
          start,
          end,
          city,
          inner: draw.chance(0.13),
          openingExecuted,
          openingReceived: Math.round(openingExecuted * draw.between(0.5, 0.8)),
          status,
          manager: draw.pick(managers.get(org.id) as Employee[]),
          remaining: amount - openingExecuted,
        });
      }
    });
  });
  // people we talk to who have not signed yet
  for (let i = 0; i < 420; i++) customers.create(placeOf(draw.pick(BRANCHES), draw));
  return { customers: customers.all, contracts };
}
