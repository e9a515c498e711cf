import type { Copy, ServiceWork } from '../../../../contract/approval.ts';
import { serviceText } from '../../../../core/tree/write.ts';
import { ServiceFields } from '../../design/StepFields.tsx';
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

function workOf(text: string): ServiceWork {
  try {
    const { service, params, who } = JSON.parse(text) as ServiceWork;
    return { service, params, ...(who && { who }) };
  } catch {
    return { service: '', params: {} };
  }
}

/** The work of a service task: a registered service, or what an imported file names and cannot be executed. */
export function ServiceTaskFields({ at }: { at: At }) {
  const node = at.shape.businessObject;
  const work = workOf(textOf(node, 'dp:service'));
  const foreign = textOf(node, 'flowable:delegateExpression');
  return (
    <>
      <ServiceFields work={work} onChange={(part) => setText(at, node, 'dp:service', serviceText({ ...work, ...part }))} />
      {foreign !== '' && work.service === '' && (
        <TextField
          id="bpmn-delegate"
          label="导入的服务"
          isMono
          value={foreign}
          extra="平台不能执行该服务，请在上方选择已登记的服务"
          onKeep={(text) => setText(at, node, 'flowable:delegateExpression', text)}
        />
      )}
    </>
  );
}
