import { CloseOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useId } from 'react';
import { OpenTasks } from './OpenTasks.tsx';
import { useRecordFields } from '../use-record-fields.ts';
import { changedNames, shownVariables, type Played } from './play.ts';
import { StartForm } from './StartForm.tsx';
import { isRejected, peopleNow, type Run, type Simulating } from './use-simulation.ts';
import { Waiting } from './Waiting.tsx';
import './simulate.css';

interface Props {
  simulating: Simulating;
  xmlNow: () => Promise<string>;
  onClose: () => void;
}

/** 模拟运行 beside the drawing: who starts, what is open, what has happened. */
export default function SimulationPanel({ simulating, xmlNow, onClose }: Props) {
  const { run, isBusy, error, back, restart, close } = simulating;
  return (
    <div className="sim" aria-busy={isBusy}>
      <header className="sim-head">
        <h2>模拟运行</h2>
        {run && (
          <>
            <Button size="small" disabled={isBusy || run.played.length === 0} onClick={back}>
              退一步
            </Button>
            <Button size="small" disabled={isBusy} onClick={restart}>
              重新开始
            </Button>
            <Button size="small" disabled={isBusy} onClick={close}>
              修改发起
            </Button>
          </>
        )}
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label="结束模拟" onClick={onClose} />
      </header>
      <div className="sim-body">
        <p className="muted sim-note">不保存、不发消息，条件和审批人按当前数据计算。</p>
        {error && <Alert type="error" showIcon title={error} />}
        {run ? <Under run={run} simulating={simulating} /> : <StartForm isBusy={isBusy} xmlNow={xmlNow} onStart={simulating.start} />}
      </div>
    </div>
  );
}

const nameOf = (run: Run, id: string): string => {
  const node = run.people.nodes.find((one) => one.id === id);
  return node?.name || node?.id || id;
};

function Under({ run, simulating }: { run: Run; simulating: Simulating }) {
  const last = run.states.at(-1);
  const isOver = last?.ended === true || isRejected(run);
  return (
    <>
      {run.failure && (
        <Alert
          type="error"
          showIcon
          title={run.failure.node === null ? '不能继续' : `停在“${nameOf(run, run.failure.node)}”`}
          description={run.failure.message}
        />
      )}
      {isOver && (
        <Alert type={isRejected(run) ? 'warning' : 'success'} showIcon title={isRejected(run) ? '流程结束：不通过' : '流程结束'} />
      )}
      {last && !isOver && (
        <>
          <OpenTasks state={last} people={peopleNow(run)} simulating={simulating} />
          <Waiting state={last} nodes={run.people.nodes} nameOf={(id) => nameOf(run, id)} simulating={simulating} />
        </>
      )}
      <Trail run={run} />
      {last && <VariableTable run={run} variables={last.variables} />}
    </>
  );
}

const whoOf = (run: Run, id: string | null): string => {
  if (id === null) return '系统';
  if (id === run.begin.starter) return run.begin.starterName;
  return (
    peopleNow(run)
      .steps.flatMap(({ people }) => people)
      .find((one) => one.id === id)?.name ?? id
  );
};

/** What was done, oldest first, and which nodes each step has passed. */
function Trail({ run }: { run: Run }) {
  const title = useId();
  const lines = run.played.map((one, n) => ({ one, n, state: one.step === null ? undefined : run.states[n + 1] }));
  const passed = (ids: readonly string[] | undefined, own: string | null) =>
    (ids ?? [])
      .filter((id) => id !== own && run.people.nodes.some((node) => node.id === id && node.name !== ''))
      .map((id) => nameOf(run, id))
      .join('、');
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>经过</h3>
      <ol className="sim-trail">
        {run.states.length > 0 && (
          <li>
            <b>{run.begin.starterName}</b> 提交
            <Passed names={passed(run.states[0]?.trace?.nodes, null)} />
          </li>
        )}
        {lines.map(({ one, n, state }) => (
          <li key={n} className={toneOf(one)}>
            <b>{one.vote === null ? '' : whoOf(run, one.by)}</b> {one.action}
            {one.node && <span className="muted"> {nameOf(run, one.node)}</span>}
            {one.note && <q>{one.note}</q>}
            <Passed names={passed(state?.trace?.nodes, one.node)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const toneOf = ({ vote, isAuto, step }: Played): string => {
  if (step?.op === 'return') return 'warn';
  if (vote === 'rejected') return 'bad';
  return isAuto ? 'idle' : 'ok';
};

function Passed({ names }: { names: string }) {
  return names === '' ? null : <small>到达 {names}</small>;
}

/** What the process itself keeps. */
const WORDS: Readonly<Record<string, string>> = { initiator: '发起人', submitter: '发起人', approved: '上一步同意' };
const VALUES: Readonly<Record<string, string>> = { true: '是', false: '否' };

/** The variables as they are now; what the last step has changed stands out. */
function VariableTable({ run, variables }: { run: Run; variables: Readonly<Record<string, unknown>> }) {
  const title = useId();
  const { labels } = useRecordFields();
  const changed = changedNames(run.states);
  const said = (value: string) => VALUES[value] ?? (/^\d+$/.test(value) ? whoOf(run, value) : value);
  const rows = shownVariables(variables);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>变量</h3>
      <dl className="sim-variables">
        {rows.map(([name, value]) => (
          <div key={name} className={changed.has(name) ? 'is-changed' : undefined}>
            <dt>
              {labels.get(name) ?? WORDS[name]} <span className="mono">{name}</span>
            </dt>
            <dd className="mono">{said(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
