import { DeleteOutlined } from '@ant-design/icons';
import { Alert, Button, Drawer, Radio, Select, Slider } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { measures } from '#kit/web/theme.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import type { MatchRule, Preset, Survival } from '../../contract/match.ts';
import { api } from '../api.ts';
import './side-parts.css';
import { KIND_WORDS, PRESET_WORDS, SURVIVAL_WORDS } from './words.ts';

type Attribute = MatchRule['attributes'][number];
const KINDS = Object.entries(KIND_WORDS).map(([value, label]) => ({ value: value as Attribute['kind'], label }));
const SURVIVALS = Object.entries(SURVIVAL_WORDS).map(([value, label]) => ({ value: value as Survival, label }));
const WEIGHTS = [
  { value: 8, label: '决定性' },
  { value: 6, label: '很重要' },
  { value: 5, label: '重要' },
  { value: 4, label: '较重要' },
  { value: 3, label: '一般' },
  { value: 2, label: '次要' },
  { value: 1, label: '参考' },
];
const weightOptions = (weight: number) =>
  WEIGHTS.some(({ value }) => value === weight) ? WEIGHTS : [...WEIGHTS, { value: weight, label: `权重 ${weight}` }];

/** 匹配规则 of a model: how strict, which attributes, which value survives. */
export function RuleDrawer({ modelId, onClose }: { modelId: string; onClose: () => void }) {
  const rule = useCall(api.match.rule, { params: { modelId } }, { staleTime: 0 });
  const form = useCall(api.model.tableParam, { params: { id: modelId } });
  const error = rule.error ?? form.error;
  const columns = form.data?.columnList.map(({ prop, label }) => ({ value: prop, label })) ?? [];
  if (rule.data && rule.isFetchedAfterMount && form.data)
    return <Form key={rule.data.version} rule={rule.data} columns={columns} onClose={onClose} />;
  return (
    <Drawer open size={measures.drawer} title="匹配规则" onClose={onClose}>
      {error ? (
        <StateView kind="error" error={error} onRetry={() => void rule.refetch()} />
      ) : (
        <StateView kind="loading" shape="form" rows={6} />
      )}
    </Drawer>
  );
}

interface FormProps {
  rule: MatchRule;
  columns: readonly { value: string; label: string }[];
  onClose: () => void;
}
function Form({ rule, columns, onClose }: FormProps) {
  const [preset, setPreset] = useState<Preset>(rule.preset);
  const [lines, setLines] = useState<[number, number]>([rule.review, rule.auto]);
  const [attributes, setAttributes] = useState<readonly Attribute[]>(rule.attributes);
  const [survivors, setSurvivors] = useState(rule.survivors);
  const save = useWrite(api.match.saveRule, {
    refreshes: [api.match.rule, api.match.page, api.match.get],
    onSuccess: () => {
      toast.success('已保存，下次查重按新规则全部重新比较');
      onClose();
    },
  });
  const [review, auto] = lines;
  const submit = () =>
    save.mutate({
      params: { modelId: rule.modelId },
      body: {
        preset,
        auto,
        review,
        attributes: attributes.map(({ columnName, kind, weight }) => ({ columnName, kind, weight })),
        survivors,
        version: rule.version,
      },
    });
  return (
    <Drawer
      open
      size={measures.drawer}
      title="匹配规则"
      onClose={onClose}
      footer={
        <div className="dup-acts">
          <Button onClick={onClose}>取消</Button>
          <Button type="primary" loading={save.isPending} disabled={attributes.length === 0 || review >= auto} onClick={submit}>
            保存
          </Button>
        </div>
      }
    >
      <div className="dup-rule-form">
        {!rule.isSaved && <Alert type="info" showIcon title="以下按列的名称推荐，保存后生效" />}
        <Strictness preset={preset} lines={lines} onPreset={setPreset} onLines={setLines} />
        <Attributes attributes={attributes} columns={columns} onChange={setAttributes} />
        <Survivors survivors={survivors} columns={columns} onChange={setSurvivors} />
      </div>
    </Drawer>
  );
}

interface StrictnessProps {
  preset: Preset;
  /** from where on a person looks, and from where on records are surely one */
  lines: readonly [review: number, auto: number];
  onPreset: (preset: Preset) => void;
  onLines: (lines: [number, number]) => void;
}
function Strictness({ preset, lines, onPreset, onLines }: StrictnessProps) {
  const [review, auto] = lines;
  return (
    <>
      <h3>严格程度</h3>
      <Radio.Group
        value={preset}
        optionType="button"
        options={Object.entries(PRESET_WORDS).map(([value, [label]]) => ({ value, label }))}
        onChange={({ target }) => {
          const next = target.value as Preset;
          onPreset(next);
          onLines([PRESET_WORDS[next][2], PRESET_WORDS[next][1]]);
        }}
      />
      <p className="muted">{PRESET_WORDS[preset][3]}</p>
      <Slider
        range
        min={0.3}
        max={1}
        step={0.01}
        value={[review, auto]}
        marks={{ [review]: `${review.toFixed(2)} 人工`, [auto]: `${auto.toFixed(2)} 自动` }}
        onChange={(value) => onLines([value[0]!, value[1]!])}
        ariaLabelForHandle={['人工线', '自动线']}
      />
    </>
  );
}

interface AttributesProps {
  attributes: readonly Attribute[];
  columns: FormProps['columns'];
  onChange: (attributes: readonly Attribute[]) => void;
}
function Attributes({ attributes, columns, onChange }: AttributesProps) {
  const change = (at: number, part: Partial<Attribute>) => onChange(attributes.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const free = columns.filter(({ value }) => !attributes.some(({ columnName }) => columnName === value));
  return (
    <>
      <h3>比较属性</h3>
      {attributes.map((attribute, at) => (
        <div key={attribute.columnName} className="dup-rule-row">
          <span className="cut">{attribute.label}</span>
          <Select
            aria-label={`${attribute.label}的比较方式`}
            value={attribute.kind}
            options={KINDS}
            onChange={(kind) => change(at, { kind })}
          />
          <Select
            aria-label={`${attribute.label}的权重`}
            value={attribute.weight}
            options={weightOptions(attribute.weight)}
            onChange={(weight) => change(at, { weight })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`不比较${attribute.label}`}
            onClick={() => onChange(attributes.filter((one) => one !== attribute))}
          />
        </div>
      ))}
      <Select
        aria-label="增加比较属性"
        placeholder="增加比较属性"
        value={null}
        disabled={free.length === 0}
        options={[...free]}
        onChange={(columnName: string | null) => {
          const column = columns.find(({ value }) => value === columnName);
          if (column) onChange([...attributes, { columnName: column.value, label: column.label, kind: 'text', weight: 3 }]);
        }}
      />
    </>
  );
}

interface SurvivorsProps {
  survivors: MatchRule['survivors'];
  columns: FormProps['columns'];
  onChange: (survivors: MatchRule['survivors']) => void;
}
function Survivors({ survivors, columns, onChange }: SurvivorsProps) {
  return (
    <>
      <h3>保留哪个值</h3>
      {columns.map(({ value, label }) => (
        <div key={value} className="dup-rule-row two">
          <span className="cut">{label}</span>
          <Select
            aria-label={`${label}的保留规则`}
            value={survivors[value] ?? 'source'}
            options={SURVIVALS}
            onChange={(next) => onChange({ ...survivors, [value]: next })}
          />
        </div>
      ))}
    </>
  );
}
