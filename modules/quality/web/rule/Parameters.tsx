import { Input, Segmented } from 'antd';
import { ConfigInput } from './ConfigInput.tsx';
import { withoutRelated, type Draft, type Item } from './draft.ts';
import { Field, type FieldProps } from './Field.tsx';
import type { Problems } from './problems.ts';
import { SourcePick } from './pickers.tsx';

type ConfigField = Item['fields'][number];
export interface PartProps {
  draft: Draft;
  item?: Item | undefined;
  change: (some: Partial<Draft>) => void;
  problems: Problems;
}

const WIDE: ReadonlySet<string> = new Set(['sql', 'area', 'expression', 'pairs', 'words', 'choices', 'rules']);
/** What is compared with a field of another table stands beside it. */
const placeOf = ({ control }: ConfigField, next: ConfigField | undefined): FieldProps['place'] =>
  WIDE.has(control) ? 'wide' : control.startsWith('column') && next?.control.startsWith('related') ? 'left' : undefined;

function Parameter({ field, next, draft, change, problems }: PartProps & { field: ConfigField; next: ConfigField | undefined }) {
  const id = `rule-${field.key}`;
  return (
    <>
      {field.control === 'table' && (
        <Field id={`${id}-source`} label={`${field.label}的数据源`} hint="可以是另一个数据源：两边各自查询，取回后比对">
          <SourcePick
            id={`${id}-source`}
            value={draft.relatedSourceId ?? draft.sourceId}
            onChange={(relatedSourceId) => change({ relatedSourceId, config: withoutRelated(draft.config) })}
          />
        </Field>
      )}
      <Field
        id={id}
        label={field.label}
        isRequired={field.isRequired ?? false}
        hint={field.help}
        place={placeOf(field, next)}
        problem={problems.get(id)}
      >
        <ConfigInput
          id={id}
          field={field}
          draft={draft}
          value={draft.config[field.key]}
          onChange={(value) => {
            const config = field.control === 'table' ? withoutRelated(draft.config) : draft.config;
            change({ config: { ...config, [field.key]: value } });
          }}
        />
      </Field>
    </>
  );
}

/** What the chosen check needs to know beside table and column. */
export function Parameters({ draft, item, change, problems }: PartProps) {
  if (!item) return null;
  return (
    <>
      <h3>
        {item.itemName} <small>{item.itemExplain}</small>
      </h3>
      {item.fields.map((field, at) => (
        <Parameter
          key={`${item.id} ${field.key}`}
          field={field}
          next={item.fields[at + 1]}
          draft={draft}
          change={change}
          problems={problems}
        />
      ))}
      {item.nulls && (
        <Field id="rule-nulls" label="为空时">
          <Segmented<'ignore' | 'bad'>
            id="rule-nulls"
            value={draft.nulls ?? item.nulls}
            onChange={(nulls) => change({ nulls })}
            options={[
              { value: 'ignore', label: '不检查' },
              { value: 'bad', label: '算不合格' },
            ]}
          />
        </Field>
      )}
      {item.hasFilter && (
        <Field id="rule-filter" label="只检查这些行" hint="用 [字段] 写条件，不填则检查全部行" problem={problems.get('rule-filter')}>
          <Input
            id="rule-filter"
            className="mono"
            value={draft.filter}
            onChange={(event) => change({ filter: event.target.value })}
            placeholder="[status] = '1'"
          />
        </Field>
      )}
    </>
  );
}
