import { pinyin } from 'pinyin-pro';
import { periodOf } from './warehouse/calendar.ts';
import { BRANCHES, ORGS } from './warehouse/organisation.ts';
import { type Employee, people } from './warehouse/people.ts';

export interface DemoAccount {
  username: string;
  employee: Employee;
  roles: readonly string[];
  state?: 'disabled' | 'locked' | 'expired';
  remark: string;
}

/** Accounts that show one thing each: [user name, department, wanted post, roles, remark, state]. */
const SHOWN: readonly (readonly [string, string, string | null, readonly string[], string, DemoAccount['state']?])[] = [
  ['leader', '10', '总经理', ['leader'], '公司领导'],
  ['dept_eng', '10001', '部门总经理', ['dept_eng'], '工程技术部主管'],
  ['dept_inbound', '10002', '部门总经理', ['dept_inbound'], '拓客部主管'],
  ['dept_hr', '10003', '部门总经理', ['dept_hr'], '人力资源部主管'],
  ['dept_sub', '10004', '部门总经理', ['dept_sub'], '子公司管理部主管'],
  ['dept_market', '10005', '部门总经理', ['dept_market'], '市场部主管'],
  ['sysadmin', '1000104', '数据工程师', ['sysadmin'], '三员：系统管理员'],
  ['secadmin', '1000104', '数据工程师', ['secadmin'], '三员：安全管理员'],
  ['auditadmin', '1000104', '数据分析师', ['auditadmin'], '三员：审计管理员'],
  ['gov_admin', '1000104', '科室主任', ['gov_admin'], '数据治理管理员'],
  ['steward', '1000102', '科室主任', ['steward'], '数据责任人'],
  ['engineer', '1000104', '数据工程师', ['engineer'], '数据工程师'],
  ['analyst', '1000104', '数据分析师', ['analyst'], '数据分析师'],
  ['clerk', '10101', '资料员', ['project_clerk'], '项目档案员：江苏分公司'],
  ['api_consumer', '1000402', '财务分析师', ['api_consumer'], '接口消费者'],
  ['audit', '1000401', null, ['audit'], '流程审核人'],
  ['staff', '1000302', null, ['staff'], '普通员工'],
  ['guest', '1000501', null, ['guest'], '只读访客'],
  ['tworoles', '1000502', null, ['project_clerk', 'analyst'], '演示：两个角色，权限取并集'],
  ['nomenus', '1000301', null, ['unassigned'], '演示：未分配权限'],
  ['disabled', '1000202', null, ['staff'], '演示：已禁用', 'disabled'],
  ['locked', '1000201', null, ['staff'], '演示：已锁定', 'locked'],
  ['expired', '1000101', null, ['staff'], '演示：密码已过期', 'expired'],
  ['data_steward', '1000104', '数据分析师', ['data_steward'], '数据管家'],
];
/** Ordinary people besides, spread over the offices first, then the branches. */
const STAFF_ACCOUNTS = 120;
const PER_BRANCH = 3;

/** User names are the pinyin of the name, `zhangwei`, with a number when it is taken; 3 to 12 letters. */
function nameMaker() {
  const taken = new Set<string>(['admin', ...SHOWN.map(([username]) => username)]);
  return (name: string): string => {
    const spelt = pinyin(name, { toneType: 'none', type: 'array', surname: 'head' })
      .join('')
      .replace(/[^a-z]/g, '')
      .slice(0, 10)
      .padEnd(3, 'x');
    for (let number = 1; ; number++) {
      const username = number === 1 ? spelt : `${spelt}${number}`;
      if (taken.has(username)) continue;
      taken.add(username);
      return username;
    }
  };
}

/** The accounts of the demo company; each belongs to a person of the warehouse's staff list, by name, number and mobile. */
export function demoAccounts(today: Date): DemoAccount[] {
  const staff = people(periodOf(today)).filter((one) => one.leave === null && one.type === '1');
  const free = new Map<string, Employee[]>();
  for (const one of staff) free.set(one.orgId, [...(free.get(one.orgId) ?? []), one]);
  const take = (org: string, post: string | null): Employee => {
    const list = free.get(org) ?? [];
    const at = Math.max(
      0,
      list.findIndex((one) => post !== null && one.post === post),
    );
    const [found] = list.splice(at, 1);
    if (!found) throw new Error(`nobody left in ${org}`);
    return found;
  };
  const accounts = SHOWN.map(([username, org, post, roles, remark, state]): DemoAccount => ({
    username,
    employee: take(org, post),
    roles,
    remark,
    state,
  }));
  const nameFor = nameMaker();
  const add = (org: string) => {
    const employee = take(org, null);
    const roles =
      org === '1000104'
        ? employee.post === '数据分析师'
          ? ['analyst']
          : ['engineer']
        : employee.post === '科室主任'
          ? ['steward']
          : ['staff'];
    accounts.push({ username: nameFor(employee.name), employee, roles, remark: '' });
  };
  const goal = SHOWN.length + STAFF_ACCOUNTS;
  for (const branch of BRANCHES) for (let i = 0; i < PER_BRANCH; i++) add(branch.id);
  const offices = ORGS.filter((org) => org.type === '2' || org.type === '5');
  while (accounts.length < goal) for (const org of offices) if (accounts.length < goal && (free.get(org.id)?.length ?? 0) > 0) add(org.id);
  return accounts;
}
