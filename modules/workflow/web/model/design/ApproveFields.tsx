import { Form, InputNumber, Radio, Select, Switch } from 'antd';
import type { Approval } from '../../../contract/approval.ts';
import { FieldRights } from './FieldRights.tsx';
import { MODES } from './texts.ts';
import { TimeoutFields } from './TimeoutFields.tsx';
import { WhoFields } from './WhoFields.tsx';

interface ApproveFieldsProps {
  node: Approval & { readonly id: string };
  onChange: (part: Partial<Approval>, gesture?: string) => void;
}

const MODE_OPTIONS = Object.entries(MODES).map(([value, label]) => ({ value, label }));
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

/** How people decide at a node: the same settings in both views. */
export function ApproveFields({ node, onChange }: ApproveFieldsProps) {
  return (
    <>
      <WhoFields label={node.isHandling ? '办理人' : '审批人'} who={node.who} onChange={(who) => onChange({ who })} />
      <Form.Item label="多人时">
        <Radio.Group
          value={node.mode}
          options={MODE_OPTIONS}
          onChange={(event) => {
            const mode = event.target.value as Approval['mode'];
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
            onChange={(event) => onChange({ returnMode: event.target.value as Approval['returnMode'] })}
          />
        </Form.Item>
      )}
      <TimeoutFields node={node} onChange={onChange} />
      <FieldRights rights={node.fields ?? {}} onChange={(fields) => onChange({ fields })} />
    </>
  );
}
