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
interface Choice {
  readonly id: string;
  readonly label: string;
  readonly status: string;
}
const useChoices = (kind: IdsProps['kind']): Choice[] | undefined => {
  const roles = useCall(api.role.list, {}, { enabled: kind === 'role', staleTime: 60_000 }).data;
  const posts = useCall(api.post.list, {}, { enabled: kind === 'post', staleTime: 60_000 }).data;
  const isDept = kind === 'dept' || kind === 'deptLeader';
  const depts = useCall(api.dept.list, {}, { enabled: isDept, staleTime: 60_000 }).data;
  if (kind === 'role') return roles?.map(({ id, roleName, status }) => ({ id, label: roleName, status }));
  if (kind === 'post') return posts?.map(({ id, postName, status }) => ({ id, label: postName, status }));
  return depts?.map(({ id, deptName, status }) => ({ id, label: deptName, status }));
};
/** What is enabled; what is chosen already and is not stays by its name, so that somebody sees it and takes it away. */
const useOptions = (kind: IdsProps['kind'], chosen: readonly string[]): { value: string; label: string }[] => {
  const all = useChoices(kind) ?? [];
  const known = new Set(all.map(({ id }) => id));
  const gone = all.length === 0 ? [] : chosen.filter((id) => !known.has(id)).map((value) => ({ value, label: '已删除' }));
  const offered = all
    .filter(({ id, status }) => status === '1' || chosen.includes(id))
    .map(({ id, label, status }) => ({ value: id, label: status === '1' ? label : `${label}（已禁用）` }));
  return [...offered, ...gone];
};
function Ids({ kind, ids, onChange }: IdsProps) {
  const options = useOptions(kind, ids);
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
