import { normalName } from '#modules/projects/core/index.ts';
import { certificates } from '../warehouse/archive.ts';
import { targetsOf } from '../warehouse/money.ts';
import { BUSINESSES, ORGS, type Org, type OrgType } from '../warehouse/organisation.ts';
import type { Employee } from '../warehouse/people.ts';
import type { RecordSeed } from './index.ts';
import { cityOf } from './quality-project.ts';

const STEP = 10;
/** posts that are kept free */
const SPARE = 1.06;

/** 组织类型 → 单元类型: head office, departments and sections are functions. */
const TYPES: Readonly<Record<OrgType, '1' | '3' | '4'>> = { '1': '1', '2': '1', '3': '3', '4': '4', '5': '1' };
const HEADS = ['总经理', '部门总经理', '科室主任'];
const VICE = /^(副总经理|部门副总经理|总工程师|投标总监)$/;

const businessOf = (org: Org): string | null => {
  if (org.trade !== null) return BUSINESSES.find((business) => business.code === org.trade)?.name ?? null;
  if (org.type === '3') return '工程设计、监理、造价咨询与全过程工程咨询';
  return org.type === '1' ? '工程勘察、设计、监理、咨询与工程总承包' : null;
};
const wan = (yuan: number): string => (yuan / 10_000).toFixed(2);

/** The head of a unit: by post, else the highest title. */
const headOf = (people: readonly Employee[]): Employee | undefined =>
  people.find((one) => HEADS.includes(one.post)) ?? people.toSorted((a, b) => Number(b.title) - Number(a.title))[0];

/** 生产单元: the organisation of the warehouse with its people, and the yearly targets of its branches. */
export async function seedDepartments({ app, db, world, places }: RecordSeed): Promise<void> {
  if (await db.selectFrom('prjDepartment').select('id').limit(1).executeTakeFirst()) return;
  const { staff, period } = world;
  const certified = new Map<string, Set<string>>();
  for (const one of certificates(staff, world.projects, period))
    if (one.registerStatus !== '4' && one.validTo >= period.today)
      certified.set(one.employee.orgId, (certified.get(one.employee.orgId) ?? new Set()).add(one.employee.empId));
  const ids = new Map(ORGS.map((org) => [org.id, app.ids.next()]));
  const rows = ORGS.flatMap((org, index) => {
    const place = places.of(org.id);
    const people = staff.filter((one) => one.orgId === org.id && one.leave === null);
    const head = headOf(people);
    if (!place || !head) return [];
    const entered = new Date(app.now().getTime() - 86_400_000);
    return [
      {
        id: ids.get(org.id) as string,
        deptName: org.name,
        normalName: normalName(org.name),
        deptCode: org.id,
        deptType: TYPES[org.type],
        parentId: (org.parent !== null && ids.get(org.parent)) || '0',
        sysDeptId: place.deptId,
        deptId: place.deptId,
        leader: head.name,
        leaderPhone: head.mobile,
        viceLeaders: [...new Set(people.filter((one) => VICE.test(one.post)).map((one) => one.name))],
        provinceCode: org.province,
        cityCode: cityOf({ code: org.city, parent: org.province }),
        establishDate: org.founded,
        mainBusiness: businessOf(org),
        staffPlan: Math.ceil(people.length * SPARE),
        staffActual: people.length,
        certStaff: certified.get(org.id)?.size ?? 0,
        sort: (index + 1) * STEP,
        createBy: places.makerId,
        createTime: entered,
        updateBy: places.makerId,
        updateTime: entered,
        createDept: place.deptId,
      },
    ];
  });
  if (rows.length === 0) return;
  await db.insertInto('prjDepartment').values(rows).execute();
  const made = new Set(rows.map((row) => row.id));
  const targets = targetsOf(period).flatMap((target) => {
    const departmentId = ids.get(target.orgId);
    if (departmentId === undefined || !made.has(departmentId)) return [];
    const { year: targetYear, contract, output, receipt, profit } = target;
    return [{ departmentId, targetYear, contract: wan(contract), output: wan(output), receipt: wan(receipt), profit: wan(profit) }];
  });
  await db.insertInto('prjDepartmentTarget').values(targets).execute();
}
