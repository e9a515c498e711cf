import { useEffect, useEffectEvent, useState } from 'react';
import { InstanceView } from '../instance/InstanceView.tsx';
import type { FieldEdits } from '../instance/RecordFields.tsx';
import { ActionBar } from './ActionBar.tsx';
import { useOpinion } from './use-opinion.ts';
import { useKnown, useTaskActions, type Task } from './use-task-actions.ts';
import { plainKey } from './keys.ts';

/** A task with its record, and what may be done; a approves, r sends back. */
export function TaskPanel({ task, onDone }: { task: Task; onDone: () => void }) {
  const known = useKnown(task);
  const opinion = useOpinion(known.data?.draft ?? null);
  const [values, setValues] = useState<Record<string, unknown>>({});
  const actions = useTaskActions(task, known, { message: opinion.text, files: opinion.files, fields: values }, onDone);
  const rights = known.data?.fields ?? {};
  const edits: FieldEdits = {
    editable: new Set(Object.keys(rights).filter((name) => rights[name] === 'edit')),
    values,
    change: (name, value) => setValues((before) => ({ ...before, [name]: value })),
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = plainKey(event);
    if (actions.isBusy || actions.dialog !== null) return;
    if (key === 'a' && actions.may.has('complete')) actions.run({ action: 'complete', variables: { approved: true } });
    if (key === 'r' && actions.may.has('return')) actions.setDialog('return');
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
  return (
    <InstanceView id={task.processInstanceId} edits={edits} foot={() => <ActionBar task={task} opinion={opinion} actions={actions} />} />
  );
}
