import { Form, InputNumber, Radio, Select, Switch } from 'antd';
import type { Approval } from '../../../contract/approval.ts';
import { FieldRights } from './FieldRights.tsx';
import { choicesOf, MODES, NOBODY, REPEATED, RETURN_MODES, STARTER } from './texts.ts';
import { TimeoutFields } from './TimeoutFields.tsx';
import { WhoFields } from './WhoFields.tsx';

interface ApproveFieldsProps {
  node: Approval & { readonly id: string };
  onChange: (part: Partial<Approval>, gesture?: string) => void;
}

/** How people decide at a node: the same settings in both views. */
export function ApproveFields({ node, onChange }: ApproveFieldsProps) {
  return (
    <>
      <WhoFields label={node.isHandling ? '办理人' : '审批人'} who={node.who} onChange={(who) => onChange({ who })} />
      <Form.Item label="多人时">
        <Radio.Group
          value={node.mode}
          options={choicesOf(MODES)}
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
        <Select id="node-nobody" value={node.nobody} options={choicesOf(NOBODY)} onChange={(nobody) => onChange({ nobody })} />
      </Form.Item>
      <Form.Item label="审批人是发起人时" htmlFor="node-starter">
        <Select id="node-starter" value={node.starter} options={choicesOf(STARTER)} onChange={(starter) => onChange({ starter })} />
      </Form.Item>
      <Form.Item label="审批人已审批过时" htmlFor="node-repeated">
        <Select id="node-repeated" value={node.repeated} options={choicesOf(REPEATED)} onChange={(repeated) => onChange({ repeated })} />
      </Form.Item>
      <Form.Item label="允许退回">
        <Switch aria-label="允许退回" checked={node.mayReturn} onChange={(mayReturn) => onChange({ mayReturn })} />
      </Form.Item>
      {node.mayReturn && (
        <Form.Item label="退回后重新提交">
          <Radio.Group
            value={node.returnMode}
            options={choicesOf(RETURN_MODES)}
            onChange={(event) => onChange({ returnMode: event.target.value as Approval['returnMode'] })}
          />
        </Form.Item>
      )}
      <TimeoutFields node={node} onChange={onChange} />
      <FieldRights rights={node.fields ?? {}} onChange={(fields) => onChange({ fields })} />
    </>
  );
}
