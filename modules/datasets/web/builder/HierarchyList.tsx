import { CloseOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { SetModel } from '../../contract/data-set-model.ts';
import { guessHierarchy } from '../../core/sets/hierarchy-guess.ts';
import { freeName, type Draft, type DraftState } from './use-draft.ts';

type Hierarchy = SetModel['hierarchies'][number];

/** Fields from wide to narrow that charts drill along. */
export function HierarchyList({ draft, state }: { draft: Draft; state: DraftState }) {
  const { hierarchies, fields } = draft.model;
  const dimensions = fields.filter((field) => field.role === 'dimension' && !field.hidden);
  const nameOf = (id: string) => fields.find((field) => field.id === id)?.name ?? id;
  const change = (at: number, part: Partial<Hierarchy>) =>
    state.setModel((model) => ({
      hierarchies: model.hierarchies.with(at, { ...model.hierarchies[at]!, ...part }),
    }));
  const add = () => {
    const first = guessHierarchy(fields, new Set(hierarchies.flatMap((one) => one.fields)));
    let n = hierarchies.length + 1;
    while (hierarchies.some((one) => one.id === `h${n}`)) n++;
    const name = freeName([], `层级${n}`);
    state.setModel((model) => ({
      hierarchies: [...model.hierarchies, { id: `h${n}`, name, fields: first }],
    }));
  };
  return (
    <section className="set-field-list hierarchies" aria-label="层级">
      <h4>
        层级 <em>{hierarchies.length}</em>
        <span className="grow" />
        <Button
          size="small"
          type="text"
          icon={<PlusOutlined />}
          aria-label="新增层级"
          disabled={dimensions.length < 2 || hierarchies.length >= 20}
          onClick={add}
        />
      </h4>
      {hierarchies.length === 0 && <div className="blank">由粗到细的维度，例如 省 → 市，图表可沿它逐级下钻</div>}
      {hierarchies.map((hierarchy, at) => (
        <div className="set-hierarchy" key={hierarchy.id}>
          <div>
            <Input
              size="small"
              variant="borderless"
              aria-label="层级名称"
              maxLength={32}
              value={hierarchy.name}
              onChange={(event) => change(at, { name: event.target.value })}
              onBlur={(event) => event.target.value.trim() === '' && change(at, { name: `层级${at + 1}` })}
            />
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              aria-label={`删除 ${hierarchy.name}`}
              onClick={() => state.setModel((model) => ({ hierarchies: model.hierarchies.toSpliced(at, 1) }))}
            />
          </div>
          <Select
            size="small"
            mode="multiple"
            aria-label={`${hierarchy.name} 的字段`}
            value={hierarchy.fields}
            maxCount={8}
            showSearch={{ optionFilterProp: 'label' }}
            options={[
              ...dimensions.map((field) => ({ value: field.id, label: field.name })),
              ...hierarchy.fields
                .filter((id) => !dimensions.some((field) => field.id === id))
                .map((id) => ({ value: id, label: nameOf(id) })),
            ]}
            placeholder="由粗到细选择至少两个维度"
            status={hierarchy.fields.length < 2 ? 'warning' : undefined}
            onChange={(ids: string[]) => change(at, { fields: ids })}
          />
          <p className="muted cut">
            {hierarchy.fields.map((id, i) => (
              <span key={id}>
                {i > 0 && <RightOutlined />}
                {nameOf(id)}
              </span>
            ))}
          </p>
        </div>
      ))}
    </section>
  );
}
