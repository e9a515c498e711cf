import { Input } from 'antd';
import { ActionButtons } from './ActionButtons.tsx';
import { HandDialog } from './HandDialog.tsx';
import { ReturnDialog } from './ReturnDialog.tsx';
import { SignDialog } from './SignDialog.tsx';
import { useOpinion } from './use-opinion.ts';
import { useTaskActions, type Task, type TaskActions } from './use-task-actions.ts';

/** Opinion and buttons of a task: what the person may do with it now. */
export function ActionBar({ task, onDone }: { task: Task; onDone: () => void }) {
  const opinion = useOpinion();
  const actions = useTaskActions(task, opinion.text, onDone);
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
      <ActionButtons kind={task.kind} actions={actions} opinion={opinion} />
      <ActionDialog task={task} actions={actions} message={opinion.text} />
    </footer>
  );
}

/** The dialog of the operation that was chosen. */
function ActionDialog({ task, actions, message }: { task: Task; actions: TaskActions; message: string }) {
  const { dialog, setDialog, run, isBusy, returnable } = actions;
  const props = { message, isBusy, onCancel: () => setDialog(null) };
  switch (dialog) {
    case 'return':
      return <ReturnDialog {...props} nodes={returnable} onOk={(body) => run({ action: 'return', ...body })} />;
    case 'addSign':
      return <SignDialog {...props} starterId={task.starterId} onOk={(body) => run({ action: 'addSign', ...body })} />;
    case 'assignee':
    case 'delegate':
      return <HandDialog {...props} kind={dialog} onOk={(body) => run({ action: dialog, ...body })} />;
    default:
      return null;
  }
}
