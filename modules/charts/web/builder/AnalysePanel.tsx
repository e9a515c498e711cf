import { InputNumber, Segmented, Select, Switch } from 'antd';
import type { ChartConfig } from '../../contract/chart.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import { CacheField, useInherited } from '#modules/datasets/web/parts.ts';
import { CondRules } from './CondRules.tsx';
import type { ResultKeyName } from './marks.ts';
import { RefLines } from './RefLines.tsx';
import { useBuild } from './store.ts';

interface Props {
  fields: readonly Field[];
}
const FILLS = [
  { value: 'none', label: '不补' },
  { value: 'zero', label: '补 0' },
  { value: 'null', label: '留空' },
];
/** Result keys with what people call them. */
function keysOf(config: ChartConfig, fields: readonly Field[]): ResultKeyName[] {
  const named = (col: string, alias: string | null | undefined) => alias || fields.find((field) => field.id === col)?.name || col;
  return [
    ...[...config.rows, ...config.columns].map((slot, i) => ({ value: `d${i}`, label: named(slot.col, slot.alias), isMeasure: false })),
    ...config.measures.map((slot, i) => ({ value: `m${i}`, label: named(slot.col, slot.alias), isMeasure: true })),
  ];
}

/** Changes a part of the chart, with what people call the change. */
type SetPart = (label: string, part: Partial<ChartConfig>, gesture?: string) => void;
interface PartProps {
  config: ChartConfig;
  set: SetPart;
}

/** What is done with the answer: top N, gaps, drill, lines, marks, amount. */
export function AnalysePanel({ fields }: Props) {
  const config = useBuild((state) => state.config);
  const change = useBuild((state) => state.change);
  const set: SetPart = (label, part, gesture) => change(label, { ...config, ...part }, gesture);
  const keys = keysOf(config, fields);
  const inherited = useInherited({ dataSetId: config.dataSetId });
  const hasAxes = ['bar', 'line', 'dual', 'scatter', 'boxplot', 'waterfall'].includes(config.chartType);
  return (
    <div className="analyse">
      <TopN config={config} set={set} keys={keys} />
      <QueryPart config={config} set={set} />
      <section>
        <h4>下钻路径</h4>
        <Select
          mode="multiple"
          size="small"
          aria-label="下钻路径"
          style={{ width: '100%' }}
          placeholder="点击图形后逐级展开的字段"
          maxCount={8}
          value={config.drill}
          showSearch={{ optionFilterProp: 'label' }}
          options={fields.filter((field) => field.role === 'dimension').map((field) => ({ value: field.id, label: field.name }))}
          onChange={(drill) => set('下钻路径', { drill })}
        />
      </section>
      {hasAxes && <RefLines measures={keys.filter((key) => key.isMeasure)} />}
      <CondRules keys={keys} />
      <section>
        <h4>数据缓存</h4>
        <CacheField
          size="small"
          value={config.cache}
          inherited={inherited}
          onChange={(cache, gesture) => set('数据缓存', { cache: cache.mode === 'inherit' ? null : cache }, gesture)}
        />
      </section>
    </div>
  );
}

/** 只看前几名: how many, of which dimension, by which measure. */
function TopN({ config, set, keys }: PartProps & { keys: readonly ResultKeyName[] }) {
  const measures = keys.filter((key) => key.isMeasure);
  const dimensions = keys.filter((key) => !key.isMeasure);
  const { topN } = config;
  return (
    <section>
      <h4>
        只看前几名
        <Switch
          size="small"
          aria-label="只看前几名"
          checked={topN != null}
          disabled={measures.length === 0 || dimensions.length === 0}
          onChange={(isOn) =>
            set('前几名', {
              topN: isOn ? { n: 10, by: measures[0]!.value, of: dimensions[0]!.value, others: true, bottom: false } : null,
            })
          }
        />
      </h4>
      {topN && <Rank topN={topN} set={set} measures={measures} dimensions={dimensions} />}
    </section>
  );
}

/** 查询: how many rows, what stands for days that are missing. */
function QueryPart({ config, set }: PartProps) {
  return (
    <section>
      <h4>查询</h4>
      <div className="slot-grid">
        <label htmlFor="analyse-limit">最多行数</label>
        <InputNumber
          id="analyse-limit"
          size="small"
          min={1}
          max={100_000}
          precision={0}
          value={config.limit}
          onChange={(limit) => set('最多行数', { limit: limit ?? 1000 }, 'limit')}
        />
        <span>缺少的日期</span>
        <Segmented
          aria-label="缺少的日期"
          size="small"
          value={config.fill}
          options={FILLS}
          onChange={(fill) => set('缺少的日期', { fill: fill as ChartConfig['fill'] })}
        />
        {config.chartType === 'table' && (
          <>
            <span>明细行</span>
            <Switch size="small" aria-label="明细行" checked={config.isDetail} onChange={(isDetail) => set('明细行', { isDetail })} />
          </>
        )}
        {config.chartType === 'pivot' && (
          <>
            <span>小计与总计</span>
            <Switch size="small" aria-label="小计与总计" checked={config.totals} onChange={(totals) => set('小计与总计', { totals })} />
          </>
        )}
      </div>
    </section>
  );
}

interface RankProps {
  topN: NonNullable<ChartConfig['topN']>;
  set: SetPart;
  measures: readonly ResultKeyName[];
  dimensions: readonly ResultKeyName[];
}
function Rank({ topN, set, measures, dimensions }: RankProps) {
  return (
    <div className="slot-grid">
      <span>取</span>
      <span className="analyse-line">
        <Segmented
          aria-label="最大或最小"
          size="small"
          value={topN.bottom ? 'bottom' : 'top'}
          options={[
            { value: 'top', label: '最大' },
            { value: 'bottom', label: '最小' },
          ]}
          onChange={(end) => set('前几名', { topN: { ...topN, bottom: end === 'bottom' } })}
        />
        <InputNumber
          size="small"
          aria-label="名次"
          min={1}
          max={1000}
          precision={0}
          style={{ width: 68 }}
          value={topN.n}
          onChange={(n) => set('前几名', { topN: { ...topN, n: n ?? 1 } }, 'topN')}
        />
      </span>
      <span>按</span>
      <Select
        size="small"
        aria-label="排名指标"
        value={topN.by}
        options={[...measures]}
        onChange={(by) => set('前几名', { topN: { ...topN, by } })}
      />
      <span>的</span>
      <Select
        size="small"
        aria-label="排名维度"
        value={topN.of}
        options={[...dimensions]}
        onChange={(of) => set('前几名', { topN: { ...topN, of } })}
      />
      <span>其余合并为其他</span>
      <Switch
        size="small"
        aria-label="其余合并为其他"
        checked={topN.others}
        onChange={(others) => set('前几名', { topN: { ...topN, others } })}
      />
    </div>
  );
}
