import { Input, InputNumber, Select, Switch } from 'antd';
import { useEffect, useEffectEvent, useId } from 'react';
import { useCan } from '#kit/web/can.tsx';
import type { FieldProps } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** The part of a JSON schema that the form understands; anything else is edited as JSON. */
interface FieldSchema {
  type?: string;
  title?: string;
  description?: string;
  enum?: readonly string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: { type?: string };
}
type Params = Record<string, unknown>;

export const readParams = (text: unknown): Params => {
  try {
    const parsed: unknown = JSON.parse(String(text ?? '{}'));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Params) : {};
  } catch {
    return {};
  }
};

/** The registered tasks, read once. */
export const useTasks = (enabled = true) => useCall(api.job.tasks, {}, { staleTime: 300_000, enabled });
/** For viewers without the permission to read tasks: none. */
export function useKnownTasks() {
  const can = useCan();
  return useTasks(can(api.job.tasks)).data ?? [];
}
/** The tasks to choose from. */
export const useTaskOptions = () => useKnownTasks().map(({ key, name }) => ({ value: key, label: name }));

/** The parameters of a task, one input for each field of its schema; the value is JSON text. */
export function ParamsForm({ value, onChange, disabled, beanName }: FieldProps & { beanName: string | undefined }) {
  const task = useTasks().data?.find((one) => one.key === beanName);
  const fields = Object.entries((task?.schema['properties'] ?? {}) as Record<string, FieldSchema>);
  const required = (task?.schema['required'] ?? []) as readonly string[];
  const params = readParams(value);
  const names = fields.map(([name]) => name);
  const unknown = task ? Object.keys(params).filter((name) => !names.includes(name)) : [];
  const drop = useEffectEvent(() =>
    onChange?.(JSON.stringify(Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name))))),
  );
  // what the task chosen before wanted is nothing to this one
  const leftover = unknown.join();
  useEffect(() => {
    if (leftover !== '') drop();
  }, [leftover]);

  if (!task) return <p className="muted params-none">选择任务类型后填写参数</p>;
  const set = (name: string, next: unknown) => {
    const { [name]: _old, ...rest } = params;
    onChange?.(JSON.stringify(next === undefined || next === null || next === '' ? rest : { ...rest, [name]: next }));
  };
  return (
    <div className="params-form">
      <p className="muted">{task.summary}</p>
      {fields.length === 0 && <p className="muted">该任务没有参数</p>}
      {fields.map(([name, schema]) => (
        <ParamField
          key={`${task.key}.${name}`}
          label={schema.title ?? name}
          schema={schema}
          isRequired={required.includes(name)}
          value={params[name] ?? schema.default}
          disabled={disabled}
          onChange={(next) => set(name, next)}
        />
      ))}
    </div>
  );
}

interface ParamFieldProps {
  label: string;
  schema: FieldSchema;
  isRequired: boolean;
  value: unknown;
  disabled?: boolean | undefined;
  onChange: (value: unknown) => void;
}

function ParamField({ label, schema, isRequired, ...input }: ParamFieldProps) {
  const id = useId();
  return (
    <div className="params-field">
      <label htmlFor={id}>
        {label}
        {isRequired && schema.default === undefined && <span className="form-mark">*</span>}
      </label>
      <ParamInput id={id} schema={schema} {...input} />
      {schema.description && <p className="muted">{schema.description}</p>}
    </div>
  );
}

function ParamInput({ id, schema, value, disabled, onChange }: Omit<ParamFieldProps, 'label' | 'isRequired'> & { id: string }) {
  const common = { id, disabled };
  if (schema.enum)
    return (
      <Select
        {...common}
        allowClear
        value={value as string | undefined}
        options={schema.enum.map((one) => ({ value: one, label: one }))}
        onChange={onChange}
      />
    );
  if (schema.type === 'boolean') return <Switch {...common} size="small" checked={value === true} onChange={onChange} />;
  if (schema.type === 'integer' || schema.type === 'number')
    return (
      <InputNumber
        {...common}
        min={schema.minimum}
        max={schema.maximum}
        precision={schema.type === 'integer' ? 0 : undefined}
        value={value as number | undefined}
        onChange={onChange}
      />
    );
  if (schema.type === 'array' && schema.items?.type === 'string')
    return (
      <Select {...common} mode="tags" tokenSeparators={[',', '，']} value={(value as string[] | undefined) ?? []} onChange={onChange} />
    );
  if (schema.type === 'string')
    return (
      <Input
        {...common}
        maxLength={schema.maxLength}
        value={(value as string | undefined) ?? ''}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return <JsonInput id={id} disabled={disabled} value={value} onChange={onChange} />;
}

/** Input for values of any type: text that is not JSON is sent as text, and the server validates it. */
function JsonInput({
  id,
  value,
  disabled,
  onChange,
}: {
  id: string;
  value: unknown;
  disabled?: boolean | undefined;
  onChange: (value: unknown) => void;
}) {
  return (
    <Input.TextArea
      id={id}
      className="mono"
      disabled={disabled}
      autoSize={{ minRows: 2, maxRows: 8 }}
      defaultValue={value === undefined ? '' : JSON.stringify(value, null, 2)}
      onBlur={(event) => {
        const text = event.target.value.trim();
        try {
          onChange(text === '' ? undefined : JSON.parse(text));
        } catch {
          onChange(text);
        }
      }}
    />
  );
}
