import type { Moddle } from '../types.ts';
import { Choice, Flag, TextField } from './Fields.tsx';
import { make, partOf, partsOf, refer, rootsOf, set, setOf, setText, textOf, type At } from './write.ts';

/** What an event waits for or throws, and what a receive task waits for. */
export function EventFields({ at }: { at: At }) {
  const { shape } = at;
  const node = shape.businessObject;
  const [event] = partsOf(node, 'eventDefinitions');
  const isEventStart = shape.type === 'bpmn:StartEvent' && shape.parent?.businessObject.get('triggeredByEvent') === true;
  return (
    <>
      {shape.type === 'bpmn:StartEvent' && (
        <TextField
          id="bpmn-initiator"
          label="保存发起人的变量"
          isMono
          value={textOf(node, 'flowable:initiator')}
          onKeep={(text) => setText(at, node, 'flowable:initiator', text)}
        />
      )}
      {shape.type === 'bpmn:BoundaryEvent' && (
        <Flag label="中断所在节点" isOn={node.get('cancelActivity') !== false} onChange={(isOn) => set(at, { cancelActivity: isOn })} />
      )}
      {isEventStart && (
        <Flag label="中断所在流程" isOn={node.get('isInterrupting') !== false} onChange={(isOn) => set(at, { isInterrupting: isOn })} />
      )}
      {shape.type === 'bpmn:ReceiveTask' && <Referred at={at} event={node} kind="bpmn:MessageEventDefinition" />}
      {event && <Definition at={at} event={event} />}
    </>
  );
}

function Definition({ at, event }: { at: At; event: Moddle }) {
  switch (event.$type) {
    case 'bpmn:TimerEventDefinition':
      return <TimerFields at={at} event={event} />;
    case 'bpmn:MessageEventDefinition':
    case 'bpmn:SignalEventDefinition':
    case 'bpmn:ErrorEventDefinition':
    case 'bpmn:EscalationEventDefinition':
      return <Referred at={at} event={event} kind={event.$type} />;
    case 'bpmn:TerminateEventDefinition':
      return (
        <>
          <Flag
            label="终止整个流程实例"
            isOn={textOf(event, 'flowable:terminateAll') === 'true'}
            onChange={(isOn) => setText(at, event, 'flowable:terminateAll', isOn ? 'true' : '')}
          />
          <Flag
            label="终止全部多实例"
            isOn={textOf(event, 'flowable:terminateMultiInstance') === 'true'}
            onChange={(isOn) => setText(at, event, 'flowable:terminateMultiInstance', isOn ? 'true' : '')}
          />
        </>
      );
    case 'bpmn:LinkEventDefinition':
      return (
        <TextField id="bpmn-link" label="链接名称" value={textOf(event, 'name')} onKeep={(text) => setText(at, event, 'name', text)} />
      );
    default:
      return null;
  }
}

const TIMERS = [
  { value: 'timeDuration', label: '时长' },
  { value: 'timeDate', label: '日期' },
  { value: 'timeCycle', label: '循环' },
] as const;
type TimerKind = (typeof TIMERS)[number]['value'];
const EXAMPLE: Readonly<Record<TimerKind, readonly [start: string, hint: string]>> = {
  timeDuration: ['P1D', '例如 P1D 一天、PT2H 两小时'],
  timeDate: ['2027-01-01T09:00:00+08:00', '例如 2027-01-01T09:00:00+08:00，或变量 ${deadline}'],
  timeCycle: ['R3/PT1H', '例如 R3/PT1H 每小时一次共三次'],
};

function TimerFields({ at, event }: { at: At; event: Moddle }) {
  const kind = TIMERS.find(({ value }) => partOf(event, value))?.value ?? 'timeDuration';
  const write = (next: TimerKind, body: string) =>
    setOf(at, event, {
      timeDuration: undefined,
      timeDate: undefined,
      timeCycle: undefined,
      [next]: body.trim() === '' ? undefined : make(at, event, 'bpmn:FormalExpression', { body: body.trim() }),
    });
  return (
    <>
      <Choice id="bpmn-timer-kind" label="定时方式" value={kind} options={TIMERS} onChange={(next) => write(next, EXAMPLE[next][0])} />
      <TextField
        id="bpmn-timer"
        label="时间"
        isMono
        isWhole
        value={textOf(event, kind)}
        extra={EXAMPLE[kind][1]}
        onKeep={(text) => write(kind, text)}
      />
    </>
  );
}

const REFERENCES = {
  'bpmn:MessageEventDefinition': { type: 'bpmn:Message', property: 'messageRef', field: 'name', label: '消息' },
  'bpmn:SignalEventDefinition': { type: 'bpmn:Signal', property: 'signalRef', field: 'name', label: '信号' },
  'bpmn:ErrorEventDefinition': { type: 'bpmn:Error', property: 'errorRef', field: 'errorCode', label: '错误代码' },
  'bpmn:EscalationEventDefinition': { type: 'bpmn:Escalation', property: 'escalationRef', field: 'escalationCode', label: '升级代码' },
} as const;

/** The message, signal, error or escalation of an event, by its name or code. */
function Referred({ at, event, kind }: { at: At; event: Moddle; kind: keyof typeof REFERENCES }) {
  const { label, type, property, field } = REFERENCES[kind];
  const root = partOf(event, property);
  return (
    <>
      <TextField
        id="bpmn-reference"
        label={label}
        isWhole
        value={textOf(root, field) || textOf(root, 'name')}
        offers={rootsOf(at, type).map((one) => textOf(one, field) || textOf(one, 'name'))}
        onKeep={(text) => refer(at, event, { type, property, field, text })}
      />
      {type === 'bpmn:Signal' && root && (
        <Choice
          id="bpmn-signal-scope"
          label="信号范围"
          value={textOf(root, 'flowable:scope') === 'processInstance' ? 'processInstance' : 'global'}
          options={[
            { value: 'global', label: '所有流程' },
            { value: 'processInstance', label: '本流程实例' },
          ]}
          onChange={(scope) => setText(at, root, 'flowable:scope', scope === 'global' ? '' : scope)}
        />
      )}
    </>
  );
}
