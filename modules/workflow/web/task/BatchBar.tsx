import { CheckOutlined, CloseOutlined, SwapOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { api } from '../api.ts';
import type { Task } from './use-task-actions.ts';

type Results = ReplyOf<typeof api.flowTask.batch>['results'];
interface BatchBarProps {
  tasks: readonly Task[];
  isAll: boolean;
  onAll: () => void;
  onClear: () => void;
  /** shows a task by itself */
  onOpen: (taskId: string) => void;
}

/** 同意 and 转办 of several tasks. What fails is named, task by task. */
export function BatchBar({ tasks, isAll, onAll, onClear, onOpen }: BatchBarProps) {
  const [asked, setAsked] = useState<'complete' | 'assignee' | null>(null);
  const [failed, setFailed] = useState<Results>([]);
  return (
    <div className="todo-batch">
      <b>已选 {tasks.length} 项</b>
      {!isAll && (
        <Button type="link" size="small" onClick={onAll}>
          全选本页
        </Button>
      )}
      <Button type="primary" size="small" icon={<CheckOutlined />} onClick={() => setAsked('complete')}>
        同意 {tasks.length} 项
      </Button>
      <Button size="small" icon={<SwapOutlined />} onClick={() => setAsked('assignee')}>
        转办
      </Button>
      <Button type="text" size="small" icon={<CloseOutlined />} aria-label="取消选择" onClick={onClear} />
      {asked && (
        <BatchDialog
          action={asked}
          tasks={tasks}
          onClose={() => setAsked(null)}
          onDone={(results) => {
            setAsked(null);
            setFailed(results.filter(({ isDone }) => !isDone));
            if (results.every(({ isDone }) => isDone)) onClear();
          }}
        />
      )}
      {failed.length > 0 && (
        <FailedDialog
          failed={failed}
          onOpen={(taskId) => {
            setFailed([]);
            onOpen(taskId);
          }}
          onClose={() => setFailed([])}
        />
      )}
    </div>
  );
}

interface BatchDialogProps {
  action: 'complete' | 'assignee';
  tasks: readonly Task[];
  onClose: () => void;
  onDone: (results: Results) => void;
}
function BatchDialog({ action, tasks, onClose, onDone }: BatchDialogProps) {
  const [message, setMessage] = useState('');
  const [userId, setUserId] = useState<string | null>(null);
  const label = action === 'complete' ? '同意' : '转办';
  const batch = useWrite(api.flowTask.batch, {
    refreshes: [api.flowTask.todo, api.instance.detail],
    onSuccess: ({ done, results }) => {
      if (done > 0) toast.success(`已${label} ${done} 项`);
      onDone(results);
    },
  });
  const body = { action, taskIds: tasks.map(({ id }) => id), message: message.trim() || null, userId };
  return (
    <Modal
      open
      title={`${label} ${tasks.length} 项任务`}
      okText={label}
      cancelText="取消"
      okButtonProps={{ loading: batch.isPending, disabled: action === 'assignee' && userId === null }}
      onOk={() => batch.mutate({ body })}
      onCancel={onClose}
    >
      {action === 'assignee' && (
        <label className="batch-field">
          <span>转办给</span>
          <AccountSelect present={null} value={userId} onChange={(id: string | null) => setUserId(id)} />
        </label>
      )}
      <Input.TextArea
        aria-label="意见"
        rows={2}
        maxLength={1000}
        placeholder="意见，可不填"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </Modal>
  );
}

interface FailedDialogProps {
  failed: Results;
  onOpen: (taskId: string) => void;
  onClose: () => void;
}
function FailedDialog({ failed, onOpen, onClose }: FailedDialogProps) {
  return (
    <Modal open title={`${failed.length} 项没有办成`} footer={<Button onClick={onClose}>知道了</Button>} onCancel={onClose}>
      <ul className="batch-failed">
        {failed.map(({ taskId, title, message }) => (
          <li key={taskId}>
            <b>{title ?? '已不在您的待办中'}</b>
            {title !== null && (
              <Button type="link" size="small" aria-label={`打开“${title}”`} onClick={() => onOpen(taskId)}>
                打开
              </Button>
            )}
            <p>{message}</p>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
