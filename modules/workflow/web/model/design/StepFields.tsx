import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, DatePicker, Form, Input, Radio, Select, Switch } from 'antd';
import dayjs from 'dayjs';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { definition } from '../../../contract/definition.ts';
import type { CallNode, EventNode, Passed, UntilNode } from '../../../contract/tree.ts';
import { useRecordFields } from './use-record-fields.ts';

const api = createClient({ definition: { page: definition.page } }, send);

export interface Change<T> {
  onChange: (part: Partial<T>, gesture?: string) => void;
}

const FORMAT = 'YYYY-MM-DDTHH:mm';
/** When a process goes on: at a date, or at that of a field of the record. */
export function UntilFields({ node, onChange }: { node: UntilNode } & Change<UntilNode>) {
  const { groups } = useRecordFields();
  const isFixed = !node.date.includes('${');
  const field = /^\$\{([\p{L}_]\w*)\}$/u.exec(node.date)?.[1];
  return (
    <>
      <Form.Item label="等到">
        <Radio.Group
          value={isFixed ? 'date' : 'field'}
          options={[
            { value: 'date', label: '指定时间' },
            { value: 'field', label: '单据字段' },
          ]}
          onChange={(event) => onChange({ date: event.target.value === 'date' ? dayjs().add(1, 'day').format(FORMAT) : '${date}' })}
        />
      </Form.Item>
      {isFixed ? (
        <Form.Item label="时间" htmlFor="node-until">
          <DatePicker
            id="node-until"
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            allowClear={false}
            value={dayjs(node.date)}
            onChange={(value) => value && onChange({ date: value.format(FORMAT) })}
          />
        </Form.Item>
      ) : (
        <>
          <Form.Item label="字段" htmlFor="node-until-field">
            <Select
              id="node-until-field"
              placeholder="选择存放日期的字段"
              value={field}
              options={groups.map(({ label, fields }) => ({
                label,
                options: fields.map((one) => ({ value: one.name, label: one.label })),
              }))}
              onChange={(name: string) => onChange({ date: `\${${name}}` })}
            />
          </Form.Item>
          <Form.Item label="表达式" htmlFor="node-until-text" extra="结果是日期或时间，例如 2026-01-31T18:00">
            <Input
              id="node-until-text"
              className="mono"
              maxLength={500}
              value={node.date}
              onChange={(event) => event.target.value.includes('${') && onChange({ date: event.target.value }, `date ${node.id}`)}
            />
          </Form.Item>
        </>
      )}
    </>
  );
}

const AWAITED = { message: '消息名称', signal: '信号名称' } as const;
/** The message or signal that a process waits for. */
export function EventFields({ node, onChange }: { node: EventNode } & Change<EventNode>) {
  return (
    <Form.Item
      label={AWAITED[node.awaits]}
      htmlFor="node-event"
      required
      extra="流程停在这里，直到管理员在运行中的流程里点“触发事件”，或有权限的程序按这个名称触发"
    >
      <Input
        id="node-event"
        maxLength={100}
        value={node.event}
        status={node.event.trim() === '' ? 'error' : undefined}
        onChange={(event) => onChange({ event: event.target.value }, `event ${node.id}`)}
      />
    </Form.Item>
  );
}

/** Which process is called, and which variables pass. */
export function CallFields({ node, onChange }: { node: CallNode } & Change<CallNode>) {
  const published = useCall(api.definition.page, { query: { pageSize: 200 } }, { staleTime: 60_000 }).data?.data ?? [];
  const names = new Map(published.map(({ key, name }) => [key, name]));
  if (node.process !== '' && !names.has(node.process)) names.set(node.process, '未发布的流程');
  return (
    <>
      <Form.Item label="调用的流程" htmlFor="node-process" extra="只能选择已发布的流程，使用发起时的最新版本">
        <Select
          id="node-process"
          placeholder="选择流程"
          value={node.process || undefined}
          status={node.process === '' ? 'error' : undefined}
          showSearch={{ optionFilterProp: 'label' }}
          options={[...names].map(([key, name]) => ({ value: key, label: `${name}（${key}）` }))}
          onChange={(process: string) => onChange({ process })}
        />
      </Form.Item>
      <Form.Item label="传入全部变量">
        <Switch aria-label="传入全部变量" checked={node.inherits} onChange={(inherits) => onChange({ inherits })} />
      </Form.Item>
      <Mappings label="传入变量" list={node.inputs} onChange={(inputs, gesture) => onChange({ inputs }, gesture && `in ${gesture}`)} />
      <Mappings label="传出变量" list={node.outputs} onChange={(outputs, gesture) => onChange({ outputs }, gesture && `out ${gesture}`)} />
    </>
  );
}

interface MappingsProps {
  label: string;
  list: readonly Passed[];
  onChange: (list: Passed[], gesture?: string) => void;
}
function Mappings({ label, list, onChange }: MappingsProps) {
  const part = (at: number, name: keyof Passed, text: string) =>
    onChange(
      list.map((one, n) => (n === at ? { ...one, [name]: text } : one)),
      `${name} ${at}`,
    );
  return (
    <fieldset className="tree-who">
      <legend>{label}</legend>
      {list.map((one, n) => (
        // mappings have no id
        // eslint-disable-next-line react/no-array-index-key
        <div key={n} className="tree-pair">
          <Input
            className="mono"
            aria-label={`${label}来源`}
            placeholder="变量或 ${表达式}"
            maxLength={1000}
            value={one.source}
            onChange={(event) => part(n, 'source', event.target.value)}
          />
          <Input
            className="mono"
            aria-label={`${label}目标`}
            placeholder="变量"
            maxLength={64}
            value={one.target}
            onChange={(event) => part(n, 'target', event.target.value)}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除${label}`}
            onClick={() => onChange(list.filter((_, at) => at !== n))}
          />
        </div>
      ))}
      <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...list, { source: 'amount', target: 'amount' }])}>
        添加{label}
      </Button>
    </fieldset>
  );
}
