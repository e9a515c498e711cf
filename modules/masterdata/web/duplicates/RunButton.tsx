import { DownOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Dropdown, Progress, Space } from 'antd';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useRefresh, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const POLL_MS = 1_000;
const isRunning = (state: string | undefined): boolean => state === 'waiting' || state === 'running';

/** 查重: starts a run, shows how far it is, stops it; what it found stands in the queue at its end. */
export function RunButton({ modelId }: { modelId: string }) {
  const can = useCan();
  const refresh = useRefresh();
  const params = { modelId };
  const { data: run } = useCall(api.match.progress, { params });
  const before = useRef<string | undefined>(undefined);
  const onState = useEffectEvent((state: string | undefined) => {
    const wasRunning = isRunning(before.current);
    before.current = state;
    if (!wasRunning || isRunning(state)) return;
    void refresh(api.match.page, api.match.rule, api.match.get, api.facts.summary);
    if (state === 'done') toast.success(run?.text ?? '查重完成');
    else if (state === 'failed') toast.error(run?.text ?? '查重失败');
  });
  useEffect(() => onState(run?.state), [run?.state]);
  const start = useWrite(api.match.run, { refreshes: [api.match.progress] });
  if (isRunning(run?.state)) return <Running modelId={modelId} />;
  if (!can(api.match.run)) return null;
  const again = (body: { full: boolean }) => start.mutate({ params, body });
  return (
    <Space.Compact>
      <Button type="primary" icon={<SearchOutlined />} loading={start.isPending} onClick={() => again({ full: false })}>
        查重
      </Button>
      <Dropdown trigger={['click']} menu={{ items: [{ key: 'full', label: '全部重新比较' }], onClick: () => again({ full: true }) }}>
        <Button type="primary" icon={<DownOutlined />} aria-label="更多查重方式" />
      </Dropdown>
    </Space.Compact>
  );
}

/** How far a run is; it asks again while it is shown. */
function Running({ modelId }: { modelId: string }) {
  const can = useCan();
  const params = { modelId };
  const { data: run } = useCall(api.match.progress, { params }, { refetchInterval: POLL_MS });
  const stop = useWrite(api.match.cancel, { refreshes: [api.match.progress] });
  return (
    <span className="dup-run">
      <Progress percent={run?.percent ?? 0} size="small" aria-label="查重进度" />
      <small>{run?.text || '排队中'}</small>
      {can(api.match.cancel) && (
        <Button size="small" disabled={stop.isPending} onClick={() => stop.mutate({ params })}>
          停止
        </Button>
      )}
    </span>
  );
}
