import { Button, Dropdown, Input, Select } from 'antd';
import { useState } from 'react';
import type { StepPeople } from '../../../../contract/simulation.ts';
import { actorOf, byNode, valueOf, type State, type Task, type Variables } from './play.ts';
import type { People, Simulating } from './use-simulation.ts';

interface Props {
  state: State;
  people: People;
  simulating: Simulating;
}

/** The open tasks: each is answered as its person would. */
export function OpenTasks({ state, people, simulating }: Props) {
  const steps = byNode(people.steps);
  const names = new Map(people.steps.flatMap((step) => step.people.map(({ id, name }) => [id, name] as const)));
  if (state.tasks.length === 0) return null;
  return (
    <section aria-label="待办">
      <h3>待办</h3>
      {state.tasks.map((task) => (
        <OpenTask key={task.id} task={task} step={steps.get(task.key)} names={names} simulating={simulating} />
      ))}
    </section>
  );
}

interface TaskProps {
  task: Task;
  step: StepPeople | undefined;
  names: ReadonlyMap<string, string>;
  simulating: Simulating;
}
function OpenTask({ task, step, names, simulating }: TaskProps) {
  const { isBusy, answer, add } = simulating;
  const candidates = task.assignee === null ? task.candidateUsers : [task.assignee];
  const [chosen, setBy] = useState<string | null>(null);
  const [text, setText] = useState('');
  const by = chosen ?? actorOf(task);
  const nameOf = (id: string) => names.get(id) ?? id;
  const give = (vote: 'approved' | 'rejected') => answer({ task, by, vote, variables: variablesOf(text) });
  const isSubmit = step === undefined;
  const sendBack = (to: string | null, name: string) =>
    add(
      { op: 'return', task: task.id, to, mode: step?.returnMode ?? 'again' },
      { action: `退回到 ${name}`, node: task.key, by, vote: null },
    );
  const targets = [
    ...(step?.returnable ?? []).map(({ id, name }) => ({ key: id, label: `退回到 ${name}`, onClick: () => sendBack(id, name) })),
    { key: 'start', label: '退回发起人', onClick: () => sendBack(null, '发起人') },
  ];
  return (
    <div className="sim-task" role="group" aria-label={task.name}>
      <p>
        <b>{task.name}</b>
        {candidates.length === 1 && <span>{nameOf(candidates[0] ?? '')}</span>}
        {task.candidateGroups.length > 0 && <span>角色 {task.candidateGroups.join('、')}</span>}
      </p>
      {step?.note && <p className="warn">{step.note}</p>}
      {candidates.length > 1 && (
        <Select aria-label="谁来办理" value={by} options={candidates.map((id) => ({ value: id, label: nameOf(id) }))} onChange={setBy} />
      )}
      <Input
        className="mono"
        aria-label="随办理设置的变量"
        placeholder="同时设置变量，例如 amount=800"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="sim-buttons">
        <Button type="primary" size="small" disabled={isBusy} onClick={() => give('approved')}>
          {isSubmit ? '重新提交' : step.isHandling ? '办理' : '同意'}
        </Button>
        {!isSubmit && !step.isHandling && (
          <Button size="small" disabled={isBusy} onClick={() => give('rejected')}>
            不同意
          </Button>
        )}
        {step?.mayReturn && (
          <Dropdown menu={{ items: targets }} trigger={['click']} disabled={isBusy}>
            <Button size="small">退回</Button>
          </Dropdown>
        )}
      </div>
    </div>
  );
}

/** `amount=800, kind=采购` as variables. */
function variablesOf(text: string): Variables {
  const pairs = text
    .split(/[,，;；]/)
    .map((part) => /^\s*([A-Za-z_]\w*)\s*=(.*)$/.exec(part))
    .flatMap((found) => (found ? [[found[1] ?? '', valueOf(found[2] ?? '')] as const] : []));
  return Object.fromEntries(pairs);
}
