import { Form } from 'antd';
import type { AskedPick } from '#kit/contract/flow.ts';
import { AccountsSelect } from '#modules/system/web/parts.ts';

interface PickFieldProps {
  pick: AskedPick;
  /** stands above the field where nothing else names the node */
  label?: string;
}

/** 自选: the approvers of a node, picked by hand. */
export const PickField = ({ pick: { node, name }, label }: PickFieldProps) => (
  <Form.Item name={[node]} label={label} rules={[{ required: true, message: `请选择“${name}”的审批人` }]}>
    <AccountsSelect label={`${name}的审批人`} />
  </Form.Item>
);
