import { Button, Select, Table } from 'antd';
import { SetPicker, type SetFields } from '#modules/datasets/web/parts.ts';
import type { FieldNeed, Template, TemplateBinding, TemplateField, TemplateSet } from '../../contract/template.ts';
import { fits } from '../../core/template/propose.ts';
import type { Chosen } from './choice.ts';

const NEEDS: Readonly<Record<FieldNeed, string>> = { number: '数值', time: '时间', place: '地区', text: '文本', any: '任意' };
const kindText = ({ needs }: TemplateField): string => (needs.length === 0 ? NEEDS.any : needs.map((need) => NEEDS[need]).join('、'));

interface Props {
  template: Template;
  chosen: Chosen;
  bindings: readonly TemplateBinding[];
  own: ReadonlyMap<string, SetFields>;
  onChange: (chosen: Chosen) => void;
}

/** Which data set and which of its fields take the place of those of the template. */
export function SetMapping({ template, chosen, bindings, own, onChange }: Props) {
  const { sets } = template;
  const shown = sets.filter(({ name }) => name !== null);
  const keep = () => onChange(Object.fromEntries(shown.map(({ id }) => [id, { to: id, fields: {} }])));
  if (sets.length === 0) return <div className="blank">该模板没有使用数据，直接进入下一步。</div>;
  return (
    <>
      <div className="tpl-tools">
        <p className="muted">为模板的每个数据集选择自己的数据集。字段按名称和类型自动对应，可以修改；模板里的筛选取值不会带过来。</p>
        {shown.length > 0 && <Button onClick={keep}>沿用模板数据</Button>}
      </div>
      {sets.map((set, n) => (
        <OneSet
          key={set.id}
          set={set}
          name={set.name ?? `模板数据 ${n + 1}`}
          to={chosen[set.id]?.to ?? null}
          own={own.get(chosen[set.id]?.to ?? '')}
          pairs={bindings.find(({ from }) => from === set.id)?.fields ?? []}
          onSet={(to) => onChange({ ...chosen, [set.id]: { to, fields: {} } })}
          onField={(col, to) => {
            const choice = chosen[set.id];
            if (choice) onChange({ ...chosen, [set.id]: { ...choice, fields: { ...choice.fields, [col]: to } } });
          }}
        />
      ))}
    </>
  );
}

const SHOWN = new Set(['维度', '系列', '指标']);
/** What becomes of the components when nothing takes the place of a field. */
function withoutIt({ parts, uses }: TemplateSet['fields'][number]): string {
  if (parts.length > 0) return `不对应（${parts.length} 个组件没有数据）`;
  return uses.some((use) => SHOWN.has(use)) ? '不对应（组件少显示这一项）' : '不对应';
}

interface OneProps {
  set: TemplateSet;
  name: string;
  to: string | null;
  own: SetFields | undefined;
  pairs: TemplateBinding['fields'];
  onSet: (to: string | null) => void;
  onField: (col: string, to: string | null) => void;
}
function OneSet({ set, name, to, own, pairs, onSet, onField }: OneProps) {
  const toOf = (col: string) => pairs.find((pair) => pair.col === col)?.to ?? null;
  return (
    <section className="tpl-set" aria-label={name}>
      <header>
        <b className="cut">{name}</b>
        <span className="muted cut" title={set.parts.map((part) => part.name).join('、')}>
          {set.parts.length > 0 ? `${set.parts.length} 个组件：${set.parts.map((part) => part.name).join('、')}` : '只用于筛选'}
        </span>
        <span className="tpl-pick">
          <SetPicker value={to} allowClear onChange={onSet} />
        </span>
      </header>
      {to === set.id && <p className="muted">沿用模板的数据，字段不变。</p>}
      {to !== null && to !== set.id && own && (
        <Table
          size="small"
          rowKey="col"
          pagination={false}
          dataSource={[...set.fields]}
          columns={[
            { title: '模板字段', dataIndex: 'name', width: 200, ellipsis: true },
            { title: '类型', key: 'kind', width: 80, render: (_, field) => kindText(field) },
            { title: '用于', key: 'uses', width: 180, ellipsis: true, render: (_, { uses }) => uses.join('、') },
            {
              title: '自己的字段',
              key: 'to',
              render: (_, field) => (
                <Select
                  aria-label={`${field.name} 对应的字段`}
                  style={{ width: '100%' }}
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder={withoutIt(field)}
                  status={field.parts.length > 0 && toOf(field.col) === null ? 'warning' : undefined}
                  value={toOf(field.col)}
                  options={own.fields
                    .filter((one) => !one.hidden)
                    .map((one) => ({ value: one.id, label: one.name, disabled: !fits(field, one) }))}
                  onChange={(next?: string | null) => onField(field.col, next ?? null)}
                />
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
