import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, InputNumber, Select } from 'antd';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { dept } from '#modules/system/contract/dept.ts';
import { post } from '#modules/system/contract/post.ts';
import { role } from '#modules/system/contract/role.ts';
import { AccountsSelect } from '#modules/system/web/parts.ts';
import type { ApproverKind, ApproverSource } from '../../../contract/approval.ts';
import { WHO } from './texts.ts';

const api = createClient({ role: { list: role.list }, post: { list: post.list }, dept: { list: dept.list } }, send);
const KINDS = (Object.entries(WHO) as [ApproverKind, string][]).map(([value, label]) => ({ value, label }));

interface WhoFieldsProps {
  label: string;
  who: readonly ApproverSource[];
  onChange: (who: ApproverSource[]) => void;
}

/** Sources of people: a kind each, with what it needs. */
export function WhoFields({ label, who, onChange }: WhoFieldsProps) {
  const change = (at: number, source: ApproverSource) => onChange(who.map((one, n) => (n === at ? source : one)));
  return (
    <fieldset className="tree-who">
      <legend>{label}</legend>
      {who.map((source, n) => (
        <div key={n}>
          <Select
            aria-label={`${label}来源`}
            value={source.kind}
            options={KINDS}
            onChange={(kind) => change(n, { kind, ...(kind === 'leaders' ? { levels: 2 } : {}) })}
          />
          <Detail source={source} onChange={(next) => change(n, next)} />
          {who.length > 1 && (
            <Button type="text" icon={<DeleteOutlined />} aria-label="删除来源" onClick={() => onChange(who.filter((_, at) => at !== n))} />
          )}
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...who, { kind: 'starterDeptLeader' }])}>
        添加来源
      </Button>
    </fieldset>
  );
}

function Detail({ source, onChange }: { source: ApproverSource; onChange: (source: ApproverSource) => void }) {
  switch (source.kind) {
    case 'user':
      return (
        <AccountsSelect
          label={WHO.user}
          value={source.ids ?? []}
          status={source.ids?.length ? undefined : 'error'}
          onChange={(ids) => onChange({ ...source, ids })}
        />
      );
    case 'role':
    case 'post':
    case 'dept':
    case 'deptLeader':
      return <Ids kind={source.kind} ids={source.ids ?? []} onChange={(ids) => onChange({ ...source, ids })} />;
    case 'leaders':
      return (
        <InputNumber
          aria-label="主管级数"
          min={1}
          max={20}
          precision={0}
          value={source.levels ?? 1}
          onChange={(levels) => onChange({ ...source, levels: levels ?? 1 })}
        />
      );
    case 'formUser':
    case 'formDeptLeader':
      return (
        <Input
          aria-label="表单字段"
          placeholder="单据字段名"
          value={source.field ?? ''}
          onChange={(event) => onChange({ ...source, field: event.target.value })}
        />
      );
    case 'expression':
      return (
        <Input
          aria-label="表达式"
          placeholder="${…}，结果是账号编号"
          value={source.expr ?? ''}
          onChange={(event) => onChange({ ...source, expr: event.target.value })}
        />
      );
    default:
      return null;
  }
}

interface IdsProps {
  kind: 'role' | 'post' | 'dept' | 'deptLeader';
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}
const useOptions = (kind: IdsProps['kind']): { value: string; label: string }[] => {
  const roles = useCall(api.role.list, {}, { enabled: kind === 'role', staleTime: 60_000 });
  const posts = useCall(api.post.list, {}, { enabled: kind === 'post', staleTime: 60_000 });
  const depts = useCall(api.dept.list, {}, { enabled: kind === 'dept' || kind === 'deptLeader', staleTime: 60_000 });
  if (kind === 'role') return (roles.data ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }));
  if (kind === 'post') return (posts.data ?? []).map(({ id, postName }) => ({ value: id, label: postName }));
  return (depts.data ?? []).map(({ id, deptName }) => ({ value: id, label: deptName }));
};
function Ids({ kind, ids, onChange }: IdsProps) {
  const options = useOptions(kind);
  return (
    <Select
      mode="multiple"
      aria-label={WHO[kind]}
      placeholder="请选择"
      value={[...ids]}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      status={ids.length === 0 ? 'error' : undefined}
      onChange={onChange}
    />
  );
}
