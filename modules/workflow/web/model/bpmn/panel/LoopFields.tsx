import type { Moddle } from '../types.ts';
import { Choice, TextField } from './Fields.tsx';
import { make, partOf, set, setExpression, setOf, setText, textOf, type At } from './write.ts';

type Kind = 'none' | 'parallel' | 'sequential';

/** Multi-instance: how often an activity is done, over what, and when it is enough. */
export function LoopFields({ at }: { at: At }) {
  const node = at.shape.businessObject;
  const loop = partOf(node, 'loopCharacteristics');
  const isMulti = loop?.$type === 'bpmn:MultiInstanceLoopCharacteristics';
  const kind: Kind = !isMulti ? 'none' : loop.get('isSequential') === true ? 'sequential' : 'parallel';
  const write = (next: Kind) => {
    if (next === 'none') return set(at, { loopCharacteristics: undefined });
    if (isMulti) return setOf(at, loop, { isSequential: next === 'sequential' });
    return set(at, {
      loopCharacteristics: make(at, node, 'bpmn:MultiInstanceLoopCharacteristics', { isSequential: next === 'sequential' }),
    });
  };
  return (
    <fieldset>
      <legend>多实例</legend>
      <Choice
        id="bpmn-loop"
        label="方式"
        value={kind}
        options={[
          { value: 'none', label: '只做一次' },
          { value: 'parallel', label: '并行' },
          { value: 'sequential', label: '依次' },
        ]}
        onChange={write}
      />
      {isMulti && <Over at={at} loop={loop} />}
    </fieldset>
  );
}

/** Over what, and when it is enough. */
function Over({ at, loop }: { at: At; loop: Moddle }) {
  return (
    <>
      <TextField
        id="bpmn-collection"
        label="集合"
        isMono
        value={textOf(loop, 'flowable:collection')}
        extra="列表变量名或表达式"
        onKeep={(text) => setText(at, loop, 'flowable:collection', text)}
      />
      <TextField
        id="bpmn-element"
        label="每项的变量"
        isMono
        value={textOf(loop, 'flowable:elementVariable')}
        onKeep={(text) => setText(at, loop, 'flowable:elementVariable', text)}
      />
      <TextField
        id="bpmn-index"
        label="序号的变量"
        isMono
        value={textOf(loop, 'flowable:elementIndexVariable')}
        onKeep={(text) => setText(at, loop, 'flowable:elementIndexVariable', text)}
      />
      <TextField
        id="bpmn-cardinality"
        label="次数"
        isMono
        value={textOf(loop, 'loopCardinality')}
        extra="没有集合时使用，数字或表达式"
        onKeep={(text) => setExpression(at, loop, 'loopCardinality', text)}
      />
      <TextField
        id="bpmn-completion"
        label="完成条件"
        isMono
        value={textOf(loop, 'completionCondition')}
        extra="例如 ${nrOfCompletedInstances >= 2}"
        onKeep={(text) => setExpression(at, loop, 'completionCondition', text)}
      />
    </>
  );
}
