import { useState } from 'react';
import type { ArgsOf, ReplyOf } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

export type Task = ReplyOf<typeof api.flowTask.todo>['data'][number];
export type Body = ArgsOf<typeof api.flowTask.execute>['body'];
export type Action = Body['action'];
/** Operations that ask for more than an opinion. */
export type DialogAction = 'return' | 'assignee' | 'delegate' | 'addSign' | 'picks';

const DONE: Readonly<Partial<Record<Action, string>>> = {
  claim: '已签收',
  unclaim: '已退回候选人',
  assignee: '已转办',
  delegate: '已委派',
  resolve: '已归还',
  return: '已退回',
  addSign: '已加签',
};
const doneText = ({ action, variables }: Body, kind: Task['kind']): string => {
  if (action !== 'complete') return DONE[action] ?? '已处理';
  if (kind === 'submit') return '已重新提交';
  return variables?.['approved'] === false ? '已不同意' : '已同意';
};
/** What the server lets a person do with a task now. */
export const useKnown = (task: Task) => useCall(api.flowTask.actions, { params: { taskId: task.id } });

/** The task stays with the person after these. */
const stays = ({ action, order }: Body): boolean => action === 'claim' || (action === 'addSign' && order !== 'before');

const isAgreed = ({ action, variables }: Body): boolean => action === 'complete' && variables?.['approved'] !== false;

interface Written {
  readonly message: string;
  readonly files: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
/** What an operation takes along of what was written. */
const partsOf = ({ message, files, fields }: Written, body: Body): Partial<Body> => ({
  message: message.trim() || null,
  files: files || null,
  ...(isAgreed(body) && Object.keys(fields).length > 0 && { fields }),
});

/** What a person may do with a task, and how it is done. */
export function useTaskActions(task: Task, known: ReturnType<typeof useKnown>, written: Written, onDone: () => void) {
  const [dialog, setDialog] = useState<DialogAction | null>(null);
  const execute = useWrite(api.flowTask.execute, { refreshes: [api.flowTask.todo, api.instance.detail] });
  // the starter of a record is asked when it is submitted again, as whenever it is submitted
  const asked = task.kind === 'submit' ? [] : (known.data?.picks ?? []);
  const run = (body: Body) => {
    // whoever agrees and has to say who comes next is asked first
    if (isAgreed(body) && asked.length > 0 && !body.picks) return setDialog('picks');
    execute.mutate(
      { params: { taskId: task.id }, body: { processInstanceId: task.processInstanceId, ...partsOf(written, body), ...body } },
      {
        onSuccess: () => {
          toast.success(doneText(body, task.kind));
          setDialog(null);
          if (!stays(body)) onDone();
        },
      },
    );
  };
  return {
    run,
    dialog,
    setDialog,
    isBusy: execute.isPending,
    may: new Set<Action>(known.data?.actions ?? []),
    asked,
    /** fields of the record have been changed here */
    isEdited: Object.keys(written.fields).length > 0,
    returnable: known.data?.returnable ?? [],
  };
}
export type TaskActions = ReturnType<typeof useTaskActions>;
