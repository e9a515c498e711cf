import { Tag } from '#kit/web/Tag.tsx';
import type { ApproverSource } from '../../../contract/approval.ts';
import type { Change, Difference } from '../../../core/difference.ts';
import { sayCondition } from '../../../core/tree/condition.ts';
import { MODES, NOBODY, REPEATED, RETURN_MODES, STARTER, TIMEOUT_ACTIONS, WHO } from '../design/texts.ts';
import './versions.css';

const KINDS = {
  added: ['新增', 'calm'],
  removed: ['删除', 'bad'],
  changed: ['修改', 'warn'],
} as const;

interface Props {
  differences: readonly Difference[];
  /** names of the two sides */
  before: string;
  after: string;
}
/** Nodes that differ, with both values of each property. */
export function DifferenceTable({ differences, before, after }: Props) {
  return (
    <table className="flow-comparison">
      <thead>
        <tr>
          <th scope="col">节点</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((one) => (
          <Rows key={one.id} difference={one} />
        ))}
      </tbody>
    </table>
  );
}

function Rows({ difference: { name, kind, changes } }: { difference: Difference }) {
  const [word, tone] = KINDS[kind];
  return (
    <>
      <tr className={`is-${kind}`}>
        <th scope="row">
          {name} <Tag tone={tone}>{word}</Tag>
        </th>
        <td>{kind === 'added' ? '没有' : ''}</td>
        <td>{kind === 'removed' ? '没有' : ''}</td>
      </tr>
      {said(changes).map(({ path, before, after }) => (
        <tr key={path}>
          <td>{labelOf(path)}</td>
          <td className="mono">{textOf(path, before)}</td>
          <td className="mono">{textOf(path, after)}</td>
        </tr>
      ))}
    </>
  );
}

/** How many decide is written into the text of a process in several places: the setting itself says it. */
const said = (changes: readonly Change[]): readonly Change[] =>
  changes.some(({ path }) => path === 'approval.mode')
    ? changes.filter(({ path }) => !/^(assignee|candidateUsers|multiInstance)/.test(path))
    : changes;

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mode: MODES,
  nobody: NOBODY,
  starter: STARTER,
  repeated: REPEATED,
  returnMode: RETURN_MODES,
  action: TIMEOUT_ACTIONS,
};
const YES_NO: Readonly<Record<string, string>> = { true: '是', false: '否' };
/** Sources of people by their kinds; null for a text that is none. */
function peopleText(value: string): string | null {
  try {
    return (JSON.parse(value) as ApproverSource[]).map(({ kind, ids }) => WHO[kind] + (ids ? `（${ids.length}）` : '')).join('、');
  } catch {
    return null;
  }
}
/** A value as the panels of the designer call it. */
function textOf(path: string, value: string | null): string {
  if (value === null) return '没有';
  const property = path.split('.').at(-1) ?? path;
  const word = WORDS[property]?.[value] ?? YES_NO[value];
  if (word !== undefined) return word;
  if (property === 'who') return peopleText(value) ?? value;
  return property === 'condition' ? sayCondition(value) : value;
}

const LABELS: Readonly<Record<string, string>> = {
  name: '名称',
  condition: '条件',
  from: '起点',
  to: '终点',
  element: '类型',
  defaultFlow: '默认连线',
  assignee: '办理人',
  candidateUsers: '候选人',
  candidateGroups: '候选角色',
  dueDate: '到期时间',
  priority: '优先级',
  formKey: '表单',
  delegate: '服务',
  calledElement: '调用的流程',
  who: '人员来源',
  mode: '多人时',
  percent: '通过比例',
  nobody: '没有审批人时',
  starter: '审批人是发起人时',
  repeated: '审批人已审批过时',
  mayReturn: '允许退回',
  returnMode: '退回后重新提交',
  isHandling: '办理节点',
  text: '时间',
  isInterrupting: '中断所在节点',
  attachedTo: '所在节点',
  isSequential: '依次',
  collection: '集合',
  cardinality: '次数',
  completionCondition: '完成条件',
  elementVariable: '每项的变量',
  service: '服务',
  params: '服务的内容',
  title: '标题',
  inputs: '传入变量',
  outputs: '传出变量',
  inherits: '传入全部变量',
  after: '超时时限',
  action: '超时后的处理',
  times: '提醒次数',
};
const labelOf = (path: string): string => LABELS[path.split('.').at(-1) ?? path] ?? path;
