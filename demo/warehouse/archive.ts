import { suggestedExpiry, isPatent, patentCheckDigit } from '#modules/projects/core/index.ts';
import { dayOf, isoDay, type Period, yearOf } from './calendar.ts';
import { workdayIn } from './contracts.ts';
import { creditCode, mobileNo, bankCardNo } from './identities.ts';
import { personName, supplierName } from './names.ts';
import type { Employee } from './people.ts';
import { CITIES } from './places.ts';
import type { Project } from './delivery.ts';
import { random } from './random.ts';
import type { Row } from './table.ts';

/** 执业类型: code, name, top name, valid years (0 = without end), specialties, weight. */
export const CERT_TYPES: readonly (readonly [string, string, string, number, readonly string[], number])[] = [
  ['1001', '一级注册建筑师', '注册建筑师', 2, [], 22],
  ['1002', '二级注册建筑师', '注册建筑师', 2, [], 12],
  ['1101', '一级注册结构工程师', '注册结构工程师', 3, [], 34],
  ['1102', '二级注册结构工程师', '注册结构工程师', 3, [], 10],
  ['1210', '注册土木工程师（岩土）', '注册土木工程师', 3, [], 30],
  ['1220', '注册土木工程师（港口与航道）', '注册土木工程师', 3, [], 5],
  ['1310', '注册公用设备工程师（暖通空调）', '注册公用设备工程师', 3, [], 16],
  ['1320', '注册公用设备工程师（给水排水）', '注册公用设备工程师', 3, [], 19],
  ['1410', '注册电气工程师（发输变电）', '注册电气工程师', 3, [], 6],
  ['1420', '注册电气工程师（供配电）', '注册电气工程师', 3, [], 14],
  ['1511', '一级注册建造师', '注册建造师', 3, ['建筑', '公路', '市政公用', '机电', '水利水电'], 96],
  ['1512', '二级注册建造师', '注册建造师', 3, ['建筑', '市政公用', '机电'], 60],
  ['1600', '一级注册造价工程师', '注册造价工程师', 4, ['土木建筑', '安装', '交通运输'], 82],
  ['1601', '二级注册造价工程师', '注册造价工程师', 4, ['土木建筑', '安装'], 30],
  ['1700', '注册监理工程师', '注册监理工程师', 3, ['土木建筑', '交通运输', '水利'], 118],
  ['1800', '注册城乡规划师', '注册城乡规划师', 3, [], 14],
  ['2101', '咨询工程师（投资）', '其他', 3, [], 30],
  ['2102', '注册测绘师', '其他', 3, [], 10],
  ['2103', '注册安全工程师', '其他', 5, [], 12],
];
/** Registrations in force today; some more have run out or were cancelled. */
const CERTS_IN_FORCE = 620;
const CERTS_PAST = 38;

export interface Certificate {
  id: string;
  employee: Employee;
  type: string;
  specialty: string | null;
  certNo: string;
  registerNo: string;
  issueOrg: string;
  issued: number;
  validFrom: number;
  validTo: number;
  /** 1 初始注册 2 延续注册 3 变更注册 4 注销 */
  registerStatus: string;
  eduHours: number;
  projectId: string | null;
}

export function certificates(staff: readonly Employee[], projects: readonly Project[], period: Period): Certificate[] {
  const draw = random('certificates');
  const able = staff.filter((one) => one.leave === null && one.type === '1' && Number(one.title) >= 3 && one.series !== '5');
  const running = projects.filter((project) => project.status === '1');
  const types = CERT_TYPES.map((type): [(typeof CERT_TYPES)[number], number] => [type, type[5]]);
  const taken = new Set<string>();
  const rows: Certificate[] = [];
  while (rows.length < CERTS_IN_FORCE + CERTS_PAST) {
    const employee = draw.pick(able);
    const [code, , , years, specialties] = draw.weighted(types);
    if (taken.has(`${employee.empId}${code}`)) continue;
    taken.add(`${employee.empId}${code}`);
    const past = rows.length >= CERTS_IN_FORCE;
    const length = years * 365;
    // renewals cluster: about one in eight ends within 90 days
    const validTo = past
      ? period.last - draw.int(5, 400)
      : draw.chance(0.12)
        ? period.today + draw.int(1, 90)
        : period.today + draw.int(91, length - 30);
    const validFrom = validTo - length + 1;
    const issued = validFrom - draw.int(60, 3000);
    const year = yearOf(issued);
    const number = String(rows.length + 1).padStart(5, '0');
    const site = code === '1511' || code === '1700';
    rows.push({
      id: `ZS${number}`,
      employee,
      type: code,
      issued,
      validFrom,
      validTo,
      specialty: specialties.length > 0 ? draw.pick(specialties) : null,
      certNo: `${code}${year}${draw.int(10, 65)}${String((rows.length + 1) * 37 + 10_000).padStart(6, '0')}`,
      registerNo: `${employee.orgId.slice(-2)}${code}${year}${number}`,
      issueOrg: code.startsWith('21') ? '人力资源和社会保障部' : '住房和城乡建设部',
      registerStatus:
        past && draw.chance(0.4)
          ? '4'
          : draw.weighted([
              ['1', 45],
              ['2', 45],
              ['3', 10],
            ]),
      eduHours: draw.int(0, 120),
      projectId: site && !past && draw.chance(0.45) ? draw.pick(running).id : null,
    });
  }
  return rows;
}

/** [知识产权类型, granted, pending, ended] */
const PROPERTY: readonly (readonly [type: string, granted: number, pending: number, ended: number])[] = [
  ['1', 58, 27, 4],
  ['2', 97, 9, 5],
  ['3', 9, 1, 1],
  ['4', 126, 6, 0],
  ['7', 26, 3, 0],
  ['8', 18, 2, 0],
  ['9', 64, 0, 0],
  ['11', 38, 0, 0],
];
const SUBJECTS = [
  '深基坑支护',
  '装配式节点',
  '桥梁健康监测',
  'BIM协同设计',
  '岩土原位测试',
  '绿色建筑能耗',
  '管廊运维',
  '造价大数据',
  '智慧监理',
  '边坡预警',
  '海绵城市',
  '隧道超前预报',
  '钢结构检测',
  '无人机测绘',
  '混凝土裂缝识别',
];
const SCENES = ['', '市政道路', '轨道交通', '房屋建筑', '水利工程', '产业园区', '高速公路', '既有建筑', '山区公路', '滨海地区'];
const FORMS: Record<string, string> = {
  '1': '方法及系统',
  '2': '装置',
  '3': '外观设计',
  '4': '管理平台软件V1.0',
  '7': '施工工法',
  '8': '技术规程',
  '9': '关键技术研究',
  '11': '成果应用',
};

/** 申请号 with its check digit, or the 受理号 of what is no patent. */
function applyNumber(type: string, year: number, serial: number): string {
  if (!isPatent(type)) return `SQ${year}${type}${serial}`;
  const digits = `${year}${type}${serial}`;
  return `CN${digits}.${patentCheckDigit(digits)}`;
}
/** 授权/登记号: a patent keeps its number, software gets a registration number. */
const grantNumber = (type: string, applyNo: string, year: number, number: string): string =>
  isPatent(type) ? applyNo.replace('CN', 'ZL') : type === '4' ? `${year}SR0${number}73` : `SQ${year}${number}`;

export function properties(staff: readonly Employee[], period: Period): Row[] {
  const draw = random('properties');
  const experts = staff.filter((one) => one.leave === null && Number(one.title) >= 3 && one.series !== '5');
  const names = new Set<string>();
  const rows: Row[] = [];
  for (const [type, granted, pending, ended] of PROPERTY)
    for (let i = 0; i < granted + pending + ended; i++) {
      const examined = draw.pick(['2', '3']);
      // only inventions are examined in substance
      const status = i < granted ? '4' : i >= granted + pending ? '6' : type === '1' ? examined : '2';
      const grant = period.last - draw.int(20, 365 * 6);
      const apply = status === '2' || status === '3' ? period.last - draw.int(10, 600) : grant - draw.int(120, type === '1' ? 1000 : 400);
      const first = draw.pick(experts);
      const number = String(rows.length + 1).padStart(4, '0');
      let name: string;
      do
        name = `${draw.pick(SCENES)}${Number(type) <= 4 ? draw.pick(['', '智能', '一体化', '快速']) : ''}${draw.pick(SUBJECTS)}${FORMS[type]}`;
      while (names.has(name));
      names.add(name);
      const level =
        type === '7' || type === '8' || type === '11'
          ? draw.weighted([
              ['2', 1],
              ['3', 4],
              ['4', 5],
              ['5', 3],
            ])
          : null;
      const applyNo = applyNumber(type, yearOf(apply), draw.int(1_000_000, 9_999_999));
      const isGranted = status === '4' || status === '6';
      rows.push({
        ip_id: `IP${number}`,
        ip_name: Number(type) <= 2 ? `一种${name}` : name,
        ip_type: type,
        ip_level: level,
        apply_no: applyNo,
        apply_date: isoDay(apply),
        grant_no: isGranted ? grantNumber(type, applyNo, yearOf(grant), number) : null,
        grant_date: isGranted ? isoDay(grant) : null,
        expire_date: status === '4' ? (suggestedExpiry(type, isoDay(apply)) ?? isoDay(apply + 50 * 365)) : null,
        legal_status: status,
        inventor: [first, ...draw.sample(experts, draw.int(1, 3))].map((one) => one.name).join('、'),
        org_id: first.orgId,
        reward_amount: status === '4' ? draw.pick([1000, 2000, 3000, 5000, 10000]) : null,
      });
    }
  return rows;
}

const AWARDS: readonly (readonly [name: string, level: string])[] = [
  ['中国建设工程鲁班奖', '1'],
  ['国家优质工程奖', '1'],
  ['全国优秀勘察设计奖', '1'],
  ['扬子杯', '2'],
  ['泰山杯', '2'],
  ['天府杯', '2'],
  ['钱江杯', '2'],
  ['白玉兰奖', '2'],
  ['省优秀勘察设计奖', '2'],
  ['金陵杯', '3'],
  ['市优质结构工程', '3'],
  ['行业优秀咨询成果奖', '4'],
  ['集团优秀项目奖', '5'],
];
/** 创优项目 of the covered years. */
const AWARD_PROJECTS = 200;

export function awards(projects: readonly Project[], period: Period): Row[] {
  const draw = random('awards');
  const done = projects.filter((project) => project.actualEnd !== null && project.contract.amount > 600_000);
  return draw.sample(done, AWARD_PROJECTS).map((project, index): Row => {
    const [award, level] = draw.weighted(
      AWARDS.map((one): [(typeof AWARDS)[number], number] => [one, [0, 3, 12, 10, 8, 14][Number(one[1])] as number]),
    );
    const stage = draw.weighted([
      ['1', 8],
      ['2', 8],
      ['3', 5],
      ['4', 6],
      ['5', 66],
      ['6', 7],
    ]);
    return {
      award_id: `CY${String(index + 1).padStart(4, '0')}`,
      project_id: project.id,
      project_name: project.name,
      org_id: project.contract.org.id,
      award_name: award,
      award_level: level,
      award_grade: draw.pick(['一等奖', '二等奖', '三等奖', '金奖', '提名奖']),
      award_date: stage === '5' ? isoDay(Math.min(period.last, (project.actualEnd as number) + draw.int(60, 500))) : null,
      stage,
      role: draw.chance(0.7) ? '1' : '2',
      province_code: project.contract.city.parent,
    };
  });
}

export function suppliers(period: Period): Row[] {
  const draw = random('suppliers');
  const names = new Set<string>();
  const rows: Row[] = [];
  while (rows.length < 300) {
    const city = draw.pick(CITIES);
    const { type, name } = supplierName(draw, city.short);
    if (names.has(name)) continue;
    names.add(name);
    const number = rows.length + 1;
    const score = Math.round(Math.min(99, Math.max(41, draw.normal(79, 11))) * 10) / 10;
    rows.push({
      supplier_id: `GY${String(number).padStart(4, '0')}`,
      supplier_name: name,
      credit_code: creditCode('91', city.code, draw),
      supplier_type: type,
      legal_person: personName(draw, draw.chance(0.75) ? '1' : '2'),
      contact: personName(draw, draw.chance(0.6) ? '1' : '2'),
      contact_mobile: mobileNo(80_000 + number),
      bank_account: bankCardNo(80_000 + number),
      province_code: city.parent,
      city_code: city.code,
      reg_capital: draw.pick([100, 200, 300, 500, 1000, 2000, 5000]),
      establish_date: isoDay(dayOf(period.year - draw.int(3, 25), draw.int(1, 12), draw.int(1, 28))),
      coop_count: draw.int(0, 42),
      coop_amount: Math.round(draw.next() ** 3 * 38_000_000),
      score,
      grade: score >= 90 ? 'A' : score >= 75 ? 'B' : score >= 60 ? 'C' : 'D',
      list_status:
        score < 60
          ? draw.pick(['4', '5'])
          : draw.weighted([
              ['1', 12],
              ['2', 70],
              ['3', 18],
            ]),
    });
  }
  return rows;
}

const COURSES: readonly (readonly [name: string, category: string, hours: number])[] = [
  ['安全生产月专题培训', '3', 4],
  ['新员工入职培训', '1', 16],
  ['注册人员继续教育', '2', 12],
  ['BIM正向设计', '2', 8],
  ['合同法务与风险', '4', 4],
  ['质量通病防治', '3', 4],
  ['项目经理能力提升', '4', 16],
  ['数据安全与保密', '5', 2],
  ['招投标实务', '2', 6],
  ['企业文化与廉洁从业', '5', 2],
  ['造价新规范解读', '2', 6],
];
export function* trainings(staff: readonly Employee[], period: Period): Generator<Row> {
  const draw = random('trainings');
  let number = 0;
  for (let month = period.firstMonth; month <= period.lastMonth; month++) {
    const fraction = month === period.lastMonth ? period.fraction : 1;
    for (let session = 0; session < 4; session++) {
      const [course, category, hours] = draw.pick(COURSES);
      const day = workdayIn(draw, month, fraction);
      const there = staff.filter((one) => one.entry <= day && (one.leave === null || one.leave > day));
      for (const one of draw.sample(there, draw.int(60, 190)))
        yield {
          train_id: `PX${String(++number).padStart(6, '0')}`,
          emp_id: one.empId,
          course_name: course,
          category,
          train_date: isoDay(day),
          hours,
          score: Math.round(Math.min(100, Math.max(35, draw.normal(84, 10)))),
        };
    }
  }
}
