import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Tabs } from 'antd';
import { useState } from 'react';
import { PropPanel } from '#kit/web/designer/props/PropPanel.tsx';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import type { PropScene } from '#kit/web/designer/props/PropInput.tsx';
import { FieldKey } from '../../contract/field.ts';
import type { FormField, FormSchema, GridField, TabsField } from '../../contract/schema.ts';
import { FIELD_KINDS } from '../../contract/kinds.ts';
import { changeField, isValueField, placed, type FormFault } from '../../core/index.ts';
import { CascadeEditor, DictPicker, FormColumns, SetColumns, SourceEditor } from './OptionsEditor.tsx';
import { checkFields, ownFields } from './prop-fields.ts';
import { ExpressionInput, RuleEditor } from './RuleEditor.tsx';

const SCENE: PropScene = { tokens: [], filters: [] };
const SPANS = [
  { value: 6, label: '1/4' },
  { value: 8, label: '1/3' },
  { value: 12, label: '1/2' },
  { value: 24, label: '整行' },
];

interface Props {
  schema: FormSchema;
  field: FormField;
  faults: readonly FormFault[];
  onChange: (label: string, schema: FormSchema, gesture?: string) => void;
}
/** Settings of the chosen field: what it is, what it must satisfy, how it follows others. */
export default function FieldPanel({ schema, field, faults, onChange }: Props) {
  const { id } = field;
  const change = (changes: Readonly<Record<string, unknown>>, gesture?: string) =>
    onChange(`修改“${field.label || FIELD_KINDS[field.type].label}”`, changeField(schema, id, changes), gesture);
  const isCell = placed(schema.layout).some((place) => place.field.id === id && place.sub !== null);
  const checks = checkFields(field);
  const rules = schema.rules.filter(({ target }) => target === id).length;
  const panel = (fields: typeof checks) => (
    <PropPanel
      fields={fields}
      values={field as unknown as Record<string, unknown>}
      scene={SCENE}
      onChange={(key, value, gesture) => change({ [key]: value === '' ? undefined : value }, `${id}:${gesture}`)}
    />
  );
  const items = [
    {
      key: 'own',
      label: '字段属性',
      children: (
        <>
          <BasicRows {...{ schema, field, isCell, change }} />
          <Special {...{ schema, field, change }} />
          {panel(ownFields(field, { isCell }))}
        </>
      ),
    },
    ...(checks.length > 0 ? [{ key: 'checks', label: '校验', children: panel(checks) }] : []),
    {
      key: 'rules',
      label: rules > 0 ? `联动 ${rules}` : '联动',
      children: <RuleEditor {...{ schema, field, faults }} onChange={(next, gesture) => onChange('修改联动规则', next, gesture)} />,
    },
  ];
  return (
    <div className="making-panel">
      {faults.length > 0 && (
        <ul className="making-faults" role="alert">
          {faults.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <Tabs items={items} />
    </div>
  );
}

type Change = (changes: Readonly<Record<string, unknown>>, gesture?: string) => void;
interface PartProps {
  schema: FormSchema;
  field: FormField;
  change: Change;
}
function BasicRows({ schema, field, isCell, change }: PartProps & { isCell: boolean }) {
  return (
    <div className="prop-group">
      <PropRow label="类型">
        <span>{FIELD_KINDS[field.type].label}</span>
      </PropRow>
      <PropRow label="标题" isWide>
        <Input
          aria-label="标题"
          maxLength={60}
          value={field.label}
          onChange={(event) => change({ label: event.target.value }, `${field.id}:label`)}
        />
      </PropRow>
      {'key' in field && <KeyRow key={field.id} {...{ schema, field, change }} />}
      {!isCell && (
        <PropRow label="占位宽度" isWide>
          <Segmented size="small" options={SPANS} value={field.span ?? 24} onChange={(span) => change({ span })} />
        </PropRow>
      )}
    </div>
  );
}

/** 字段标识（列名）: kept once it can be one. */
function KeyRow({ field, change }: PartProps) {
  const key = 'key' in field ? field.key : '';
  const [typed, setTyped] = useState<string | null>(null);
  const problem = typed === null ? null : (FieldKey.safeParse(typed).error?.issues[0]?.message ?? null);
  return (
    <PropRow label="字段标识（列名）" isWide>
      <Input
        aria-label="字段标识"
        maxLength={28}
        status={problem === null ? undefined : 'error'}
        value={typed ?? key}
        onChange={(event) => {
          setTyped(event.target.value);
          if (FieldKey.safeParse(event.target.value).success) change({ key: event.target.value }, `${field.id}:key`);
        }}
        onBlur={() => setTyped(null)}
      />
      {problem !== null && <div className="fill-problem">{problem}</div>}
    </PropRow>
  );
}

/** What only one kind has and no plain input can set. */
function Special({ schema, field, change }: PartProps) {
  if (field.type === 'grid' || field.type === 'tabs') return <AreasEditor field={field} change={change} />;
  if (!isValueField(field)) return null;
  const rows = (() => {
    switch (field.type) {
      case 'radio':
      case 'checkbox':
      case 'select':
        return (
          <SourceEditor value={field.options} onChange={(options) => change({ options, default: undefined }, `${field.id}:options`)} />
        );
      case 'cascader':
        return <CascadeEditor items={field.items} onChange={(items) => change({ items }, `${field.id}:items`)} />;
      case 'dict':
        return <DictPicker value={field.dictType} onChange={(dictType) => change({ dictType }, `${field.id}:dict`)} />;
      case 'dataset':
        return <SetColumns value={field} onChange={(changes) => change(changes)} />;
      case 'form':
        return <FormColumns value={field} onChange={(changes) => change(changes)} />;
      case 'area':
        return (
          <PropRow label="选到">
            <Segmented
              size="small"
              options={[
                { value: 1, label: '省' },
                { value: 2, label: '市' },
                { value: 3, label: '区县' },
              ]}
              value={field.depth ?? 3}
              onChange={(depth) => change({ depth })}
            />
          </PropRow>
        );
      case 'formula':
        return (
          <ExpressionInput
            schema={schema}
            fieldId={field.id}
            label="公式"
            value={field.expr}
            placeholder="例如 [数量] * [单价]"
            onChange={(expr) => change({ expr }, `${field.id}:expr`)}
          />
        );
      default:
        return null;
    }
  })();
  return rows && <div className="prop-group">{rows}</div>;
}

/** Parts of a grid or pages of tabs. */
function AreasEditor({ field, change }: { field: GridField | TabsField; change: Change }) {
  const isTabs = field.type === 'tabs';
  const { areas } = field;
  const put = (next: typeof areas, gesture?: string) => change({ areas: next }, gesture);
  const free = (): string => {
    for (let n = areas.length + 1; ; n++) if (!areas.some(({ id }) => id === `${field.id}_${n}`)) return `${field.id}_${n}`;
  };
  return (
    <div className="prop-group">
      <PropRow label={isTabs ? '标签' : '列'} isWide>
        <div className="making-options">
          {areas.map((area, at) => (
            <div key={area.id}>
              {isTabs ? (
                <Input
                  size="small"
                  aria-label={`标签 ${at + 1}`}
                  maxLength={60}
                  value={area.label}
                  onChange={(event) =>
                    put(
                      areas.map((one) => (one.id === area.id ? { ...one, label: event.target.value } : one)),
                      `${area.id}:label`,
                    )
                  }
                />
              ) : (
                <span className="grow">第 {at + 1} 列</span>
              )}
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined />}
                aria-label={`删除第 ${at + 1} 个`}
                title={area.children.length > 0 ? '先移走其中的字段' : undefined}
                disabled={areas.length === 1 || area.children.length > 0}
                onClick={() => put(areas.filter(({ id }) => id !== area.id))}
              />
            </div>
          ))}
          <Button
            size="small"
            type="dashed"
            icon={<PlusOutlined />}
            disabled={areas.length >= (isTabs ? 12 : 4)}
            onClick={() => put([...areas, { id: free(), label: isTabs ? `标签${areas.length + 1}` : '', children: [] }])}
          >
            添加{isTabs ? '标签' : '列'}
          </Button>
        </div>
      </PropRow>
    </div>
  );
}
