import { FilterOutlined } from '@ant-design/icons';
import { Badge, Button, Popover } from 'antd';
import { chartType } from '../../contract/chart-types.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import { SHELVES, withoutSlot, withSlot, type Shelf } from '../../core/chart/shelves.ts';
import { choicesOf } from './choices.ts';
import { FilterEditor } from './shelves/FilterEditor.tsx';
import { ShelfRow } from './shelves/ShelfRow.tsx';
import { SlotPill } from './shelves/SlotPill.tsx';
import { conditionText } from './shelves/labels.ts';
import { useBuild } from './store.ts';

interface Props {
  fields: readonly Field[];
  /** kind of field that is dragged now */
  dragged: Field | null;
}
const LABELS: Readonly<Record<Shelf, string>> = { rows: '维度', columns: '系列', measures: '指标' };

/** The shelves above the chart. */
export function Shelves({ fields, dragged }: Props) {
  const config = useBuild((state) => state.config);
  const change = useBuild((state) => state.change);
  const type = chartType(config.chartType);
  const fieldOf = (col: string) => fields.find((field) => field.id === col);
  const nameOf = (col: string) => fieldOf(col)?.name ?? col;
  const choices = (col: string, search: string) => choicesOf(config.dataSetId, col, search);
  return (
    <div className="shelves">
      {SHELVES.filter((shelf) => type[shelf].max > 0 || config[shelf].length > 0).map((shelf) => (
        <ShelfRow
          key={shelf}
          shelf={shelf}
          label={LABELS[shelf]}
          hint={(shelf === 'columns' ? type.hints.columns : type.hints[shelf]) ?? ''}
          rule={type[shelf]}
          ids={config[shelf].map((_, i) => `slot:${shelf}:${i}`)}
          isOpen={dragged !== null && config[shelf].length < Math.max(1, type[shelf].max)}
        >
          {config[shelf].map((slot, i) => (
            <SlotPill
              // a shelf may hold a field twice, with other aggregates: the place tells them apart
              // eslint-disable-next-line react/no-array-index-key
              key={`${slot.col}:${i}`}
              id={`slot:${shelf}:${i}`}
              slot={slot}
              field={fieldOf(slot.col)}
              shelf={shelf}
              isMixed={config.chartType === 'dual'}
              hasColor={shelf === 'measures'}
              values={async () => (await choices(slot.col, '')).map((one) => one.label)}
              onChange={(part, gesture) => change('修改字段', withSlot(config, shelf, i, part), gesture && `${shelf}:${i}:${gesture}`)}
              onRemove={() => change('移除字段', withoutSlot(config, shelf, i))}
            />
          ))}
        </ShelfRow>
      ))}
      <ShelfRow
        shelf="filters"
        label="筛选"
        hint={config.filters.length === 0 ? '拖入字段，只看符合条件的数据' : ''}
        rule={{ min: 0, max: 50 }}
        ids={[]}
        isOpen={dragged !== null}
        extra={
          <>
            {config.filters.map((node, i) => (
              // conditions have no names of their own
              // eslint-disable-next-line react/no-array-index-key
              <span className="filter-pill" key={i}>
                {'col' in node ? conditionText(node, nameOf(node.col)) : '条件组'}
              </span>
            ))}
            <Popover
              trigger="click"
              placement="bottomRight"
              arrow={false}
              destroyOnHidden
              content={
                <div className="filter-popover">
                  <FilterEditor
                    nodes={config.filters}
                    fields={fields}
                    choices={choices}
                    onChange={(filters) => change('修改筛选', { ...config, filters }, 'filters')}
                  />
                </div>
              }
            >
              <Badge count={config.filters.length} size="small" color="var(--c-accent)">
                <Button size="small" type="text" icon={<FilterOutlined />} disabled={fields.length === 0}>
                  修改
                </Button>
              </Badge>
            </Popover>
          </>
        }
      >
        {null}
      </ShelfRow>
    </div>
  );
}
