import type { Moddle } from '../types.ts';
import { Choice, Flag, TextField } from './Fields.tsx';
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
      {!isDefault && (
        <TextField
          id="bpmn-condition"
          label="条件"
          rows={2}
          isMono
          value={textOf(flow, 'conditionExpression')}
          extra="例如 ${amount >= 5000}，可用单据字段、发起人 submitter"
          onKeep={(text) => setExpression(at, flow, 'conditionExpression', text)}
        />
      )}
      <Flag label="默认连线" isOn={isDefault} onChange={(isOn) => set({ ...at, shape: source }, { default: isOn ? flow : undefined })} />
    </>
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
