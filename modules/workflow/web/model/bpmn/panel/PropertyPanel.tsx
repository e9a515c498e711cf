import { Form } from 'antd';
import type { Tool } from '../session.ts';
import type { Shape } from '../types.ts';
import { translate } from '../zh.ts';
import { CallFields } from './CallFields.tsx';
import { EventFields } from './EventFields.tsx';
import { TextField } from './Fields.tsx';
import { DefaultFlow, FlowFields } from './FlowFields.tsx';
import { LoopFields } from './LoopFields.tsx';
import { PeopleFields } from './PeopleFields.tsx';
import { CopyFields, ServiceTaskFields } from './TaskFields.tsx';
import { make, partsOf, set, setOf, textOf, type At } from './write.ts';

interface Props {
  tool: Tool;
  chosen: Shape | null;
  problems: ReadonlyMap<string, string>;
}

/** Properties of the chosen shape, of the process when none is chosen: everything that the engine reads. */
export function PropertyPanel({ tool, chosen, problems }: Props) {
  const shape = chosen ?? tool.canvas.getRootElement();
  // before the first import there is only an empty plane
  if (!('businessObject' in shape) || !shape.businessObject) return <p className="muted tree-hint">正在打开流程图…</p>;
  const at: At = { tool, shape };
  const problem = problems.get(shape.id);
  return (
    <div className="bpmn-panel">
      <h3>{titleOf(shape)}</h3>
      {problem && <p className="bpmn-problem">{problem}</p>}
      <Form layout="vertical" key={shape.id}>
        <General at={at} />
        <Sections at={at} />
        <Documentation at={at} />
      </Form>
    </div>
  );
}

const TITLES: Readonly<Record<string, string>> = {
  'bpmn:Process': '流程',
  'bpmn:Collaboration': '协作',
  'bpmn:SequenceFlow': '连线',
  'bpmn:Participant': '泳池',
  'bpmn:Lane': '泳道',
  'bpmn:TextAnnotation': '注释',
  'bpmn:Group': '分组',
  'bpmn:Association': '关联',
  'bpmn:DataObjectReference': '数据对象',
  'bpmn:DataStoreReference': '数据存储',
  'bpmn:SubProcess': '子流程',
  'bpmn:IntermediateCatchEvent': '中间捕获事件',
  'bpmn:IntermediateThrowEvent': '中间抛出事件',
  'bpmn:EventBasedGateway': '事件网关',
};
/** What a shape is, in Chinese: by the words of the drawing tool where the list above has none. */
function titleOf({ type }: Shape): string {
  const known = TITLES[type];
  if (known) return known;
  const words = type
    .replace('bpmn:', '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return translate(words.charAt(0).toUpperCase() + words.slice(1));
}

function General({ at }: { at: At }) {
  const { shape } = at;
  const node = shape.businessObject;
  const isProcess = shape.type === 'bpmn:Process' || shape.type === 'bpmn:Collaboration';
  return (
    <>
      <TextField id="bpmn-name" label="名称" value={textOf(node, 'name')} onKeep={(name) => set(at, { name: name.trim() || undefined })} />
      <TextField
        id="bpmn-id"
        label="编号"
        isMono
        isWhole
        disabled={isProcess}
        value={shape.id}
        extra={isProcess ? '流程标识在模型里确定' : undefined}
        onKeep={(id) => rename(at, id.trim())}
      />
    </>
  );
}

/** Ids are names of variables too; one that is taken or not a name is left as it was. */
function rename(at: At, id: string): void {
  if (!/^[A-Za-z_][\w.-]{0,79}$/.test(id) || at.tool.registry.get(id)) return;
  set(at, { id });
}

function Sections({ at }: { at: At }) {
  const { type, businessObject: node } = at.shape;
  const isActivity = /Task$|SubProcess$|CallActivity$/.test(type) || type === 'bpmn:Task';
  const hasApproval = textOf(node, 'dp:approval') !== '';
  return (
    <>
      {type === 'bpmn:UserTask' && <PeopleFields at={at} />}
      {type === 'bpmn:SendTask' && <CopyFields at={at} />}
      {(type === 'bpmn:ServiceTask' || type === 'bpmn:BusinessRuleTask') && <ServiceTaskFields at={at} />}
      {type === 'bpmn:CallActivity' && <CallFields at={at} />}
      {type === 'bpmn:SequenceFlow' && <FlowFields at={at} />}
      {/Gateway$|Task$|Activity$|SubProcess$/.test(type) && <DefaultFlow at={at} />}
      {(/Event$/.test(type) || type === 'bpmn:ReceiveTask') && <EventFields at={at} />}
      {isActivity && !hasApproval && <LoopFields at={at} />}
    </>
  );
}

function Documentation({ at }: { at: At }) {
  const node = at.shape.businessObject;
  const [first] = partsOf(node, 'documentation');
  return (
    <TextField
      id="bpmn-documentation"
      label="说明"
      rows={3}
      value={textOf(first ?? null, 'text')}
      onKeep={(text) =>
        setOf(at, node, { documentation: text.trim() === '' ? undefined : [make(at, node, 'bpmn:Documentation', { text })] })
      }
    />
  );
}
