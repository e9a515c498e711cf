import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import type { Field } from '#modules/datasets/contract/field.ts';
import type { Condition, FilterNode, Scalar } from '#modules/datasets/contract/query.ts';
import { ConditionForm } from './ConditionForm.tsx';
import { operatorsFor } from './labels.ts';
import './shelves.css';

export interface FilterEditorProps {
  nodes: readonly FilterNode[];
  fields: readonly Field[];
  /** values of a field that contain a text */
  choices?: (col: string, search: string) => Promise<readonly { value: Scalar; label: string }[]>;
  onChange: (nodes: FilterNode[]) => void;
}
const DEEPEST = 4;

/** A first condition on a field. */
export function conditionOf(field: Field): Condition {
  const op = operatorsFor(field.type)[0]!;
  return op === 'relative'
    ? { col: field.id, op, relative: { span: 'last', unit: 'month', n: 12 } }
    : { col: field.id, op, ...(op === 'in' && { values: [] }) };
}
const innerOf = (node: Exclude<FilterNode, Condition>): FilterNode[] => ('all' in node ? node.all : node.any);

interface ListProps extends FilterEditorProps {
  isAny: boolean;
  depth: number;
  onKind?: (isAny: boolean) => void;
}

function NodeList({ nodes, fields, choices, isAny, depth, onChange, onKind }: ListProps) {
  const set = (index: number, node: FilterNode | null) =>
    onChange(node === null ? nodes.filter((_, i) => i !== index) : nodes.map((old, i) => (i === index ? node : old)));
  const first = fields[0];
  return (
    <div className="filter-list" data-depth={depth}>
      {onKind && (
        <Segmented
          aria-label="条件关系"
          size="small"
          value={isAny ? 'any' : 'all'}
          options={[
            { value: 'all', label: '全部满足' },
            { value: 'any', label: '任一满足' },
          ]}
          onChange={(kind) => onKind(kind === 'any')}
        />
      )}
      {nodes.map((node, index) => (
        // conditions have no names of their own; their place tells them apart
        // eslint-disable-next-line react/no-array-index-key
        <div className="filter-node" key={index}>
          {'col' in node ? (
            <div className="filter-condition">
              <Select
                size="small"
                aria-label="字段"
                value={node.col}
                status={fields.some((field) => field.id === node.col) ? undefined : 'error'}
                showSearch={{ optionFilterProp: 'label' }}
                options={fields.map((field) => ({ value: field.id, label: field.name }))}
                onChange={(col: string) => set(index, conditionOf(fields.find((field) => field.id === col)!))}
              />
              <ConditionForm
                condition={node}
                field={fields.find((field) => field.id === node.col)}
                choices={choices && ((search) => choices(node.col, search))}
                onChange={(condition) => set(index, condition)}
              />
            </div>
          ) : (
            <NodeList
              nodes={innerOf(node)}
              fields={fields}
              choices={choices}
              isAny={'any' in node}
              depth={depth + 1}
              onKind={(next) => set(index, next ? { any: innerOf(node) } : { all: innerOf(node) })}
              onChange={(inner) => set(index, inner.length === 0 ? null : 'any' in node ? { any: inner } : { all: inner })}
            />
          )}
          <Button type="text" size="small" icon={<DeleteOutlined />} aria-label="删除条件" onClick={() => set(index, null)} />
        </div>
      ))}
      <div className="filter-add">
        <Button size="small" icon={<PlusOutlined />} disabled={!first} onClick={() => onChange([...nodes, conditionOf(first!)])}>
          条件
        </Button>
        {depth < DEEPEST && (
          <Button
            size="small"
            icon={<PlusOutlined />}
            disabled={!first}
            onClick={() => onChange([...nodes, { any: [conditionOf(first!)] }])}
          >
            条件组
          </Button>
        )}
      </div>
    </div>
  );
}

/** Conditions on the rows of a chart, nested with 全部满足 and 任一满足. */
export function FilterEditor(props: FilterEditorProps) {
  return <NodeList {...props} isAny={false} depth={0} />;
}
