import { Input, Segmented } from 'antd';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import type { FormSchema } from '../../contract/schema.ts';
import type { FormFault } from '../../core/index.ts';
import { ApprovalPanel } from './ApprovalPanel.tsx';

interface FormPanelProps {
  schema: FormSchema;
  faults: readonly FormFault[];
  onChange: (schema: FormSchema, gesture?: string) => void;
  onChoose: (id: string) => void;
}
/** Settings of the form itself, and what stands in the way of publishing it. */
export function FormPanel({ schema, faults, onChange, onChoose }: FormPanelProps) {
  const { settings } = schema;
  const change = (changes: Partial<typeof settings>, gesture?: string) =>
    onChange({ ...schema, settings: { ...settings, ...changes } }, gesture);
  return (
    <div className="making-panel">
      <h2>表单设置</h2>
      <div className="prop-group">
        <PropRow label="标题位置">
          <Segmented
            size="small"
            options={[
              { value: 'top' as const, label: '上方' },
              { value: 'left' as const, label: '左侧' },
            ]}
            value={settings.labelPosition ?? 'top'}
            onChange={(labelPosition) => change({ labelPosition })}
          />
        </PropRow>
        <PropRow label="提交按钮">
          <Input
            size="small"
            aria-label="提交按钮"
            placeholder="提交"
            maxLength={10}
            value={settings.submitText ?? ''}
            onChange={(event) => change({ submitText: event.target.value || undefined }, 'submitText')}
          />
        </PropRow>
        <PropRow label="提交后的提示" isWide>
          <Input.TextArea
            aria-label="提交后的提示"
            placeholder="提交成功"
            maxLength={200}
            autoSize={{ minRows: 2 }}
            value={settings.doneText ?? ''}
            onChange={(event) => change({ doneText: event.target.value || undefined }, 'doneText')}
          />
        </PropRow>
      </div>
      <ApprovalPanel {...{ schema }} onChange={(approval) => change({ approval })} />
      {faults.length > 0 && schema.layout.length > 0 && (
        <>
          <h2>发布前需要修改</h2>
          <ul className="making-faults">
            {faults.map(({ fieldId, message }) => (
              <li key={`${fieldId} ${message}`}>
                <button type="button" onClick={() => onChoose(fieldId)}>
                  {message}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="designer-note making-hint">点击字段修改它的设置；Alt + 方向键移动，Ctrl D 复制，Delete 删除，Ctrl Z 撤销。</p>
    </div>
  );
}
