import { DeleteOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import type { Branch, BranchNode } from '../../../contract/tree.ts';
import { ConditionFields } from './ConditionFields.tsx';

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
        <ConditionFields
          id="branch-condition"
          condition={branch.condition}
          onChange={(condition, gesture) => onChange({ condition }, `condition ${branch.id} ${gesture}`)}
        />
      )}
      {isDefault && <p className="muted">其他条件都不满足时进入这条分支。</p>}
    </Form>
  );
}
