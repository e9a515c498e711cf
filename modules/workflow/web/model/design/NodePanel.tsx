import { DeleteOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import type { ApproveNode, CallNode, CopyNode, DelayNode, EventNode, ServiceNode, TreeNode, UntilNode } from '../../../contract/tree.ts';
import { ApproveFields } from './ApproveFields.tsx';
import { DurationField } from './DurationField.tsx';
import { ServiceFields } from './ServiceFields.tsx';
import { CallFields, EventFields, UntilFields } from './StepFields.tsx';
import { nodeName } from './texts.ts';
import { WhoFields } from './WhoFields.tsx';

type Own<T> = Partial<Omit<T, 'id' | 'type' | 'next'>>;
/** Settings of any kind of node; each section changes its own. */
type Part = Own<ApproveNode> | Own<CallNode> | Own<CopyNode> | Own<DelayNode> | Own<EventNode> | Own<ServiceNode> | Own<UntilNode>;
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
      {node.type === 'until' && <UntilFields node={node} onChange={onChange} />}
      {node.type === 'event' && <EventFields node={node} onChange={onChange} />}
      {node.type === 'call' && <CallFields node={node} onChange={onChange} />}
      {node.type === 'service' && (
        <ServiceFields work={node} onChange={(part, gesture) => onChange(part, gesture && `${gesture} ${node.id}`)} />
      )}
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
