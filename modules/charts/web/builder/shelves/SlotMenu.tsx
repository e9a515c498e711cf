import { ColorPicker, Input, Segmented, Select } from 'antd';
import type { Field } from '#modules/datasets/contract/field.ts';
import type { Slot } from '#modules/datasets/contract/query.ts';
import { AGGREGATES, aggregatesFor, roleOf, type Shelf } from '../../../core/chart/shelves.ts';
import { FormatForm } from './FormatForm.tsx';
import { OrderList } from './OrderList.tsx';
import { DRAW_AS, GRAINS, MODIFIERS, SORTS } from './labels.ts';
import './shelves.css';

export interface SlotMenuProps {
  slot: Slot;
  field: Field | undefined;
  shelf: Shelf;
  /** the chart mixes bars and lines over two axes */
  isMixed?: boolean;
  /** a measure gets a colour of its own */
  hasColor?: boolean;
  /** values of the field for an order of one's own */
  values?: () => Promise<readonly string[]>;
  onChange: (change: Partial<Slot>, gesture?: string) => void;
}
const optionsOf = <T extends string>(words: Readonly<Record<T, string>>, keys: readonly T[] = Object.keys(words) as T[]) =>
  keys.map((key) => ({ value: key, label: words[key] }));

/** Everything about one field on a shelf. */
export function SlotMenu({ slot, field, shelf, isMixed, hasColor, values, onChange }: SlotMenuProps) {
  const isMeasure = roleOf(shelf) === 'measure';
  const isTime = field?.type === 'date' || field?.type === 'datetime';
  // a calculated field that aggregates by itself cannot be aggregated again
  const isWhole = field?.agg === 'none' && field.expr != null;
  return (
    <div className="slot-menu">
      <div className="slot-grid">
        <label htmlFor="slot-alias">显示名称</label>
        <Input
          id="slot-alias"
          size="small"
          maxLength={64}
          placeholder={field?.name ?? slot.col}
          value={slot.alias ?? ''}
          onChange={(event) => onChange({ alias: event.target.value || null }, 'alias')}
        />
        {isMeasure && !isWhole && (
          <>
            <label htmlFor="slot-agg">聚合</label>
            <Select
              id="slot-agg"
              size="small"
              value={slot.aggregateType ?? 'sum'}
              options={optionsOf(AGGREGATES, aggregatesFor(field?.type ?? 'number'))}
              onChange={(aggregateType) => onChange({ aggregateType })}
            />
          </>
        )}
        {isMeasure && (
          <>
            <label htmlFor="slot-modifier">快速计算</label>
            <Select
              id="slot-modifier"
              size="small"
              value={slot.modifier ?? 'none'}
              options={optionsOf(MODIFIERS)}
              onChange={(modifier) => onChange({ modifier: modifier === 'none' ? null : modifier })}
            />
          </>
        )}
        {!isMeasure && isTime && (
          <>
            <label htmlFor="slot-grain">时间粒度</label>
            <Select
              id="slot-grain"
              size="small"
              allowClear
              placeholder="原值"
              value={slot.grain ?? undefined}
              options={optionsOf(GRAINS, field?.type === 'date' ? ['year', 'quarter', 'month', 'week', 'day'] : undefined)}
              onChange={(grain?: Slot['grain']) => onChange({ grain: grain ?? null })}
            />
          </>
        )}
        <label htmlFor="slot-sort">排序</label>
        <Select
          id="slot-sort"
          size="small"
          value={slot.sort ?? 'none'}
          options={optionsOf(SORTS, isMeasure ? ['none', 'asc', 'desc'] : undefined)}
          onChange={(sort) => onChange({ sort: sort === 'none' ? null : sort, ...(sort !== 'custom' && { order: null }) })}
        />
        {isMeasure && isMixed && (
          <>
            <span>图形</span>
            <Segmented
              aria-label="画成"
              size="small"
              value={slot.drawAs ?? 'bar'}
              options={optionsOf(DRAW_AS)}
              onChange={(drawAs) => onChange({ drawAs })}
            />
            <span>坐标轴</span>
            <Segmented
              aria-label="坐标轴"
              size="small"
              value={(slot.axis ?? 'left') as 'left' | 'right'}
              options={[
                { value: 'left', label: '左轴' },
                { value: 'right', label: '右轴' },
              ]}
              onChange={(axis: 'left' | 'right') => onChange({ axis })}
            />
          </>
        )}
        {isMeasure && hasColor && (
          <>
            <span>颜色</span>
            <ColorPicker
              size="small"
              allowClear
              disabledAlpha
              value={slot.color ?? null}
              onClear={() => onChange({ color: null })}
              onChangeComplete={(color) => onChange({ color: color.toHexString() })}
            />
          </>
        )}
      </div>
      {!isMeasure && slot.sort === 'custom' && (
        <OrderList order={slot.order ?? []} values={values} onChange={(order) => onChange({ order }, 'order')} />
      )}
      {(isMeasure || isTime) && (
        <FormatForm
          value={slot.format ?? field?.format}
          isTime={!isMeasure && isTime}
          onChange={(format) => onChange({ format }, 'format')}
        />
      )}
      {field?.remark && <p className="slot-remark">{field.remark}</p>}
    </div>
  );
}
