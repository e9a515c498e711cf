import { CheckOutlined, CloseOutlined, DownOutlined, RollbackOutlined, SwapOutlined, UserAddOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { ReactNode } from 'react';
import type { useOpinion } from './use-opinion.ts';
import type { Action, Task, TaskActions } from './use-task-actions.ts';

/** What saying yes is called. */
export const YES: Readonly<Record<Task['kind'], string>> = { approve: '同意', handle: '办理完成', submit: '重新提交' };
const MORE: readonly (readonly [action: 'claim' | 'unclaim' | 'delegate', label: string])[] = [
  ['claim', '签收'],
  ['unclaim', '反签收'],
  ['delegate', '委派'],
];

interface ActionButtonsProps {
  kind: Task['kind'];
  actions: TaskActions;
  opinion: ReturnType<typeof useOpinion>;
  /** behind the buttons */
  extra?: ReactNode;
}

/** The buttons of a task: those that the person may press now. */
export function ActionButtons({ kind, actions, opinion, extra }: ActionButtonsProps) {
  const { run, setDialog, isBusy, may } = actions;
  const refuse = () => opinion.require(() => run({ action: 'complete', variables: { approved: false } }));
  const opening = (action: 'return' | 'assignee' | 'addSign', label: string, icon: ReactNode): readonly [Action, ReactNode] => [
    action,
    <Button key={action} icon={icon} disabled={isBusy} onClick={() => setDialog(action)}>
      {label}
    </Button>,
  ];
  const buttons: readonly (readonly [action: Action, button: ReactNode])[] = [
    [
      'complete',
      <Button
        key="complete"
        type="primary"
        icon={<CheckOutlined />}
        loading={isBusy}
        onClick={() => run({ action: 'complete', variables: { approved: true } })}
      >
        {kind === 'submit' && actions.isEdited ? '修改并提交' : YES[kind]}
      </Button>,
    ],
    [
      'resolve',
      <Button key="resolve" type="primary" disabled={isBusy} onClick={() => opinion.require(() => run({ action: 'resolve' }))}>
        归还
      </Button>,
    ],
    [
      'reject',
      <Button key="reject" danger icon={<CloseOutlined />} disabled={isBusy} onClick={refuse}>
        不同意
      </Button>,
    ],
    opening('return', '退回', <RollbackOutlined />),
    opening('assignee', '转办', <SwapOutlined />),
    opening('addSign', '加签', <UserAddOutlined />),
  ];
  const more = MORE.filter(([action]) => may.has(action)).map(([action, label]) => ({
    key: action,
    label,
    onClick: () => (action === 'delegate' ? setDialog('delegate') : run({ action })),
  }));
  return (
    <div className="flow-buttons">
      {buttons.filter(([action]) => may.has(action)).map(([, button]) => button)}
      {more.length > 0 && (
        <Dropdown menu={{ items: more }} trigger={['click']}>
          <Button>
            更多 <DownOutlined aria-hidden />
          </Button>
        </Dropdown>
      )}
      {extra}
    </div>
  );
}
