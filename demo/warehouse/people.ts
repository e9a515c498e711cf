import { dayOf, isoDay, lunarNewYear, type Period, yearOf } from './calendar.ts';
import { bankCardNo, idCardNo, mobileNo } from './identities.ts';
import { personName } from './names.ts';
import { BRANCHES, ORGS, type Org } from './organisation.ts';
import { CITIES } from './places.ts';
import { random, type Random } from './random.ts';

export interface Employee {
  empId: string;
  name: string;
  gender: '1' | '2';
  birthday: string;
  idCardNo: string;
  mobile: string;
  email: string;
  orgId: string;
  post: string;
  /** 1 管理 2 技术 3 生产 4 营销 5 职能 */
  series: string;
  /** 1 大专及以下 2 本科 3 硕士 4 博士 */
  education: string;
  major: string;
  /** 0 无 1 员级 2 助理级 3 中级 4 副高级 5 正高级 */
  title: string;
  entry: number;
  leave: number | null;
  /** 1 自有 2 外包 */
  type: '1' | '2';
  salary: number;
  monthlyCost: number;
  bankCard: string;
}

type Draft = Omit<Employee, 'empId' | 'mobile' | 'email' | 'bankCard' | 'idCardNo'> & { city: string };

/** Number of people who left during the covered years. */
const LEAVERS = 412;

const OFFICE_POSTS: Record<string, readonly (readonly [string, string])[]> = {
  '1000101': [
    ['设计管理工程师', '2'],
    ['总工程师助理', '1'],
  ],
  '1000102': [
    ['质量工程师', '2'],
    ['安全工程师', '2'],
  ],
  '1000103': [['造价管理工程师', '2']],
  '1000104': [
    ['数据工程师', '2'],
    ['数据分析师', '2'],
    ['BIM工程师', '2'],
  ],
  '1000201': [
    ['线索运营专员', '4'],
    ['拓客经理', '4'],
  ],
  '1000202': [['客户成功经理', '4']],
  '1000301': [
    ['招聘专员', '5'],
    ['培训专员', '5'],
  ],
  '1000302': [
    ['薪酬专员', '5'],
    ['绩效专员', '5'],
  ],
  '1000401': [['运营监管专员', '5']],
  '1000402': [
    ['会计', '5'],
    ['出纳', '5'],
    ['财务分析师', '5'],
  ],
  '1000501': [
    ['投标工程师', '4'],
    ['标书编制专员', '4'],
  ],
  '1000502': [
    ['合同管理专员', '5'],
    ['商务经理', '4'],
  ],
};
const CHIEFS: Record<string, readonly string[]> = {
  '10': [
    '董事长',
    '总经理',
    '党委副书记',
    '副总经理',
    '副总经理',
    '副总经理',
    '总工程师',
    '总经济师',
    '总会计师',
    '董事会秘书',
    '办公室主任',
    '法务总监',
  ],
  '10001': ['部门总经理', '部门副总经理', '总工程师', '综合秘书'],
  '10002': ['部门总经理', '部门副总经理', '综合秘书'],
  '10003': ['部门总经理', '部门副总经理', '综合秘书'],
  '10004': ['部门总经理', '部门副总经理', '综合秘书'],
  '10005': ['部门总经理', '部门副总经理', '投标总监', '综合秘书'],
};
const FIELD_POSTS: readonly (readonly [readonly [string, string], number])[] = [
  [['项目负责人', '1'], 9],
  [['设计工程师', '2'], 27],
  [['监理工程师', '3'], 22],
  [['造价工程师', '2'], 10],
  [['勘察工程师', '3'], 9],
  [['检测工程师', '3'], 6],
  [['咨询工程师', '2'], 7],
  [['经营专员', '4'], 5],
  [['资料员', '3'], 3],
  [['行政专员', '5'], 2],
];
const TRADE_POSTS: Record<string, readonly [string, string]> = {
  JL: ['监理工程师', '3'],
  ZJ: ['造价工程师', '2'],
  KC: ['勘察工程师', '3'],
};
const MAJORS = [
  '土木工程',
  '建筑学',
  '结构工程',
  '给排水科学与工程',
  '建筑环境与能源应用',
  '电气工程',
  '工程管理',
  '工程造价',
  '岩土工程',
  '测绘工程',
  '道路桥梁',
  '水利水电工程',
  '城乡规划',
  '风景园林',
];
const OFFICE_MAJORS = ['工商管理', '会计学', '人力资源管理', '市场营销', '法学', '计算机科学与技术', '统计学', '工程管理'];

function postOf(org: Org, place: number, draw: Random): readonly [string, string] {
  const chief = CHIEFS[org.id]?.[place];
  if (chief) return [chief, chief === '综合秘书' ? '5' : '1'];
  if (org.type === '5') return place === 0 ? ['科室主任', '1'] : draw.pick(OFFICE_POSTS[org.id] as readonly (readonly [string, string])[]);
  if (place === 0) return ['总经理', '1'];
  if (place <= 2) return ['副总经理', '1'];
  if (place <= 6) return ['项目负责人', '1'];
  if (place <= 8) return ['经营专员', '4'];
  const trade = org.trade ? TRADE_POSTS[org.trade] : undefined;
  return trade && draw.chance(0.6) ? trade : draw.weighted(FIELD_POSTS);
}

function draftOf(org: Org, place: number, entry: number, leave: number | null, draw: Random, period: Period): Draft {
  const gender = draw.chance(org.type === '3' || org.type === '4' ? 0.69 : 0.5) ? '1' : '2';
  const [post, series] = postOf(org, place, draw);
  const head = series === '1';
  const ageAtEntry = Math.min(46, (head ? 28 : 22) + Math.floor(Math.abs(draw.normal(0, head ? 9 : 11))));
  // nobody on duty is older than 59
  const born = Math.max(
    entry - Math.round(ageAtEntry * 365.25) - draw.int(0, 364),
    period.last - Math.round(59.4 * 365.25) + draw.int(0, 300),
  );
  const type = !head && org.type !== '2' && org.type !== '1' && org.type !== '5' && draw.chance(0.15) ? '2' : '1';
  const education =
    type === '2'
      ? draw.weighted([
          ['1', 52],
          ['2', 46],
          ['3', 2],
        ])
      : draw.weighted([
          ['1', head ? 4 : 15],
          ['2', 60],
          ['3', head ? 34 : 23],
          ['4', 2],
        ]);
  const seniority = (period.last - born) / 365.25 - 23;
  const title =
    type === '2' && draw.chance(0.6)
      ? '0'
      : seniority > 22 && draw.chance(head ? 0.5 : 0.12)
        ? '5'
        : seniority > 12 && draw.chance(head ? 0.85 : 0.42)
          ? '4'
          : seniority > 6 && draw.chance(0.8)
            ? '3'
            : seniority > 1.5 && draw.chance(0.75)
              ? '2'
              : draw.chance(0.35)
                ? '1'
                : '0';
  const level = head ? (org.type === '1' ? 3.2 : place === 0 ? 2.5 : 1.7) : 1;
  const salary =
    Math.round(
      ((6200 + Math.min(28, Math.max(0, seniority)) * 210 + Number(title) * 900 + (Number(education) - 1) * 700) *
        level *
        draw.between(0.9, 1.14)) /
        50,
    ) * 50;
  return {
    name: personName(draw, gender),
    gender,
    birthday: isoDay(born),
    orgId: org.id,
    post,
    series,
    education,
    title,
    entry,
    leave,
    type,
    salary,
    major: draw.pick(org.type === '3' || org.type === '4' || org.id.startsWith('10001') ? MAJORS : OFFICE_MAJORS),
    monthlyCost: Math.round(salary * (type === '1' ? 1.42 : 1.18)),
    city: draw.chance(0.55) ? org.city : draw.pick(CITIES).code,
  };
}

/** People join after the spring festival and with the graduates in July. */
function joinDay(draw: Random, from: number, to: number): number {
  for (;;) {
    const year = draw.int(yearOf(from), yearOf(to));
    const day = draw.chance(0.45)
      ? dayOf(year, 7, draw.int(1, 20))
      : draw.chance(0.35)
        ? lunarNewYear(year) + draw.int(10, 45)
        : dayOf(year, 1, 1) + draw.int(0, 364);
    if (day >= from && day <= to) return day;
  }
}

/** Everybody who worked here in the covered years: 1,800 on duty and those who left, in the order of entry. */
export function people(period: Period): Employee[] {
  const draw = random('people');
  const drafts: Draft[] = [];
  for (const org of ORGS) {
    for (let place = 0; place < org.headcount; place++) {
      const founded = Math.max(dayOf(Number(org.founded.slice(0, 4)), Number(org.founded.slice(5, 7)), 1), period.first - 22 * 365);
      const recent = place > 8 && draw.chance(0.3);
      const entry = recent
        ? joinDay(draw, period.first, period.last)
        : joinDay(draw, Math.round(founded + (period.first - founded) * draw.next() ** 0.85 * 0.95), period.first - 1);
      drafts.push(draftOf(org, place, entry, null, draw, period));
    }
  }
  const weights = BRANCHES.map((org): [Org, number] => [org, org.headcount]);
  for (let i = 0; i < LEAVERS; i++) {
    const org = draw.chance(0.92) ? draw.weighted(weights) : draw.pick(ORGS.filter((one) => one.type === '5'));
    const year = draw.int(yearOf(period.first), period.year);
    const leave = Math.min(
      period.last - draw.int(0, 20),
      Math.max(
        period.first + draw.int(3, 30),
        draw.chance(0.4) ? lunarNewYear(year) + draw.int(8, 50) : dayOf(year, 1, 1) + draw.int(0, 364),
      ),
    );
    const founded = dayOf(Number(org.founded.slice(0, 4)), Number(org.founded.slice(5, 7)), 1);
    drafts.push(draftOf(org, 20, Math.max(founded, leave - draw.int(90, 3200)), leave, draw, period));
  }
  const ordered = drafts.map((draft, index) => ({ draft, index })).sort((a, b) => a.draft.entry - b.draft.entry || a.index - b.index);
  const serials = new Map<string, number>();
  return ordered.map(({ draft }, index): Employee => {
    const { city, ...rest } = draft;
    const number = index + 1;
    const key = `${city}${rest.birthday}${rest.gender}`;
    const serial = (serials.get(key) ?? number % 400) + 1;
    serials.set(key, serial);
    return {
      ...rest,
      empId: `E${String(number).padStart(5, '0')}`,
      idCardNo: idCardNo(city, rest.birthday, serial, rest.gender),
      mobile: mobileNo(number),
      email: `e${String(number).padStart(5, '0')}@hengyuan.example`,
      bankCard: bankCardNo(number),
    };
  });
}
