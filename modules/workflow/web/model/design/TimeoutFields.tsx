import { Form, InputNumber, Select } from 'antd';
import type { Approval, TimeoutAction } from '../../../contract/approval.ts';
import { DurationField } from './DurationField.tsx';
import { choicesOf, TIMEOUT_ACTIONS } from './texts.ts';

interface TimeoutFieldsProps {
  node: Approval & { readonly id: string };
  onChange: (part: Pick<Approval, 'timeout'>, gesture?: string) => void;
}

/** What happens when nobody has done a task of the node in time. */
export function TimeoutFields({ node, onChange }: TimeoutFieldsProps) {
  const { id, timeout, isHandling, mayReturn } = node;
  const isRefused = (action: TimeoutAction) => (action === 'reject' && isHandling) || (action === 'return' && !mayReturn);
  const actions = choicesOf(TIMEOUT_ACTIONS).map((action) => ({ ...action, disabled: isRefused(action.value) }));
  return (
    <>
      <Form.Item label="超时未办理时" htmlFor="node-timeout">
        <Select
          id="node-timeout"
          value={timeout?.action ?? 'none'}
          options={[{ value: 'none', label: '不处理' }, ...actions]}
          onChange={(action: TimeoutAction | 'none') =>
            onChange({ timeout: action === 'none' ? undefined : { after: timeout?.after ?? 'P1D', times: timeout?.times ?? 1, action } })
          }
        />
      </Form.Item>
      {timeout && (
        <Form.Item label="时限" htmlFor="node-timeout-after" extra={timeout.action === 'leader' ? '转给上级后重新计时' : undefined}>
          <DurationField
            id="node-timeout-after"
            value={timeout.after}
            units={['D', 'H', 'M']}
            onChange={(after) => onChange({ timeout: { ...timeout, after } }, `timeout ${id}`)}
          />
        </Form.Item>
      )}
      {timeout?.action === 'remind' && (
        <Form.Item label="提醒次数" htmlFor="node-timeout-times" extra="每次间隔与时限相同">
          <InputNumber
            id="node-timeout-times"
            min={1}
            max={10}
            precision={0}
            suffix="次"
            value={timeout.times}
            onChange={(times) => onChange({ timeout: { ...timeout, times: times ?? 1 } }, `times ${id}`)}
          />
        </Form.Item>
      )}
    </>
  );
}
