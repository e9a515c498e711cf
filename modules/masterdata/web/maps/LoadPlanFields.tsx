import { Input, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { describeCron } from '#kit/core/cron/describe.ts';
import { ColumnSelectByName } from './ColumnSelectByName.tsx';
import type { MapDraft } from './map-draft.ts';
import { MapField } from './MapField.tsx';

const PLANS = [
  { value: '', label: '仅手动' },
  { value: '0 0 * * * ?', label: '每小时' },
  { value: '0 30 2 * * ?', label: '每天 02:30' },
  { value: '0 30 2 ? * MON', label: '每周一 02:30' },
  { value: 'custom', label: '自定义' },
];
const FIRST_CUSTOM = '0 0 6 * * ?';

/** A plan in words; what it is where it cannot be read. */
export function planText(cron: string): string {
  try {
    return describeCron(cron);
  } catch {
    return cron;
  }
}

/** Which rows a load reads, and when it begins by itself. */
export function LoadPlanFields({ draft, put }: { draft: MapDraft; put: (part: Partial<MapDraft>) => void }) {
  const { tableId, watermarkColumn, overlap, cronExpression } = draft;
  const [isCustom, setCustom] = useState(() => cronExpression !== null && !PLANS.some(({ value }) => value === cronExpression));
  const choose = (value: string) => {
    setCustom(value === 'custom');
    if (value === 'custom') put({ cronExpression: cronExpression ?? FIRST_CUSTOM });
    else put({ cronExpression: value || null });
  };
  return (
    <section aria-label="接入方式">
      <h3 className="form-section">接入方式</h3>
      <div className="form-grid md-map-form">
        <MapField label="增量字段" note="不选则每次全量读取">
          {(id) => (
            <ColumnSelectByName
              id={id}
              tableId={tableId}
              value={watermarkColumn ?? undefined}
              onChange={(next) => put({ watermarkColumn: next })}
            />
          )}
        </MapField>
        {watermarkColumn !== null && (
          <MapField label="回看范围" note="时间字段为秒，数值字段为其单位">
            {(id) => (
              <InputNumber
                id={id}
                min={0}
                max={31_536_000}
                precision={0}
                value={overlap}
                onChange={(next) => put({ overlap: next ?? 0 })}
              />
            )}
          </MapField>
        )}
        <MapField label="接入计划">
          {(id) => <Select id={id} value={isCustom ? 'custom' : (cronExpression ?? '')} options={PLANS} onChange={choose} />}
        </MapField>
        {isCustom && (
          <MapField label="计划表达式" note={cronExpression ? planText(cronExpression) : '秒 分 时 日 月 周'}>
            {(id) => (
              <Input
                id={id}
                className="mono"
                maxLength={100}
                value={cronExpression ?? ''}
                onChange={(event) => put({ cronExpression: event.target.value || null })}
              />
            )}
          </MapField>
        )}
      </div>
      {watermarkColumn !== null && (
        <p className="muted">首次接入与修改映射后全量读取，之后从上次的最大值读起；没有改动该字段的变化要等全量接入才会发现。</p>
      )}
    </section>
  );
}
