import { Select } from 'antd';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { dept } from '#modules/system/contract/dept.ts';
import { role } from '#modules/system/contract/role.ts';
import { AccountsSelect } from '#modules/system/web/parts.ts';

const organisation = createClient({ dept, role }, send);

interface ShareSelectProps {
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
}

/** Departments that a query is shared with. */
function DeptsSelect({ id, value, onChange }: ShareSelectProps) {
  const depts = useCall(organisation.dept.list);
  const options = (depts.data ?? []).map(({ id: deptId, deptName, status }) => {
    const isClosed = status === '0';
    // a disabled department is kept where it was chosen, and not offered
    return { value: deptId, label: isClosed ? `${deptName}（已禁用）` : deptName, disabled: isClosed && !value?.includes(deptId) };
  });
  return <NamesSelect id={id} value={value} onChange={onChange} loading={depts.isFetching} options={options} />;
}

/** Roles that a query is shared with. */
function RolesSelect({ id, value, onChange }: ShareSelectProps) {
  const roles = useCall(organisation.role.list);
  const options = (roles.data ?? []).map((row) => ({ value: row.id, label: row.roleName }));
  return <NamesSelect id={id} value={value} onChange={onChange} loading={roles.isFetching} options={options} />;
}

interface NamesSelectProps {
  id: string | undefined;
  value: string[] | undefined;
  onChange: ((ids: string[]) => void) | undefined;
  loading: boolean;
  options: { value: string; label: string; disabled?: boolean }[];
}
const NamesSelect = (props: NamesSelectProps) => (
  <Select mode="multiple" placeholder="请选择，可输入名称搜索" showSearch={{ optionFilterProp: 'label' }} {...props} />
);

const PICKERS = { dept: DeptsSelect, role: RolesSelect, user: AccountsSelect };

/** Departments, roles or accounts that a query is shared with. */
export function ShareSelect({ type, ...props }: ShareSelectProps & { type: keyof typeof PICKERS }) {
  const Picker = PICKERS[type];
  return <Picker {...props} />;
}
