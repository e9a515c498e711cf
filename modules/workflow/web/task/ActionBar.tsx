import { PaperClipOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { DocumentUpload } from '#modules/files/web/index.ts';
import { api } from '../api.ts';
import { FILE_TYPES } from '../instance/RecordFields.tsx';
import { ActionButtons, YES } from './ActionButtons.tsx';
import { HandDialog } from './HandDialog.tsx';
import { OpinionMenu } from './OpinionMenu.tsx';
import { PicksDialog } from './PicksDialog.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { SignDialog } from './SignDialog.tsx';
import { OPINION_ID, type useOpinion } from './use-opinion.ts';
import type { Task, TaskActions } from './use-task-actions.ts';

interface ActionBarProps {
  task: Task;
  opinion: ReturnType<typeof useOpinion>;
  actions: TaskActions;
}

/** Opinion and buttons of a task: what the person may do with it now. */
export function ActionBar({ task, opinion, actions }: ActionBarProps) {
  const isReturned = task.kind === 'submit';
  const [hasFiles, setHasFiles] = useState(false);
  return (
    <footer className="flow-actions">
      <div className="flow-opinion">
        <Input.TextArea
          id={OPINION_ID}
          aria-label={isReturned ? '提交说明' : '审批意见'}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={1000}
          status={opinion.isMissing ? 'error' : undefined}
          placeholder={isReturned ? '给审批人的说明，可不填' : '审批意见，退回和不同意时必填'}
          value={opinion.text}
          onChange={(event) => opinion.setText(event.target.value)}
        />
        <OpinionMenu onPick={(text) => opinion.setText(opinion.text === '' ? text : `${opinion.text} ${text}`)} />
        <Button icon={<PaperClipOutlined />} aria-label="附件" aria-expanded={hasFiles} onClick={() => setHasFiles(!hasFiles)} />
      </div>
      {opinion.isMissing && (
        <p className="flow-wrong" role="alert">
          请填写审批意见
        </p>
      )}
      {(hasFiles || opinion.files !== '') && <DocumentUpload value={opinion.files} types={FILE_TYPES} onChange={opinion.setFiles} />}
      <ActionButtons kind={task.kind} actions={actions} opinion={opinion} extra={<DraftButton task={task} opinion={opinion} />} />
      <ActionDialog task={task} actions={actions} message={opinion.text} />
    </footer>
  );
}

/** 暂存: what was written is there again next time. */
function DraftButton({ task, opinion }: Pick<ActionBarProps, 'task' | 'opinion'>) {
  const save = useWrite(api.flowTask.saveDraft, { onSuccess: () => toast.success('已暂存') });
  if (!opinion.isBegun) return null;
  return (
    <Button
      type="text"
      loading={save.isPending}
      onClick={() => save.mutate({ params: { taskId: task.id }, body: { text: opinion.text, files: opinion.files } })}
    >
      暂存
    </Button>
  );
}

/** The dialog of the operation that was chosen. */
function ActionDialog({ task, actions, message }: { task: Task; actions: TaskActions; message: string }) {
  const { dialog, setDialog, run, isBusy, returnable, asked } = actions;
  const props = { message, isBusy, onCancel: () => setDialog(null) };
  switch (dialog) {
    case 'return':
      return <ReturnDialog {...props} nodes={returnable} onOk={(body) => run({ action: 'return', ...body })} />;
    case 'picks':
      return (
        <PicksDialog
          asked={asked}
          okText={YES[task.kind]}
          isBusy={isBusy}
          onOk={(picks) => run({ action: 'complete', variables: { approved: true }, picks })}
          onCancel={props.onCancel}
        />
      );
    case 'addSign':
      return <SignDialog {...props} starterId={task.starterId} onOk={(body) => run({ action: 'addSign', ...body })} />;
    case 'assignee':
    case 'delegate':
      return <HandDialog {...props} kind={dialog} onOk={(body) => run({ action: dialog, ...body })} />;
    default:
      return null;
  }
}
