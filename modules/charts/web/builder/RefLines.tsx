import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, ColorPicker, Input, InputNumber, Select } from 'antd';
import { unusedKey, optionsOf, type ResultKeyName } from './marks.ts';
import { useBuild } from './store.ts';

const LINES = { constant: '固定值', average: '平均值', max: '最大值', min: '最小值', median: '中位数', band: '区间' } as const;

/** Lines and bands across the chart. */
export function RefLines({ measures }: { measures: readonly ResultKeyName[] }) {
  const config = useBuild((state) => state.config);
  const change = useBuild((state) => state.change);
  const set = (label: string, refs: typeof config.refs, gesture?: string) => change(label, { ...config, refs }, gesture);
  const line = (id: string, part: object) =>
    set(
      '修改参考线',
      config.refs.map((one) => (one.id === id ? { ...one, ...part } : one)),
      `ref:${id}`,
    );
  return (
    <section>
      <h4>
        参考线
        <Button
          size="small"
          type="text"
          icon={<PlusOutlined />}
          aria-label="添加参考线"
          onClick={() =>
            set('添加参考线', [
              ...config.refs,
              { id: unusedKey(config.refs), kind: 'average', measure: measures[0]?.value ?? null, dashed: true },
            ])
          }
        />
      </h4>
      {config.refs.map((ref) => (
        <div className="analyse-card" key={ref.id}>
          <Select
            size="small"
            aria-label="参考线类型"
            value={ref.kind}
            options={optionsOf(LINES)}
            onChange={(kind) => line(ref.id, { kind })}
          />
          {ref.kind === 'constant' || ref.kind === 'band' ? (
            <InputNumber size="small" aria-label="数值" value={ref.value ?? null} onChange={(value) => line(ref.id, { value })} />
          ) : (
            <Select
              size="small"
              aria-label="指标"
              value={ref.measure ?? undefined}
              options={[...measures]}
              onChange={(measure) => line(ref.id, { measure })}
            />
          )}
          {ref.kind === 'band' && (
            <InputNumber size="small" aria-label="到" value={ref.to ?? null} onChange={(to) => line(ref.id, { to })} />
          )}
          <Input
            size="small"
            aria-label="名称"
            maxLength={40}
            placeholder="名称"
            value={ref.label ?? ''}
            onChange={(event) => line(ref.id, { label: event.target.value })}
          />
          <ColorPicker
            size="small"
            disabledAlpha
            value={ref.color ?? null}
            onChangeComplete={(color) => line(ref.id, { color: color.toHexString() })}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label="删除参考线"
            onClick={() =>
              set(
                '删除参考线',
                config.refs.filter((one) => one.id !== ref.id),
              )
            }
          />
        </div>
      ))}
    </section>
  );
}
