import { CheckOutlined, CloseOutlined, DownOutlined, RollbackOutlined, SwapOutlined, UserAddOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ArgsOf, ReplyOf } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { useOpinion } from './use-opinion.ts';
import { HandDialog } from './HandDialog.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { SignDialog } from './SignDialog.tsx';

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
const YES: Readonly<Record<Task['kind'], string>> = { approve: '同意', handle: '办理完成', submit: '重新提交' };

/** Sends what the person does with a task, with the opinion. */
function useActions(task: Task, message: string, onDone: () => void) {
  const [dialog, setDialog] = useState<'return' | 'assignee' | 'delegate' | 'addSign' | null>(null);
  const execute = useWrite(api.flowTask.execute, { refreshes: [api.flowTask.todo, api.instance.detail] });
  const run = (body: Body, text: string) =>
    execute.mutate(
      { params: { taskId: task.id }, body: { processInstanceId: task.processInstanceId, message: message.trim() || null, ...body } },
      {
        onSuccess: () => {
          toast.success(text);
          setDialog(null);
          if (body.action !== 'claim' && !(body.action === 'addSign' && body.order !== 'before')) onDone();
        },
      },
    );
  return { run, dialog, setDialog, isBusy: execute.isPending };
}

/** Opinion and buttons of a task: what the person may do with it now. */
export function ActionBar({ task, onDone }: { task: Task; onDone: () => void }) {
  const opinion = useOpinion();
  const { run, dialog, setDialog, isBusy } = useActions(task, opinion.text, onDone);
  const known = useCall(api.flowTask.actions, { params: { taskId: task.id } });
  const may = new Set(known.data?.actions ?? []);
  const isSubmit = task.kind === 'submit';
  const more = MORE.filter(([action]) => may.has(action)).map(([action, label]) => ({
    key: action,
    label,
    onClick: () => (action === 'delegate' ? setDialog('delegate') : run({ action }, DONE[action] ?? '已处理')),
  }));
  const buttons: readonly (readonly [action: Action, button: ReactNode])[] = [
    [
      'complete',
      <Button
        key="complete"
        type="primary"
        icon={<CheckOutlined />}
        loading={isBusy}
        onClick={() => run({ action: 'complete', variables: { approved: true } }, isSubmit ? '已重新提交' : '已同意')}
      >
        {YES[task.kind]}
      </Button>,
    ],
    [
      'resolve',
      <Button key="resolve" type="primary" disabled={isBusy} onClick={() => opinion.require(() => run({ action: 'resolve' }, '已归还'))}>
        归还
      </Button>,
    ],
    [
      'reject',
      <Button
        key="reject"
        danger
        icon={<CloseOutlined />}
        disabled={isBusy}
        onClick={() => opinion.require(() => run({ action: 'complete', variables: { approved: false } }, '已不同意'))}
      >
        不同意
      </Button>,
    ],
    [
      'return',
      <Button key="return" icon={<RollbackOutlined />} disabled={isBusy} onClick={() => setDialog('return')}>
        退回
      </Button>,
    ],
    [
      'assignee',
      <Button key="assignee" icon={<SwapOutlined />} disabled={isBusy} onClick={() => setDialog('assignee')}>
        转办
      </Button>,
    ],
    [
      'addSign',
      <Button key="addSign" icon={<UserAddOutlined />} disabled={isBusy} onClick={() => setDialog('addSign')}>
        加签
      </Button>,
    ],
  ];
  const dialogs = { message: opinion.text, isBusy, onCancel: () => setDialog(null) };
  return (
    <footer className="flow-actions">
      <Input.TextArea
        aria-label="审批意见"
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={1000}
        status={opinion.isMissing ? 'error' : undefined}
        placeholder="审批意见，退回和不同意时必填"
        value={opinion.text}
        onChange={(event) => opinion.setText(event.target.value)}
      />
      {opinion.isMissing && (
        <p className="flow-wrong" role="alert">
          请填写审批意见
        </p>
      )}
      <div className="flow-buttons">
        {buttons.filter(([action]) => may.has(action)).map(([, button]) => button)}
        {more.length > 0 && (
          <Dropdown menu={{ items: more }} trigger={['click']}>
            <Button>
              更多 <DownOutlined />
            </Button>
          </Dropdown>
        )}
      </div>
      {dialog === 'return' && (
        <ReturnDialog {...dialogs} nodes={known.data?.returnable ?? []} onOk={(body) => run({ action: 'return', ...body }, '已退回')} />
      )}
      {dialog === 'addSign' && (
        <SignDialog {...dialogs} starterId={task.starterId} onOk={(body) => run({ action: 'addSign', ...body }, '已加签')} />
      )}
      {(dialog === 'assignee' || dialog === 'delegate') && (
        <HandDialog {...dialogs} kind={dialog} onOk={(body) => run({ action: dialog, ...body }, DONE[dialog] ?? '已处理')} />
      )}
    </footer>
  );
}
