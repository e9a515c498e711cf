import { Modal } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { useOnce } from '#kit/web/use-once.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';
import { ParamsForm } from './ParamsForm.tsx';

interface RunNowProps {
  job: { id: string; jobName: string; beanName: string; methodParams: string };
  onClose: () => void;
}

/** Runs a job at once, for its editors with other parameters if they want to; then shows its live log. */
export function RunNow({ job, onClose }: RunNowProps) {
  const [params, setParams] = useState(job.methodParams);
  const can = useCan();
  const mayChange = can(api.job.update);
  const navigate = useNavigate();
  const run = useWrite(api.job.run, { overlay: false, refreshes: [api.run.page] });
  const start = async () => {
    const body = params === job.methodParams ? {} : { methodParams: params };
    const { id } = await run.mutateAsync({ params: { id: job.id }, body });
    toast.success('已开始执行');
    onClose();
    if (can(api.run.get)) void navigate(`/basic/scheduler/tasklog?open=detail-${id}`);
  };
  const handleOk = useOnce(run.isPending, () => void start().catch(() => undefined));
  return (
    <Modal
      open
      title={`立即执行：${job.jobName}`}
      okText="立即执行"
      cancelText={uiTexts.cancel}
      confirmLoading={run.isPending}
      onOk={handleOk}
      onCancel={onClose}
    >
      <p className="muted run-now-note">
        {mayChange ? '参数只用于本次执行，不会保存到任务。' : '按任务保存的参数执行；修改参数需要修改任务的权限。'}
      </p>
      <ParamsForm value={params} onChange={setParams} beanName={job.beanName} disabled={run.isPending || !mayChange} />
    </Modal>
  );
}
