import { useState } from 'react';
import type { Copy, ServiceWork } from '../../../../contract/approval.ts';
import { serviceText } from '../../../../core/tree/write.ts';
import { ServiceFields } from '../../design/ServiceFields.tsx';
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
    const { service, params, who, result } = JSON.parse(text) as ServiceWork;
    return { service, params, ...(who && { who }), ...(result && { result }) };
  } catch {
    return { service: '', params: {} };
  }
}

/** The work of a service task: a registered service, or what an imported file names and cannot be executed. */
export function ServiceTaskFields({ at }: { at: At }) {
  const node = at.shape.businessObject;
  const stored = textOf(node, 'dp:service');
  // what is chosen is written at once, what is typed when the field is left: one step
  const [typed, setTyped] = useState<ServiceWork | null>(null);
  const work = typed ?? workOf(stored);
  const keep = (next: ServiceWork) => {
    setTyped(null);
    if (serviceText(next) !== stored) setText(at, node, 'dp:service', serviceText(next));
  };
  const foreign = textOf(node, 'flowable:delegateExpression');
  return (
    <div onBlur={() => typed && keep(typed)}>
      <ServiceFields
        work={work}
        onChange={(part, gesture) => (gesture === undefined ? keep({ ...work, ...part }) : setTyped({ ...work, ...part }))}
      />
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
    </div>
  );
}
