import { BellOutlined, DownOutlined, SwapOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Can, useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useChangeAddress } from '#kit/web/address.ts';
import { useRefresh, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { MoveDialog } from '../instance/MoveDialog.tsx';
import { TerminateDialog } from '../instance/TerminateDialog.tsx';
import { TriggerDialog } from '../instance/TriggerDialog.tsx';
import type { RunningRow } from './RunningList.tsx';

interface PanelActionsProps {
  row: RunningRow;
  /** there is a task that somebody else could have */
  mayHand: boolean;
  onHand: () => void;
}

/** What an administrator may do with a running instance. */
export function PanelActions({ row, mayHand, onHand }: PanelActionsProps) {
  const can = useCan();
  const change = useChangeAddress();
  const refreshCalls = useRefresh();
  const refresh = () => refreshCalls(api.instance.detail, api.running.page, api.running.counts);
  const [open, setOpen] = useState<'move' | 'trigger' | 'terminate' | null>(null);
  const told = (text: string) => ({
    refreshes: [api.running.page, api.running.counts],
    onSuccess: () => toast.success(text),
  });
  const urge = useWrite(api.instance.urge, {
    refreshes: [api.running.page],
    onSuccess: ({ people }) => toast.success(`已催办 ${people} 人`),
  });
  const suspend = useWrite(api.instance.suspend, told('流程已挂起'));
  const activate = useWrite(api.instance.activate, told('流程已激活'));
  const isSuspended = row.suspensionState === '2';
  const params = { params: { id: row.id } };
  const more = [
    { key: 'detail', label: '流程详情', call: null, run: () => change({ detail: row.id }) },
    isSuspended
      ? { key: 'activate', label: '激活', call: api.instance.activate, run: () => activate.mutate(params) }
      : { key: 'suspend', label: '挂起', call: api.instance.suspend, run: () => suspend.mutate(params) },
    { key: 'trigger', label: '触发事件', call: api.instance.trigger, run: () => setOpen('trigger') },
    { key: 'terminate', label: '终止', call: api.instance.terminate, danger: true, run: () => setOpen('terminate') },
  ].filter(({ key, call }) => (call === null ? key !== 'detail' || can.perm('workflow:instance:track') : can(call)));
  const dialog = { row, refresh, onClose: () => setOpen(null) };
  return (
    <footer className="track-panel-foot">
      <Can call={api.running.handOver}>
        <Button type="primary" icon={<SwapOutlined />} disabled={!mayHand} onClick={onHand}>
          移交
        </Button>
      </Can>
      <Can call={api.running.urgeOverdue}>
        <Button
          icon={<BellOutlined />}
          disabled={isSuspended || !mayHand}
          loading={urge.isPending}
          onClick={() => urge.mutate({ ...params, body: {} })}
        >
          催办
        </Button>
      </Can>
      <Can call={api.instance.move}>
        <Button onClick={() => setOpen('move')}>移动节点</Button>
      </Can>
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map(({ key, label, ...one }) => ({ key, label, danger: 'danger' in one })),
            onClick: ({ key }) => more.find((one) => one.key === key)?.run(),
          }}
        >
          <Button icon={<DownOutlined />} iconPlacement="end">
            更多
          </Button>
        </Dropdown>
      )}
      {open === 'move' && <MoveDialog {...dialog} />}
      {open === 'trigger' && <TriggerDialog {...dialog} />}
      {open === 'terminate' && <TerminateDialog {...dialog} />}
    </footer>
  );
}
