import { Form, Select } from 'antd';
import { DictRadio } from '#kit/web/dict/DictSelect.tsx';
import type { FieldProps, FormField } from '#kit/web/form/types.ts';
import TreeChoice from '#kit/web/form/TreeChoice.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { TreeOption } from '#kit/web/table/types.ts';
import type { AudienceKind } from '../contract/audience.ts';
import { organisation } from './api.ts';
import { AccountsSelect } from '#modules/system/web/parts.ts';

/** 全员, 部门, 角色, 用户; another kind of audience starts without targets. */
function ScopeInput(props: FieldProps) {
  const form = Form.useFormInstance();
  const change = (next: unknown) => {
    form.setFieldValue('targets', []);
    props.onChange?.(next);
  };
  return <DictRadio code="sys_audience" {...props} onChange={change} />;
}

function DeptTargets(props: FieldProps) {
  const depts = useCall(organisation.dept.list);
  const nodes = treeOf(depts.data ?? [], (props.value as string[] | undefined) ?? []);
  return <TreeChoice nodes={nodes} multiple placeholder="请选择部门" allowClear loading={depts.isLoading} {...props} />;
}

/** Disabled departments are shown, because others hang below them, but only those that were chosen before can be touched. */
function treeOf(
  rows: readonly { id: string; parentId: string; deptName: string; status: string }[],
  chosen: readonly string[],
): TreeOption[] {
  const nodes = new Map(
    rows.map(({ id, deptName, status }) => {
      const isClosed = status === '0';
      const label = isClosed ? `${deptName}（已禁用）` : deptName;
      return [id, { value: id, label, disabled: isClosed && !chosen.includes(id), children: [] as TreeOption[] }];
    }),
  );
  const roots: TreeOption[] = [];
  for (const row of rows) {
    const node = nodes.get(row.id);
    if (node) (nodes.get(row.parentId)?.children ?? roots).push(node);
  }
  return roots;
}

function RoleTargets(props: FieldProps) {
  const roles = useCall(organisation.role.list);
  return (
    <Select
      mode="multiple"
      placeholder="请选择角色"
      loading={roles.isLoading}
      showSearch={{ optionFilterProp: 'label' }}
      options={(roles.data ?? []).map((role) => ({ value: role.id, label: role.roleName }))}
      {...props}
    />
  );
}

const UserTargets = (props: FieldProps) => <AccountsSelect {...props} />;

const WIDGETS = { '2': DeptTargets, '3': RoleTargets, '4': UserTargets } as const;
const TITLES: Readonly<Record<string, string>> = { '2': '部门', '3': '角色', '4': '用户' };
const isTargeted = (scope: unknown): scope is keyof typeof WIDGETS => scope === '2' || scope === '3' || scope === '4';

interface AudienceBody {
  publishScope?: AudienceKind;
  targets?: string[] | null;
  withBelow?: '0' | '1';
  /** banners only */
  position?: 'login' | 'home';
}

/** What is done for an audience: 发布范围 of a notice, 填报范围 of a form. */
type Deed = '发布' | '填报';

/** The fields of an audience, for the forms of whatever is for some people. */
export const audienceFields = (
  isOffered: (values: AudienceBody) => boolean = () => true,
  deed: Deed = '发布',
): FormField<Omit<AudienceBody, 'position'>>[] => [
  {
    field: 'publishScope',
    label: `${deed}范围`,
    section: `${deed}对象`,
    wide: true,
    initial: '1',
    visible: isOffered,
    render: (props) => <ScopeInput {...props} />,
  },
  {
    field: 'targets',
    label: `${deed}对象`,
    wide: true,
    initial: [],
    visible: (values) => isOffered(values) && isTargeted(values.publishScope),
    required: (values) => isTargeted(values.publishScope),
    render: (props, values) => {
      if (!isTargeted(values.publishScope)) return null;
      const Widget = WIDGETS[values.publishScope];
      return <Widget {...props} />;
    },
  },
  {
    field: 'withBelow',
    label: '包含下级部门',
    widget: 'switch',
    dict: 'sys_yes_no',
    initial: '1',
    visible: (values) => isOffered(values) && values.publishScope === '2',
  },
];

/** 部门：市场部、工程部 */
export const audienceText = (row: { publishScope: string; targetNames: readonly string[]; withBelow: string }): string =>
  row.publishScope === '1'
    ? '全员'
    : `${TITLES[row.publishScope] ?? ''}：${row.targetNames.join('、')}${row.publishScope === '2' && row.withBelow === '1' ? '（含下级）' : ''}`;
