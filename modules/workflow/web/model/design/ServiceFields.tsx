import { Form, Input, Select } from 'antd';
import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { type ServiceWork, VariableName } from '../../../contract/approval.ts';
import { model } from '../../../contract/model.ts';
import type { Change } from './StepFields.tsx';
import { WhoFields } from './WhoFields.tsx';

const api = createClient({ model: { services: model.services } }, send);
type Param = CallReply<typeof api.model.services>[number]['params'][number];

/** Which service a node has run, and what the service asks for: the same settings in both views. */
export function ServiceFields({ work, onChange }: { work: ServiceWork } & Change<ServiceWork>) {
  const services = useCall(api.model.services, {}, { staleTime: 60_000 }).data;
  const service = services?.find(({ code }) => code === work.service);
  const options = (services ?? []).map(({ code, name }) => ({ value: code, label: name }));
  if (services && !service && work.service !== '') options.push({ value: work.service, label: `${work.service}（没有登记）` });
  const choose = (code: string) => {
    const chosen = services?.find((one) => one.code === code);
    onChange({ service: code, params: {}, result: undefined, who: chosen?.asksPeople ? [{ kind: 'starter' }] : undefined });
  };
  return (
    <>
      <Form.Item label="服务" htmlFor="node-service" extra={service?.description}>
        <Select
          id="node-service"
          placeholder="选择服务"
          value={services && work.service ? work.service : undefined}
          loading={!services}
          status={services && !service ? 'error' : undefined}
          options={options}
          onChange={choose}
        />
      </Form.Item>
      {service?.asksPeople && <WhoFields label="人员" who={work.who ?? []} onChange={(who) => onChange({ who })} />}
      {service?.params.map((param) => (
        <ParamField
          key={param.name}
          param={param}
          value={work.params[param.name] ?? ''}
          onChange={(text, gesture) => onChange({ params: { ...work.params, [param.name]: text } }, gesture)}
        />
      ))}
      {service?.answers && (
        <Form.Item
          label="响应保存到变量"
          htmlFor="node-result"
          extra="填写后流程等到响应才继续，之后的条件可以使用这个变量；不填写则不等待"
        >
          <Input
            id="node-result"
            className="mono"
            maxLength={64}
            value={work.result ?? ''}
            status={work.result !== undefined && !VariableName.safeParse(work.result).success ? 'error' : undefined}
            onChange={(event) => onChange({ result: event.target.value || undefined }, 'result')}
          />
        </Form.Item>
      )}
    </>
  );
}

interface ParamProps {
  param: Param;
  value: string;
  onChange: (text: string, gesture?: string) => void;
}
/** One thing that a service asks for. */
function ParamField({ param, value, onChange }: ParamProps) {
  const { name, label, kind, isRequired, hint, options } = param;
  const id = `node-param-${name}`;
  const isText = kind === 'text' || kind === 'area';
  return (
    <Form.Item
      label={label}
      htmlFor={id}
      required={isRequired}
      extra={hint ?? (isText ? '可用单据字段，例如 {title}、{amount}' : undefined)}
    >
      {kind === 'choice' ? (
        <Choice id={id} value={value} options={options ?? []} onChange={(next) => onChange(next)} />
      ) : (
        <Typed id={id} param={param} value={value} onChange={(text) => onChange(text, `param ${name}`)} />
      )}
    </Form.Item>
  );
}

/** One of what can be chosen now; what was chosen and is gone stays to be seen. */
function Choice({
  id,
  value,
  options,
  onChange,
}: {
  id: string;
  value: string;
  options: NonNullable<Param['options']>;
  onChange: (text: string) => void;
}) {
  const isGone = value !== '' && options.every((option) => option.value !== value);
  return (
    <Select
      id={id}
      placeholder="请选择"
      value={value || undefined}
      status={isGone ? 'error' : undefined}
      options={isGone ? [...options, { value, label: '不能再选择' }] : options}
      onChange={onChange}
    />
  );
}

function Typed({
  id,
  param: { kind, name },
  value,
  onChange,
}: {
  id: string;
  param: Param;
  value: string;
  onChange: (text: string) => void;
}) {
  const isCode = kind === 'variable' || kind === 'value' || name === 'body' || name === 'path';
  const shared = {
    id,
    className: isCode ? 'mono' : undefined,
    maxLength: kind === 'variable' ? 64 : 2000,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  return kind === 'area' ? <Input.TextArea rows={4} {...shared} /> : <Input {...shared} />;
}
