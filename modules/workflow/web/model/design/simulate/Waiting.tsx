import { Button, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { valueOf, type State } from './play.ts';
import type { Simulating } from './use-simulation.ts';

interface Props {
  state: State;
  nodes: readonly { readonly id: string; readonly result: string | null }[];
  nameOf: (node: string) => string;
  simulating: Simulating;
}
const SPANS = [
  { value: 'PT1H', label: '1 小时' },
  { value: 'P1D', label: '1 天' },
  { value: 'P3D', label: '3 天' },
  { value: 'P7D', label: '7 天' },
  { value: 'P30D', label: '30 天' },
];

interface LineProps {
  name: string;
  note?: ReactNode;
  action: string;
  isBusy: boolean;
  onClick: () => void;
}
function Line({ name, note, action, isBusy, onClick }: LineProps) {
  return (
    <li>
      <span>
        {name} {note && <small>{note}</small>}
      </span>
      <Button size="small" disabled={isBusy} aria-label={`${action}：${name}`} onClick={onClick}>
        {action}
      </Button>
    </li>
  );
}

/** What no person answers: timers, messages, signals, and nodes that wait to be triggered. */
export function Waiting({ state, nodes, nameOf, simulating }: Props) {
  const { isBusy, add } = simulating;
  const listening = new Set([...state.timers.map(({ node }) => node), ...state.subscriptions.map(({ node }) => node)]);
  const still = state.waiting.filter(({ node }) => !listening.has(node));
  if (state.timers.length + state.subscriptions.length + still.length === 0) return null;
  const line = (node: string) => ({ name: nameOf(node), isBusy });
  return (
    <section aria-label="等待">
      <h3>等待</h3>
      <ul className="sim-waiting">
        {state.timers.map(({ id, node, due }) => (
          <Line
            {...line(node)}
            key={id}
            note={
              <>
                到期 <DateText value={due} />
              </>
            }
            action="立即到期"
            onClick={() => add({ op: 'fireTimer', timer: id }, { action: '定时器到期', node })}
          />
        ))}
        {state.subscriptions.map(({ id, kind, name, node }) => (
          <Line
            {...line(node)}
            key={id}
            note={`${kind === 'message' ? '消息' : '信号'} ${name}`}
            action={kind === 'message' ? '发送消息' : '发出信号'}
            onClick={() =>
              kind === 'message'
                ? add({ op: 'message', name, subscription: id }, { action: `收到消息 ${name}`, node })
                : add({ op: 'signal', name }, { action: `收到信号 ${name}`, node })
            }
          />
        ))}
        {still.map(({ id, node }) => {
          const result = nodes.find((one) => one.id === node)?.result ?? null;
          if (result !== null) return <AnswerLine key={id} {...line(node)} node={node} result={result} add={add} />;
          return <Line {...line(node)} key={id} action="继续" onClick={() => add({ op: 'trigger', node }, { action: '继续', node })} />;
        })}
      </ul>
      {state.timers.length > 0 && <Advance simulating={simulating} />}
    </section>
  );
}

interface AnswerProps {
  name: string;
  isBusy: boolean;
  node: string;
  result: string;
  add: Simulating['add'];
}
/** A service that the process waits for: what it answers is given here. */
function AnswerLine({ name, isBusy, node, result, add }: AnswerProps) {
  const [text, setText] = useState('');
  const answer = () => add({ op: 'trigger', node, variables: { [result]: valueOf(text) } }, { action: '服务返回', node });
  return (
    <li className="sim-answer">
      <span>
        {name} <small>响应保存到 {result}</small>
      </span>
      <Input
        className="mono"
        aria-label={`“${name}”的响应`}
        placeholder='例如 {"level": "A"}'
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={answer}
      />
      <Button size="small" disabled={isBusy} aria-label={`返回响应：${name}`} onClick={answer}>
        返回响应
      </Button>
    </li>
  );
}

function Advance({ simulating: { isBusy, add } }: Pick<Props, 'simulating'>) {
  const [span, setSpan] = useState('P1D');
  const label = SPANS.find(({ value }) => value === span)?.label ?? span;
  return (
    <div className="sim-buttons">
      <Select aria-label="快进多久" size="small" value={span} options={SPANS} onChange={setSpan} />
      <Button size="small" disabled={isBusy} onClick={() => add({ op: 'advance', duration: span }, { action: `时间过去 ${label}` })}>
        快进
      </Button>
    </div>
  );
}
