import type { ObjectType, SubjectType } from '#modules/gate/contract/authorize.ts';

export interface DemoGrant {
  readonly subjectType: SubjectType;
  /** account name, or id of a role or department */
  readonly subject: string;
  readonly objectType: ObjectType;
  /** schema, `schema.table` or `schema.table.column` */
  readonly object: string;
  readonly actions: readonly ('meta' | 'preview' | 'query' | 'export' | 'unmask')[];
  readonly rowFilter?: string;
  readonly beginTime?: string;
  readonly endTime?: string;
  readonly remark: string;
}

const DAY_MS = 86_400_000;
const EMPLOYEE = 'dwd.hr_employee';

/**
 * Grants of the demo source. It is shared, so everybody with a reading right sees it masked; what these add at once is clear text, for
 * named columns, people and a time. The others say what will hold when the source is no longer shared.
 */
export function grantsOf(now: Date): DemoGrant[] {
  /** midnight in the company's zone, so many days from today */
  const inDays = (days: number) => {
    const day = new Date(now.getTime() + 8 * 3_600_000 + days * DAY_MS).toISOString().slice(0, 10);
    return new Date(`${day}T00:00:00+08:00`).toISOString();
  };
  const columns = (names: string, table: string, rest: Omit<DemoGrant, 'object' | 'objectType'>): DemoGrant[] =>
    names.split(' ').map((name) => ({ ...rest, objectType: 'column', object: `${table}.${name}` }));
  return [
    ...columns('emp_name mobile monthly_salary', EMPLOYEE, {
      subjectType: 'user',
      subject: 'dept_hr',
      actions: ['meta', 'preview', 'query', 'unmask'],
      endTime: inDays(90),
      remark: '年度调薪测算，人力资源部负责人限期查看明文',
    }),
    ...columns('bank_card_no', EMPLOYEE, {
      subjectType: 'dept',
      subject: '1000302',
      actions: ['meta', 'preview', 'query', 'unmask'],
      endTime: inDays(30),
      remark: '工资发放前核对工资卡号',
    }),
    ...columns('contact contact_mobile', 'dwd.biz_customer', {
      subjectType: 'role',
      subject: 'dept_inbound',
      actions: ['meta', 'preview', 'query', 'unmask'],
      endTime: inDays(180),
      remark: '客户回访',
    }),
    ...columns('bank_account', 'dwd.prj_supplier', {
      subjectType: 'user',
      subject: 'dept_sub',
      actions: ['meta', 'preview', 'query', 'unmask'],
      beginTime: inDays(7),
      endTime: inDays(37),
      remark: '下月供应商账户核对',
    }),
    {
      subjectType: 'role',
      subject: 'project_clerk',
      objectType: 'table',
      object: 'dwd.biz_project',
      actions: ['meta', 'preview', 'query'],
      rowFilter: 'org_id in (${user.deptIds})',
      remark: '分公司只看本单位及下级的项目；数据源共享期间按共享范围读取',
    },
    {
      subjectType: 'role',
      subject: 'project_clerk',
      objectType: 'table',
      object: 'dwd.biz_contract',
      actions: ['meta', 'preview', 'query', 'export'],
      rowFilter: "org_id in (${user.deptIds}) and inner_flag = '0'",
      remark: '分公司只看本单位对外合同；数据源共享期间按共享范围读取',
    },
    {
      subjectType: 'role',
      subject: 'analyst',
      objectType: 'schema',
      object: 'ads',
      actions: ['meta', 'preview', 'query', 'export'],
      remark: '看板与大屏取数',
    },
    {
      subjectType: 'role',
      subject: 'engineer',
      objectType: 'schema',
      object: 'ods',
      actions: ['meta', 'preview', 'query'],
      endTime: inDays(365),
      remark: '加工脚本核对，一年一审',
    },
  ];
}
