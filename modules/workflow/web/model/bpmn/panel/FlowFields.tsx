import { useState } from 'react';
import { ConditionFields } from '../../design/ConditionFields.tsx';
import type { Moddle } from '../types.ts';
import { Choice, Flag } from './Fields.tsx';
import { partOf, partsOf, set, setExpression, textOf, type At } from './write.ts';

/** Ways of these nodes are chosen by conditions. */
const CHOOSES = /ExclusiveGateway|InclusiveGateway|Task$|CallActivity|SubProcess/;

/** Condition of a flow, and whether it is taken when no other is. */
export function FlowFields({ at }: { at: At }) {
  const flow = at.shape.businessObject;
  const source = at.shape.source;
  if (!source || !CHOOSES.test(source.type)) return null;
  const isDefault = partOf(source.businessObject, 'default') === flow;
  return (
    <>
      {isDefault ? <p className="muted">其他条件都不满足时走这条连线。</p> : <FlowCondition at={at} />}
      <Flag label="默认连线" isOn={isDefault} onChange={(isOn) => set({ ...at, shape: source }, { default: isOn ? flow : undefined })} />
    </>
  );
}

/** The rows or the expression of a flow: what is chosen is written at once, what is typed when the field is left. */
function FlowCondition({ at }: { at: At }) {
  const flow = at.shape.businessObject;
  const stored = textOf(flow, 'conditionExpression') || null;
  const [typed, setTyped] = useState<{ readonly text: string | null } | null>(null);
  const keep = (text: string | null) => {
    setTyped(null);
    if (text !== stored) setExpression(at, flow, 'conditionExpression', text ?? '');
  };
  return (
    <div onBlur={() => typed && keep(typed.text)}>
      <ConditionFields
        id="bpmn-condition"
        condition={typed ? typed.text : stored}
        onChange={(text, gesture) => (gesture === '' ? keep(text) : setTyped({ text }))}
      />
    </div>
  );
}

/** The flow that is taken when no condition holds. */
export function DefaultFlow({ at }: { at: At }) {
  const node = at.shape.businessObject;
  const flows = partsOf(node, 'outgoing');
  if (!CHOOSES.test(at.shape.type) || flows.length < 2) return null;
  const nameOf = (flow: Moddle) => textOf(flow, 'name') || textOf(partOf(flow, 'targetRef'), 'name') || flow.id;
  return (
    <Choice
      id="bpmn-default"
      label="默认连线"
      value={partOf(node, 'default')?.id ?? ''}
      options={[{ value: '', label: '没有' }, ...flows.map((flow) => ({ value: flow.id, label: nameOf(flow) }))]}
      onChange={(id) => set(at, { default: flows.find((flow) => flow.id === id) })}
    />
  );
}
