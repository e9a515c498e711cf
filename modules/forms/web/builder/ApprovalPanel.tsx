import { Button, Select, Switch } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { ApprovalProcess } from '../../contract/record.ts';
import type { FormApproval, FormSchema } from '../../contract/schema.ts';
import { api } from '../api.ts';

const RightsDialog = lazy(() => import('./RightsDialog.tsx'));

interface Props {
  schema: FormSchema;
  onChange: (approval: FormApproval | undefined, gesture?: string) => void;
}
/** 审批: which process decides about what is filled in, and who may do what with which field. */
export function ApprovalPanel({ schema, onChange }: Props) {
  const { approval } = schema.settings;
  const { data: processes = [], isLoading } = useCall(api.record.processes, {}, { enabled: approval !== undefined, staleTime: 30_000 });
  const [isOpen, setOpen] = useState(false);
  const chosen = processes.find(({ key }) => key === approval?.processKey);
  const change = (changes: Partial<FormApproval>) => approval && onChange({ ...approval, ...changes });
  return (
    <>
      <h2>审批</h2>
      <div className="prop-group">
        <PropRow label="提交后审批">
          <Switch
            size="small"
            aria-label="提交后审批"
            checked={approval !== undefined}
            onChange={(isOn) => onChange(isOn ? { processKey: '', rights: {} } : undefined)}
          />
        </PropRow>
        {approval && (
          <>
            <ProcessRow value={approval.processKey} {...{ processes, isLoading }} onChange={(processKey) => change({ processKey })} />
            <PropRow label="字段权限" hint="填报人和每个审批节点可以编辑、查看哪些字段">
              <Button size="small" disabled={!chosen} onClick={() => setOpen(true)}>
                设置
              </Button>
            </PropRow>
            <PropRow label="未通过也计入" hint="审核中、已退回和不通过的填报也计入统计和数据集">
              <Switch
                size="small"
                aria-label="未通过也计入"
                checked={approval.countsUnpassed === true}
                onChange={(isOn) => change({ countsUnpassed: isOn || undefined })}
              />
            </PropRow>
          </>
        )}
      </div>
      {isOpen && approval && chosen && (
        <Suspense>
          <RightsDialog
            {...{ schema }}
            process={chosen}
            rights={approval.rights}
            onSave={(rights) => {
              change({ rights });
              setOpen(false);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface ProcessProps {
  value: string;
  processes: readonly ApprovalProcess[];
  isLoading: boolean;
  onChange: (processKey: string) => void;
}
function ProcessRow({ value, processes, isLoading, onChange }: ProcessProps) {
  return (
    <PropRow label="审批流程" isWide>
      <Select
        aria-label="审批流程"
        className="fill-wide"
        status={value === '' ? 'error' : undefined}
        showSearch={{ optionFilterProp: 'label' }}
        loading={isLoading}
        placeholder="请选择已发布的流程"
        notFoundContent="还没有已发布的流程，请先在“流程模型”中设计并发布"
        options={processes.map(({ key, name }) => ({ value: key, label: name }))}
        value={isLoading || value === '' ? undefined : value}
        onChange={onChange}
      />
    </PropRow>
  );
}
