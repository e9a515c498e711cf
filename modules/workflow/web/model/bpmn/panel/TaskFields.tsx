import type { Copy } from '../../../../contract/approval.ts';
import { WhoFields } from '../../design/WhoFields.tsx';
import { TextField } from './Fields.tsx';
import { setCopy, setText, textOf, type At } from './write.ts';

function copyOf(text: string): Copy['who'] {
  try {
    return (JSON.parse(text) as Copy).who;
  } catch {
    return [];
  }
}

/** Whom a send task tells. */
export function CopyFields({ at }: { at: At }) {
  return <WhoFields label="抄送人" who={copyOf(textOf(at.shape.businessObject, 'dp:copy'))} onChange={(who) => setCopy(at, { who })} />;
}

/** The work of a service task, as an imported file names it. */
export function ServiceFields({ at }: { at: At }) {
  const node = at.shape.businessObject;
  return (
    <>
      <TextField
        id="bpmn-delegate"
        label="服务"
        isMono
        value={textOf(node, 'flowable:delegateExpression')}
        extra="平台没有登记可用的服务，发布前请改为人工、抄送或调用流程"
        onKeep={(text) => setText(at, node, 'flowable:delegateExpression', text)}
      />
      <TextField
        id="bpmn-result"
        label="结果变量"
        isMono
        value={textOf(node, 'flowable:resultVariable')}
        onKeep={(text) => setText(at, node, 'flowable:resultVariable', text)}
      />
    </>
  );
}
