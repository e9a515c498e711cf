import { DeleteOutlined } from '@ant-design/icons';
import { Button, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import type { ApproveNode, Branch, BranchNode, TreeNode } from '../../../contract/tree.ts';
import { DurationField } from './DurationField.tsx';
import { nodeName } from './texts.ts';
import { TimeoutFields } from './TimeoutFields.tsx';
import { WhoFields } from './WhoFields.tsx';

type Part = Partial<ApproveNode> & { duration?: string };
interface NodePanelProps {
  node: TreeNode;
  onChange: (part: Part, gesture?: string) => void;
  onRemove: () => void;
}

/** Settings of the chosen node. */
export function NodePanel({ node, onChange, onRemove }: NodePanelProps) {
  return (
    <Form layout="vertical" className="tree-panel">
      <div className="tree-panel-head">
        <h3>{nodeName(node)}</h3>
        <Button type="text" danger icon={<DeleteOutlined />} onClick={onRemove}>
          删除
        </Button>
      </div>
      <Form.Item label="名称" htmlFor="node-name">
        <Input
          id="node-name"
          maxLength={50}
          value={node.name}
          onChange={(event) => onChange({ name: event.target.value }, `name ${node.id}`)}
        />
      </Form.Item>
      {node.type === 'approve' && <ApproveFields node={node} onChange={onChange} />}
      {node.type === 'copy' && <WhoFields label="抄送人" who={node.who} onChange={(who) => onChange({ who })} />}
      {node.type === 'delay' && (
        <Form.Item label="延迟时长" htmlFor="node-duration">
          <DurationField
            id="node-duration"
            value={node.duration}
            units={['D', 'H', 'M', 'S']}
            onChange={(duration) => onChange({ duration }, `duration ${node.id}`)}
          />
        </Form.Item>
      )}
    </Form>
  );
}

const NOBODY = [
  { value: 'admin', label: '转流程管理员' },
  { value: 'leader', label: '转上级' },
  { value: 'pass', label: '自动通过' },
];
const STARTER = [
  { value: 'leader', label: '转上级' },
  { value: 'pass', label: '自动通过' },
  { value: 'self', label: '本人审批' },
];
const REPEATED = [
  { value: 'ask', label: '再次审批' },
  { value: 'previous', label: '上一节点已同意时自动通过' },
  { value: 'any', label: '之前任一节点已同意时自动通过' },
];

function ApproveFields({ node, onChange }: { node: ApproveNode; onChange: NodePanelProps['onChange'] }) {
  return (
    <>
      <WhoFields label={node.isHandling ? '办理人' : '审批人'} who={node.who} onChange={(who) => onChange({ who })} />
      <Form.Item label="多人时">
        <Radio.Group
          value={node.mode}
          options={[
            { value: 'any', label: '或签' },
            { value: 'all', label: '会签' },
            { value: 'sequence', label: '依次' },
            { value: 'ratio', label: '票签' },
          ]}
          onChange={(event) => {
            const mode = event.target.value as ApproveNode['mode'];
            onChange({ mode, percent: mode === 'ratio' ? (node.percent ?? 60) : undefined });
          }}
        />
      </Form.Item>
      {node.mode === 'ratio' && (
        <Form.Item label="通过比例" htmlFor="node-percent">
          <InputNumber
            id="node-percent"
            min={1}
            max={100}
            precision={0}
            suffix="%"
            value={node.percent ?? 60}
            onChange={(percent) => onChange({ percent: percent ?? 60 }, `percent ${node.id}`)}
          />
        </Form.Item>
      )}
      <Form.Item label="没有审批人时" htmlFor="node-nobody">
        <Select id="node-nobody" value={node.nobody} options={NOBODY} onChange={(nobody) => onChange({ nobody })} />
      </Form.Item>
      <Form.Item label="审批人是发起人时" htmlFor="node-starter">
        <Select id="node-starter" value={node.starter} options={STARTER} onChange={(starter) => onChange({ starter })} />
      </Form.Item>
      <Form.Item label="审批人已审批过时" htmlFor="node-repeated">
        <Select id="node-repeated" value={node.repeated} options={REPEATED} onChange={(repeated) => onChange({ repeated })} />
      </Form.Item>
      <Form.Item label="允许退回">
        <Switch aria-label="允许退回" checked={node.mayReturn} onChange={(mayReturn) => onChange({ mayReturn })} />
      </Form.Item>
      {node.mayReturn && (
        <Form.Item label="退回后重新提交">
          <Radio.Group
            value={node.returnMode}
            options={[
              { value: 'again', label: '重新逐级审批' },
              { value: 'direct', label: '直接回到退回人' },
            ]}
            onChange={(event) => onChange({ returnMode: event.target.value as ApproveNode['returnMode'] })}
          />
        </Form.Item>
      )}
      <TimeoutFields node={node} onChange={onChange} />
    </>
  );
}

interface BranchPanelProps {
  fork: BranchNode;
  branch: Branch;
  onChange: (part: Partial<Pick<Branch, 'name' | 'condition'>>, gesture: string) => void;
  onRemove: () => void;
}
/** Name and condition of the chosen branch. */
export function BranchPanel({ fork, branch, onChange, onRemove }: BranchPanelProps) {
  const isDefault = fork.type !== 'parallel' && fork.branches.at(-1)?.id === branch.id;
  return (
    <Form layout="vertical" className="tree-panel">
      <div className="tree-panel-head">
        <h3>{branch.name || '分支'}</h3>
        <Button type="text" danger icon={<DeleteOutlined />} onClick={onRemove}>
          删除分支
        </Button>
      </div>
      <Form.Item label="名称" htmlFor="branch-name">
        <Input
          id="branch-name"
          maxLength={50}
          value={branch.name}
          onChange={(event) => onChange({ name: event.target.value }, `name ${branch.id}`)}
        />
      </Form.Item>
      {fork.type !== 'parallel' && !isDefault && (
        <Form.Item label="条件" htmlFor="branch-condition" extra="例如 ${amount >= 5000}，可用单据字段、发起人 submitter">
          <Input.TextArea
            id="branch-condition"
            rows={2}
            maxLength={2000}
            className="mono"
            value={branch.condition ?? ''}
            onChange={(event) => onChange({ condition: event.target.value || null }, `condition ${branch.id}`)}
          />
        </Form.Item>
      )}
      {isDefault && <p className="muted">其他条件都不满足时进入这条分支。</p>}
    </Form>
  );
}
