import { Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** 审批: which ways into the records of a model wait for an approval. It holds at once and belongs to no version. */
export function ApprovalTab({ modelId }: { modelId: string }) {
  const can = useCan();
  const params = { id: modelId };
  const { data, error, refetch } = useCall(api.approvalSetting.get, { params });
  const save = useWrite(api.approvalSetting.save, { refreshes: [api.approvalSetting.get], onSuccess: () => toast.success('已保存') });
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={3} />;
  const { isAddApproved, isLoadApproved } = data;
  const isReadonly = save.isPending || !can(api.approvalSetting.save);
  const keep = (over: { isAddApproved?: '0' | '1'; isLoadApproved?: '0' | '1' }) =>
    save.mutate({ params, body: { isAddApproved, isLoadApproved, ...over } });
  return (
    <div className="md-tab md-approval">
      <Setting
        label="新增记录需要审批"
        why="通过之前没有这条记录，编码在通过时产生。按流程“主数据新增”审批，导入文件不能新增。"
        {...{ isReadonly }}
        isOn={isAddApproved === '1'}
        hasProcess={data.hasAddProcess}
        onChange={(flag) => keep({ isAddApproved: flag })}
      />
      <Setting
        label="数据接入需要审批"
        why="接入先核对出要新增和更新的行，按流程“主数据接入”整批审批，通过后写入。"
        {...{ isReadonly }}
        isOn={isLoadApproved === '1'}
        hasProcess={data.hasLoadProcess}
        onChange={(flag) => keep({ isLoadApproved: flag })}
      />
      <section>
        <div>
          <b>修改、禁用与启用</b> <ProcessTag hasProcess={data.hasChangeProcess} />
          <p className="muted">由流程“主数据变更”决定，对所有模型一致。</p>
        </div>
      </section>
    </div>
  );
}

interface SettingProps {
  label: string;
  why: ReactNode;
  isOn: boolean;
  isReadonly: boolean;
  hasProcess: boolean;
  onChange: (flag: '0' | '1') => void;
}
function Setting({ label, why, isOn, isReadonly, hasProcess, onChange }: SettingProps) {
  const id = useId();
  return (
    <section>
      <Switch id={id} checked={isOn} disabled={isReadonly} onChange={(now) => onChange(now ? '1' : '0')} />
      <div>
        <label htmlFor={id}>{label}</label> <ProcessTag hasProcess={hasProcess} />
        <p className="muted">{why}</p>
        {isOn && !hasProcess && <p className="warn">还没有配置流程，目前直接生效。请在流程的业务配置中指定。</p>}
      </div>
    </section>
  );
}
const ProcessTag = ({ hasProcess }: { hasProcess: boolean }) => (hasProcess ? <Tag tone="calm">已配置流程</Tag> : <Tag>未配置流程</Tag>);
