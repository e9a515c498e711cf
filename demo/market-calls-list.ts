/** Whoever consumes the APIs of the demo company, and the applications of that account. */
export const CONSUMER = 'api_consumer';
export const LEDGER = '财务对账系统';
export const PORTAL = '经营分析门户';

/** What one application asks of one API, so many times over. */
export interface DemoQuestions {
  readonly appName: typeof LEDGER | typeof PORTAL;
  readonly apiUrl: string;
  readonly queries: readonly string[];
  readonly rounds: number;
}

const PROVINCES = ['500000', '510000', '520000', '530000', '420000'] as const;
const BRANCHES = ['10101', '10102', '10103', '10104', '10105', '10106'] as const;
const MONTHS = ['2026-01-01', '2026-04-01', '2026-07-01', '2026-10-01'] as const;
const YEARS = ['2024', '2025', '2026'] as const;
const queryOf = (params: Readonly<Record<string, string>>): string => `?${new URLSearchParams(params).toString()}`;

export const DEMO_QUESTIONS: readonly DemoQuestions[] = [
  {
    appName: LEDGER,
    apiUrl: '/contract/query',
    queries: [
      ...MONTHS.map((signFrom) => queryOf({ signFrom, pageSize: '50' })),
      ...YEARS.map((year) => queryOf({ signFrom: `${year}-01-01`, signTo: `${year}-12-31`, status: '1,2', pageSize: '100' })),
    ],
    rounds: 5,
  },
  {
    appName: LEDGER,
    apiUrl: '/org/month',
    queries: [...BRANCHES.map((org_id) => queryOf({ org_id })), ...MONTHS.map((month) => queryOf({ month, pageSize: '50' }))],
    rounds: 3,
  },
  {
    appName: LEDGER,
    apiUrl: '/contract/customer',
    queries: ['1', '2', '3', '4'].map((level) => queryOf({ level, signFrom: '2026-01-01', pageSize: '100' })),
    rounds: 10,
  },
  {
    appName: LEDGER,
    apiUrl: '/branch/year',
    queries: YEARS.map((year) => queryOf({ year })),
    rounds: 8,
  },
  {
    appName: PORTAL,
    apiUrl: '/customer/query',
    queries: [
      ...PROVINCES.map((province_code) => queryOf({ province_code, pageSize: '20' })),
      ...['建设', '投资', '水务'].map((name) => queryOf({ name })),
    ],
    rounds: 2,
  },
  {
    appName: PORTAL,
    apiUrl: '/project/progress',
    queries: [...BRANCHES.map((org_id) => queryOf({ org_id, pageSize: '50' })), queryOf({ risk_level: '3', pageSize: '100' })],
    rounds: 6,
  },
  {
    appName: PORTAL,
    apiUrl: '/staff/certificate',
    queries: ['2026-12-31', '2027-06-30', '2027-12-31'].map((validTo) => queryOf({ validTo, pageSize: '50' })),
    rounds: 8,
  },
];

/** Refused by what they ask; the last one by a subscription that waits for its answer. */
export const BAD_QUESTIONS: readonly string[] = [
  '/customer/query?pageSize=many',
  '/customer/query?pageNum=-1',
  '/customer/query?customerName=%E5%BB%BA%E8%AE%BE',
  '/project/progress?org_id=10101&org_id=10102',
  '/project/progress?riskLevel=3',
  '/staff/certificate?validTo=2026-13-01',
  '/customer/rank?signFrom=2026-01-01',
];
