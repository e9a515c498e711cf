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

type Dialog = 'move' | 'trigger' | 'terminate';

/** What stands behind 更多, as far as the caller may do it. */
function useMore(row: RunningRow, setOpen: (dialog: Dialog) => void) {
  const can = useCan();
  const change = useChangeAddress();
  const told = (text: string) => ({
    refreshes: [api.running.page, api.running.counts],
    onSuccess: () => toast.success(text),
  });
  const suspend = useWrite(api.instance.suspend, told('流程已挂起'));
  const activate = useWrite(api.instance.activate, told('流程已激活'));
  const params = { params: { id: row.id } };
  return [
    { key: 'detail', label: '流程详情', call: null, run: () => change({ detail: row.id }) },
    isSuspended(row)
      ? { key: 'activate', label: '激活', call: api.instance.activate, run: () => activate.mutate(params) }
      : { key: 'suspend', label: '挂起', call: api.instance.suspend, run: () => suspend.mutate(params) },
    { key: 'trigger', label: '触发事件', call: api.instance.trigger, run: () => setOpen('trigger') },
    { key: 'terminate', label: '终止', call: api.instance.terminate, danger: true, run: () => setOpen('terminate') },
  ].filter(({ call }) => (call === null ? can.perm('workflow:instance:track') : can(call)));
}
const isSuspended = ({ suspensionState }: RunningRow): boolean => suspensionState === '2';

/** What an administrator may do with a running instance. */
export function PanelActions({ row, mayHand, onHand }: PanelActionsProps) {
  const refreshCalls = useRefresh();
  const refresh = () => refreshCalls(api.instance.detail, api.running.page, api.running.counts);
  const [open, setOpen] = useState<Dialog | null>(null);
  const urge = useWrite(api.instance.urge, {
    refreshes: [api.running.page],
    onSuccess: ({ people }) => toast.success(`已催办 ${people} 人`),
  });
  const more = useMore(row, setOpen);
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
          disabled={isSuspended(row) || !mayHand}
          loading={urge.isPending}
          onClick={() => urge.mutate({ params: { id: row.id }, body: {} })}
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
