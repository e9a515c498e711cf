import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { definition } from '../../../../contract/definition.ts';
import { useDraftText } from '../session.ts';
import type { Moddle } from '../types.ts';
import { Flag, TextField } from './Fields.tsx';
import { make, partOf, partsOf, setOf, setText, textOf, type At } from './write.ts';

const api = createClient({ definition: { page: definition.page } }, send);

/** Which process is called, and which variables pass. */
export function CallFields({ at }: { at: At }) {
  const node = at.shape.businessObject;
  const published = useCall(api.definition.page, { query: { pageSize: 200 } }, { staleTime: 60_000 });
  const keys = [...new Set((published.data?.data ?? []).map(({ key }) => key))];
  return (
    <fieldset>
      <legend>调用流程</legend>
      <TextField
        id="bpmn-called"
        label="流程标识"
        isMono
        offers={keys}
        value={textOf(node, 'calledElement')}
        onKeep={(text) => setText(at, node, 'calledElement', text)}
      />
      <TextField
        id="bpmn-business-key"
        label="业务编号"
        isMono
        value={textOf(node, 'flowable:businessKey')}
        onKeep={(text) => setText(at, node, 'flowable:businessKey', text)}
      />
      <Flag
        label="传入全部变量"
        isOn={textOf(node, 'flowable:inheritVariables') === 'true'}
        onChange={(isOn) => setText(at, node, 'flowable:inheritVariables', isOn ? 'true' : '')}
      />
      <Mappings at={at} type="flowable:In" label="传入变量" />
      <Mappings at={at} type="flowable:Out" label="传出变量" />
    </fieldset>
  );
}

/** Variables that pass in one direction: name or expression, and the name on the other side. */
function Mappings({ at, type, label }: { at: At; type: string; label: string }) {
  const node = at.shape.businessObject;
  const holder = partOf(node, 'extensionElements');
  const values = partsOf(holder, 'values');
  const own = values.filter(({ $type }) => $type === type);
  const write = (next: Moddle[]) => {
    const others = values.filter(({ $type }) => $type !== type);
    const into = holder ?? make(at, node, 'bpmn:ExtensionElements', { values: [] });
    for (const one of next) one.$parent = into;
    if (holder) setOf(at, holder, { values: [...others, ...next] });
    else {
      into.set('values', next);
      setOf(at, node, { extensionElements: into });
    }
  };
  return (
    <div className="bpmn-pairs" role="group" aria-label={label}>
      <p className="muted">{label}</p>
      {own.map((one, n) => (
        // mappings have no id
        // eslint-disable-next-line react/no-array-index-key
        <div key={n}>
          <Part at={at} of={one} name={textOf(one, 'sourceExpression') === '' ? 'source' : 'sourceExpression'} label={`${label}来源`} />
          <Part at={at} of={one} name="target" label={`${label}目标`} />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除${label}`}
            onClick={() => write(own.filter((each) => each !== one))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={<PlusOutlined />}
        onClick={() => write([...own, at.tool.factory.create(type, { source: '', target: '' })])}
      >
        添加{label}
      </Button>
    </div>
  );
}

function Part({ at, of, name, label }: { at: At; of: Moddle; name: string; label: string }) {
  const isSource = name !== 'target';
  const draft = useDraftText(textOf(of, name), (text) => {
    const isExpression = isSource && text.includes('${');
    if (isSource) setOf(at, of, { source: isExpression ? undefined : text, sourceExpression: isExpression ? text : undefined });
    else setOf(at, of, { target: text });
  });
  return <Input className="mono" aria-label={label} placeholder={isSource ? '变量或表达式' : '变量'} {...draft} />;
}
