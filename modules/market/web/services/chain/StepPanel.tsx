import { DeleteOutlined } from '@ant-design/icons';
import { AutoComplete, Button, Input, Segmented, Select, Switch } from 'antd';
import { useId } from 'react';
import type { Chain, ChainStep, ConditionOperator } from '../../../contract/chain.ts';
import { Field } from '../../editor/parts.tsx';
import { placesFor } from './edit.ts';
import type { Target } from './ChainSection.tsx';

const OPERATORS: { value: ConditionOperator; label: string }[] = [
  { value: 'eq', label: '等于' },
  { value: 'ne', label: '不等于' },
  { value: 'gt', label: '大于' },
  { value: 'lt', label: '小于' },
  { value: 'exists', label: '有值' },
  { value: 'empty', label: '没有值' },
];

interface Props {
  step: ChainStep;
  chain: Chain;
  /** what it calls; undefined when it is gone */
  target: Target | undefined;
  /** parameters of the chain */
  inputs: readonly string[];
  /** places in the answers of the other steps */
  answers: readonly string[];
  onChange: (some: Partial<ChainStep>, gesture?: string) => void;
  onConnect: (from: string) => void;
  onDisconnect: (from: string) => void;
  onRemove: () => void;
}
/** The chosen step: its name, what it is given, when it runs, what follows a failure. */
export function StepPanel({ step, chain, target, inputs, answers, onChange, onConnect, onDisconnect, onRemove }: Props) {
  const id = useId();
  const others = chain.steps.filter((one) => one.id !== step.id);
  const places = [...inputs.map((name) => `$.input.${name}`), ...answers];
  return (
    <aside className="service-step-panel" aria-label={`步骤 ${step.name}`}>
      <Field id={`${id}-name`} label="步骤名称" isRequired>
        <Input id={`${id}-name`} maxLength={50} value={step.name} onChange={(event) => onChange({ name: event.target.value }, 'name')} />
      </Field>
      <p className="muted">{target ? `调用 ${target.name}` : '调用的服务或API不存在、已下线，或不在您的数据范围内'}</p>
      {(target?.params ?? []).map((param) => (
        <InputField key={param.paramName} step={step} param={param} places={places} onChange={onChange} />
      ))}
      <Field id={`${id}-after`} label="在这些步骤之后" hint="引用了结果的步骤自动在前">
        <Select
          id={`${id}-after`}
          mode="multiple"
          value={step.after}
          options={others.map((one) => ({ value: one.id, label: one.name }))}
          onSelect={onConnect}
          onDeselect={onDisconnect}
        />
      </Field>
      <ConditionField step={step} places={places} onChange={onChange} />
      <Field id={`${id}-error`} label="失败时">
        <Segmented
          id={`${id}-error`}
          aria-label="失败时"
          value={step.onError}
          options={[
            { value: 'stop' as const, label: '停止编排' },
            { value: 'go' as const, label: '继续' },
          ]}
          onChange={(onError) => onChange({ onError })}
        />
      </Field>
      <Button danger icon={<DeleteOutlined />} onClick={onRemove}>
        删除步骤
      </Button>
    </aside>
  );
}

type StepProps = Pick<Props, 'step' | 'onChange'> & { places: readonly string[] };
const asOptions = (places: readonly string[]) => places.map((value) => ({ value }));

/** One input: a place in the call or in an earlier answer, or a value as it stands. */
function InputField({ step, param, places, onChange }: StepProps & { param: Target['params'][number] }) {
  const { paramName, nullable, defaultValue, paramComment } = param;
  const id = useId();
  const text = step.inputs.find((one) => one.param === paramName)?.value ?? '';
  const put = (value: string) => {
    const rest = step.inputs.filter((one) => one.param !== paramName);
    const source = value.startsWith('$') ? ('path' as const) : ('value' as const);
    onChange({ inputs: value === '' ? rest : [...rest, { param: paramName, source, value }] }, `input ${paramName}`);
  };
  return (
    <Field id={id} label={paramName} isRequired={nullable === '0' && !defaultValue} hint={paramComment}>
      <AutoComplete
        className="service-place mono"
        id={id}
        value={text}
        options={asOptions(placesFor(text, places))}
        popupMatchSelectWidth={false}
        placeholder="值，或 $.input.id、$.steps.s1.data.id"
        onChange={put}
      />
    </Field>
  );
}

function ConditionField({ step: { condition }, places, onChange }: StepProps) {
  const id = useId();
  const set = (some: Partial<NonNullable<ChainStep['condition']>>) =>
    condition && onChange({ condition: { ...condition, ...some } }, 'condition');
  const start = { path: places[0] ?? '$.input', operator: 'exists' as const, value: '' };
  const hasValue = condition !== null && condition.operator !== 'exists' && condition.operator !== 'empty';
  return (
    <Field id={id} label="只在满足条件时执行">
      <Switch id={id} checked={condition !== null} onChange={(on) => onChange({ condition: on ? start : null })} />
      {condition && (
        <>
          <AutoComplete
            className="service-place mono"
            aria-label="条件路径"
            value={condition.path}
            options={asOptions(places)}
            onChange={(path: string) => set({ path })}
          />
          <Select aria-label="比较方式" value={condition.operator} options={OPERATORS} onChange={(operator) => set({ operator })} />
          {hasValue && <Input aria-label="条件的值" value={condition.value} onChange={(event) => set({ value: event.target.value })} />}
        </>
      )}
    </Field>
  );
}
