import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Dropdown, Input, Select } from 'antd';
import { useState } from 'react';
import type { FormField, FormRule, FormSchema, RuleEffect } from '../../contract/schema.ts';
import { EFFECT_NAMES, exprNames, isValueField, placed, withIds, withLabels, withRulesOf, type FormFault } from '../../core/index.ts';

interface ExpressionProps {
  schema: FormSchema;
  fieldId: string;
  label: string;
  value: string;
  placeholder: string;
  onChange: (text: string) => void;
}
/** An expression, read and written with the names of fields, kept with their ids. */
export function ExpressionInput({ schema, fieldId, label, value, placeholder, onChange }: ExpressionProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const names = exprNames(schema, placed(schema.layout).find(({ field }) => field.id === fieldId)?.sub ?? null);
  const shown = typed ?? withLabels(value, names);
  const write = (text: string) => {
    setTyped(text);
    onChange(withIds(text, names));
  };
  return (
    <div className="making-expr">
      <Input.TextArea
        aria-label={label}
        autoSize={{ minRows: 2, maxRows: 8 }}
        maxLength={2000}
        placeholder={placeholder}
        value={shown}
        onChange={(event) => write(event.target.value)}
        onBlur={() => setTyped(null)}
      />
      <Dropdown
        trigger={['click']}
        menu={{
          items: names.map(({ id, name }) => ({ key: id, label: name })),
          style: { maxHeight: 320, overflow: 'auto' },
          onClick: ({ key }) =>
            write(`${shown}${shown === '' || shown.endsWith(' ') ? '' : ' '}[${names.find(({ id }) => id === key)?.name ?? key}]`),
        }}
      >
        <Button size="small" type="link">
          插入字段
        </Button>
      </Dropdown>
    </div>
  );
}

const HELP: Readonly<Record<RuleEffect, string>> = {
  visible: '条件成立时才显示，隐藏时不保存值',
  required: '条件成立时必须填写',
  readonly: '条件成立时不能修改',
  compute: '值由公式得出，不需要填写',
  check: '条件不成立时不能提交',
};
const SAMPLES: Readonly<Record<RuleEffect, string>> = {
  visible: "例如 [等级] = '高'",
  required: '例如 [发现数] > 0',
  readonly: "例如 [状态] = '已完成'",
  compute: '例如 [数量] * [单价]',
  check: '例如 [结束日期] >= [开始日期]',
};
const effectsOf = (field: FormField): RuleEffect[] =>
  isValueField(field)
    ? ['visible', 'required', 'readonly', 'compute', 'check']
    : field.type === 'subform'
      ? ['visible', 'required', 'readonly', 'check']
      : ['visible'];

interface Props {
  schema: FormSchema;
  field: FormField;
  faults: readonly FormFault[];
  onChange: (schema: FormSchema, gesture?: string) => void;
}
/** 联动 of a field: what it does when. */
export function RuleEditor({ schema, field, faults, onChange }: Props) {
  const rules = schema.rules.filter(({ target }) => target === field.id);
  const put = (next: readonly FormRule[], gesture?: string) => onChange(withRulesOf(schema, field.id, next), gesture);
  const change = (at: number, changes: Partial<FormRule>) =>
    put(
      rules.map((rule, i) => (i === at ? { ...rule, ...changes } : rule)),
      `rule:${field.id}:${at}`,
    );
  const effects = effectsOf(field);
  return (
    <div className="making-rules">
      {rules.map((rule, at) => (
        <section key={at}>
          <header>
            <Select<RuleEffect>
              size="small"
              aria-label="效果"
              value={rule.effect}
              options={effects.map((effect) => ({ value: effect, label: EFFECT_NAMES[effect] }))}
              onChange={(effect) => change(at, { effect, value: effect === 'compute' ? (rule.value ?? '') : undefined })}
            />
            <small>{HELP[rule.effect]}</small>
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined />}
              aria-label="删除规则"
              onClick={() => put(rules.filter((_, i) => i !== at))}
            />
          </header>
          {rule.effect === 'compute' ? (
            <ExpressionInput
              {...{ schema }}
              fieldId={field.id}
              label="公式"
              value={rule.value ?? ''}
              placeholder={SAMPLES.compute}
              onChange={(value) => change(at, { value })}
            />
          ) : (
            <ExpressionInput
              {...{ schema }}
              fieldId={field.id}
              label="条件"
              value={rule.when ?? ''}
              placeholder={SAMPLES[rule.effect]}
              onChange={(when) => change(at, { when })}
            />
          )}
          {rule.effect === 'check' && (
            <Input
              size="small"
              aria-label="提示"
              maxLength={100}
              placeholder="不符合时的提示，例如 不能早于开始日期"
              value={rule.message ?? ''}
              onChange={(event) => change(at, { message: event.target.value })}
            />
          )}
        </section>
      ))}
      {faults
        .filter(({ message }) => message.includes('规则') || message.includes('循环'))
        .map(({ message }) => (
          <p key={message} className="fill-problem" role="alert">
            {message}
          </p>
        ))}
      {rules.length === 0 && <p className="designer-note">还没有规则。规则按其他字段的值显示、必填、只读、计算或校验本字段。</p>}
      <Button
        type="dashed"
        icon={<PlusOutlined />}
        onClick={() =>
          put([
            ...rules,
            { target: field.id, effect: effects.find((effect) => !rules.some((rule) => rule.effect === effect)) ?? 'visible', when: '' },
          ])
        }
      >
        添加规则
      </Button>
    </div>
  );
}
