import { DeleteOutlined } from '@ant-design/icons';
import { Modal, Select, Switch } from 'antd';
import { useDeferredValue, useState } from 'react';
import { proposalRefusal, type ProposalState } from '#kit/contract/flow.ts';
import { toast } from '#kit/web/dialog.tsx';
import { day } from '#kit/web/format.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { barredProps } from '#kit/web/table/barred.ts';
import { useCall, useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';

type Kind = 'dataset' | 'chart' | 'board' | 'screen';
type Subject = 'role' | 'dept' | 'user';
type Level = 'view' | 'edit';
interface Line {
  subjectType: Subject;
  subjectId: string;
  subjectName: string;
  detail: string | null;
  level: Level;
}
const SUBJECTS: Record<Subject, string> = { role: '角色', dept: '部门', user: '人员' };
const LEVELS = [
  { value: 'view' as const, label: '可查看' },
  { value: 'edit' as const, label: '可编辑' },
];

type Requested = CallReply<typeof api.grant.read>['requested'];
/** The day that a right ends with: it ends at the midnight after it. */
const lastDay = (endTime: string): string | null => day(new Date(new Date(endTime).getTime() - 1));

interface Props {
  kind: Kind;
  id: string;
  name: string;
  onClose: () => void;
  onSaved?: () => unknown;
}

/** Who may see or change one item, besides those whose data scope has it. */
export function GrantDialog(props: Props) {
  const { data, error, refetch } = useCall(api.grant.read, { params: { kind: props.kind, id: props.id } }, { staleTime: 0 });
  if (data)
    return (
      <Editor {...props} flow={data.flow} requested={data.requested} initial={{ isShared: data.isShared === '1', lines: data.grants }} />
    );
  return (
    <Modal open title={`权限 · ${props.name}`} footer={null} onCancel={props.onClose} width={560}>
      {error ? <StateView kind="error" error={error} onRetry={() => void refetch()} /> : <StateView kind="loading" shape="form" rows={4} />}
    </Modal>
  );
}

interface EditorProps extends Props {
  /** approval of its sharing */
  flow: ProposalState | null;
  requested: Requested;
  initial: { isShared: boolean; lines: Line[] };
}
function Editor({ kind, id, name, flow, requested, onClose, onSaved, initial }: EditorProps) {
  const [isShared, setShared] = useState(initial.isShared);
  const [lines, setLines] = useState(initial.lines);
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const save = async () => {
    setBusy(true);
    try {
      const grants = lines.map(({ subjectType, subjectId, level }) => ({ subjectType, subjectId, level }));
      const { flow } = await api.grant.write({ params: { kind, id }, body: { isShared: isShared ? '1' : '0', grants } });
      toast.success(flow === null ? '权限已保存' : '权限已保存，共享已提交审批');
      onClose();
      await Promise.all([refresh(api.grant.read), onSaved?.()]);
    } catch {
      // the request layer has said why; the choices stay
    } finally {
      setBusy(false);
    }
  };
  const change = (at: number, level: Level) => setLines(lines.map((line, n) => (n === at ? { ...line, level } : line)));
  return (
    <Modal
      open
      title={`权限 · ${name}`}
      okText="保存"
      cancelText="取消"
      onOk={() => void save()}
      onCancel={onClose}
      confirmLoading={isBusy}
      width={560}
    >
      <div className="lib-switch">
        <div>
          与所有人共享 <FlowTag flow={flow} />
          <p className="muted">有查看功能权限的人都能看到；每个人看到的数据仍受自己的数据权限限制。</p>
        </div>
        <Switch aria-label="与所有人共享" checked={isShared} {...barredProps(proposalRefusal('submit', flow))} onChange={setShared} />
      </div>
      <AddLine taken={lines} onAdd={(line) => setLines([...lines, line])} />
      <div className="lib-grants">
        {lines.length === 0 && <div className="blank">还没有单独授权。选择角色、部门或人员即可添加，部门授权包含其下级部门。</div>}
        {lines.map((line, n) => (
          <GrantLine
            key={`${line.subjectType}:${line.subjectId}`}
            line={line}
            onLevel={(level) => change(n, level)}
            onRemove={() => setLines(lines.filter((_, at) => at !== n))}
          />
        ))}
        <RequestedLines lines={requested} />
      </div>
    </Modal>
  );
}

interface LineProps {
  line: Line;
  onLevel: (level: Level) => void;
  onRemove: () => void;
}
const GrantLine = ({ line, onLevel, onRemove }: LineProps) => (
  <div className="lib-grant">
    <span className="muted">{SUBJECTS[line.subjectType]}</span>
    <span className="cut" title={line.subjectName}>
      {line.subjectName} {line.detail && <span className="muted">{line.detail}</span>}
    </span>
    <Select aria-label="权限级别" size="small" value={line.level} options={LEVELS} onChange={onLevel} />
    <button type="button" className="icon-button small" aria-label={`移除${line.subjectName}`} onClick={onRemove}>
      <DeleteOutlined />
    </button>
  </div>
);

/** What requests gave: seen here, taken back where they asked. */
const RequestedLines = ({ lines }: { lines: Requested }) =>
  lines.map(({ subjectId, subjectName, endTime }, n) => (
    <div className="lib-grant" key={`${subjectId}:${n}`}>
      <span className="muted">申请授权</span>
      <span className="cut" title={subjectName}>
        {subjectName}
      </span>
      <span className="muted">至 {endTime ? lastDay(endTime) : '收回'}</span>
    </div>
  ));

function AddLine({ taken, onAdd }: { taken: readonly Line[]; onAdd: (line: Line) => void }) {
  const [type, setType] = useState<Subject>('role');
  const [level, setLevel] = useState<Level>('view');
  const [keyword, setKeyword] = useState('');
  const word = useDeferredValue(keyword);
  const { data, isFetching } = useCall(
    api.grant.subjects,
    { query: { subjectType: type, ...(word.trim() && { keyword: word.trim() }) } },
    { staleTime: 30_000, keepPrevious: true },
  );
  const has = new Set(taken.filter((line) => line.subjectType === type).map((line) => line.subjectId));
  const free = (data ?? []).filter((one) => !has.has(one.id));
  return (
    <div className="lib-add">
      <Select
        aria-label="授权对象类型"
        value={type}
        options={(['role', 'dept', 'user'] as const).map((value) => ({ value, label: SUBJECTS[value] }))}
        onChange={(value) => {
          setType(value);
          setKeyword('');
        }}
      />
      <Select
        aria-label="授权对象"
        placeholder={`搜索并添加${SUBJECTS[type]}`}
        value={null}
        showSearch={{ filterOption: false, searchValue: keyword, onSearch: setKeyword }}
        loading={isFetching}
        notFoundContent={isFetching ? '正在搜索…' : '没有可添加的对象'}
        options={free.map((one) => ({ value: one.id, label: one.detail ? `${one.name}（${one.detail}）` : one.name }))}
        onSelect={(subjectId: string | null) => {
          const one = free.find((each) => each.id === subjectId);
          if (one) onAdd({ subjectType: type, subjectId: one.id, subjectName: one.name, detail: one.detail, level });
          setKeyword('');
        }}
      />
      <Select aria-label="新增的权限级别" value={level} options={LEVELS} onChange={setLevel} />
    </div>
  );
}
