import { CheckOutlined, CloseOutlined, DownOutlined, RollbackOutlined, SwapOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input } from 'antd';
import { useState } from 'react';
import type { ArgsOf, ReplyOf } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { HandDialog } from './HandDialog.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';

type Task = ReplyOf<typeof api.flowTask.todo>['data'][number];
type Body = ArgsOf<typeof api.flowTask.execute>['body'];
type Action = Body['action'];

const DONE: Readonly<Partial<Record<Action, string>>> = {
  claim: '已签收',
  unclaim: '已退回候选人',
  assignee: '已转办',
  delegate: '已委派',
  resolve: '已归还',
  return: '已退回',
};
const MORE: readonly (readonly [action: Action, label: string])[] = [
  ['claim', '签收'],
  ['unclaim', '反签收'],
  ['delegate', '委派'],
];

/** Opinion and buttons of a task: what the person may do with it now. */
export function ActionBar({ task, onDone }: { task: Task; onDone: () => void }) {
  const [message, setMessage] = useState('');
  const [isOpinionMissing, setOpinionMissing] = useState(false);
  const [dialog, setDialog] = useState<'return' | 'assignee' | 'delegate' | null>(null);
  const known = useCall(api.flowTask.actions, { params: { taskId: task.id } });
  const execute = useWrite(api.flowTask.execute, { refreshes: [api.flowTask.todo, api.instance.detail] });
  const may = new Set(known.data?.actions ?? []);
  const run = (body: Body, text: string) =>
    execute.mutate(
      { params: { taskId: task.id }, body: { processInstanceId: task.processInstanceId, message: message.trim() || null, ...body } },
      {
        onSuccess: () => {
          toast.success(text);
          setDialog(null);
          if (body.action !== 'claim') onDone();
        },
      },
    );
  const needsOpinion = (then: () => void) => {
    if (message.trim() !== '') return then();
    setOpinionMissing(true);
  };
  const more = MORE.filter(([action]) => may.has(action)).map(([action, label]) => ({
    key: action,
    label,
    onClick: () => (action === 'delegate' ? setDialog('delegate') : run({ action }, DONE[action] ?? '已处理')),
  }));
  const isSubmit = task.kind === 'submit';
  const yes = isSubmit ? '重新提交' : task.kind === 'handle' ? '办理完成' : '同意';
  return (
    <footer className="flow-actions">
      <Input.TextArea
        aria-label="审批意见"
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={1000}
        status={isOpinionMissing && message.trim() === '' ? 'error' : undefined}
        placeholder="审批意见，退回和不同意时必填"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      {isOpinionMissing && message.trim() === '' && (
        <p className="flow-wrong" role="alert">
          请填写审批意见
        </p>
      )}
      <div className="flow-buttons">
        {may.has('complete') && (
          <Button
            type="primary"
            icon={<CheckOutlined />}
            loading={execute.isPending}
            onClick={() => run({ action: 'complete', variables: { approved: true } }, isSubmit ? '已重新提交' : '已同意')}
          >
            {yes}
          </Button>
        )}
        {may.has('resolve') && (
          <Button type="primary" disabled={execute.isPending} onClick={() => needsOpinion(() => run({ action: 'resolve' }, '已归还'))}>
            归还
          </Button>
        )}
        {may.has('reject') && (
          <Button
            danger
            icon={<CloseOutlined />}
            disabled={execute.isPending}
            onClick={() => needsOpinion(() => run({ action: 'complete', variables: { approved: false } }, '已不同意'))}
          >
            不同意
          </Button>
        )}
        {may.has('return') && (
          <Button icon={<RollbackOutlined />} disabled={execute.isPending} onClick={() => setDialog('return')}>
            退回
          </Button>
        )}
        {may.has('assignee') && !isSubmit && (
          <Button icon={<SwapOutlined />} disabled={execute.isPending} onClick={() => setDialog('assignee')}>
            转办
          </Button>
        )}
        {more.length > 0 && (
          <Dropdown menu={{ items: more }} trigger={['click']}>
            <Button>
              更多 <DownOutlined />
            </Button>
          </Dropdown>
        )}
      </div>
      {dialog === 'return' && (
        <ReturnDialog
          nodes={known.data?.returnable ?? []}
          message={message}
          isBusy={execute.isPending}
          onOk={(body) => run({ action: 'return', ...body }, '已退回')}
          onCancel={() => setDialog(null)}
        />
      )}
      {(dialog === 'assignee' || dialog === 'delegate') && (
        <HandDialog
          kind={dialog}
          message={message}
          isBusy={execute.isPending}
          onOk={(body) => run({ action: dialog, ...body }, DONE[dialog] ?? '已处理')}
          onCancel={() => setDialog(null)}
        />
      )}
    </footer>
  );
}
