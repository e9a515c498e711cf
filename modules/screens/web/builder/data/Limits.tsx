import { InputNumber, Select } from 'antd';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { Field } from '#modules/datasets/contract/field.ts';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';

interface Props {
  chart: ChartConfig;
  fieldOf: (col: string) => Field | undefined;
  /** changes the chart as one undoable step; changes with the same `gesture` merge into one */
  give: (label: string, chart: ChartConfig, gesture?: string) => void;
}

/** What a result can be ordered by: its dimensions `d0` … and its measures `m0` …, by their names in the chart. */
function orderKeys({ chart, fieldOf }: Pick<Props, 'chart' | 'fieldOf'>) {
  const nameOf = (slot: { alias?: string | null | undefined; col: string }) => slot.alias || (fieldOf(slot.col)?.name ?? slot.col);
  return {
    dimensions: [...chart.rows, ...chart.columns].map((slot, i) => ({ value: `d${i}`, label: nameOf(slot) })),
    measures: chart.measures.map((slot, i) => ({ value: `m${i}`, label: nameOf(slot) })),
  };
}

/** How many rows a query returns, in which order, the first n of them, and what stands for times without data. */
export function Limits(props: Props) {
  const { chart, give } = props;
  return (
    <>
      <SortRow {...props} />
      <TopRow {...props} />
      <PropRow id="chart-limit" label="最多行数">
        <InputNumber
          id="chart-limit"
          size="small"
          className="prop-number"
          min={1}
          max={100_000}
          value={chart.limit}
          onChange={(limit) => limit !== null && give('最多行数', { ...chart, limit }, 'limit')}
        />
      </PropRow>
      <PropRow id="chart-fill" label="缺失时间">
        <Select
          id="chart-fill"
          size="small"
          value={chart.fill}
          options={[
            { value: 'none', label: '不补' },
            { value: 'zero', label: '补 0' },
            { value: 'null', label: '留空' },
          ]}
          onChange={(fill) => give('缺失时间', { ...chart, fill })}
        />
      </PropRow>
    </>
  );
}

function SortRow({ chart, fieldOf, give }: Props) {
  const { dimensions, measures } = orderKeys({ chart, fieldOf });
  const sort = chart.sort[0];
  return (
    <PropRow label="排序">
      <div className="sed-pair">
        <Select
          size="small"
          allowClear
          aria-label="排序字段"
          placeholder="默认"
          value={sort?.by}
          options={[...dimensions, ...measures]}
          onChange={(by?: string) => give('排序', { ...chart, sort: by ? [{ by, dir: sort?.dir ?? 'desc' }] : [] })}
        />
        <Select
          size="small"
          aria-label="排序方向"
          disabled={!sort}
          value={sort?.dir ?? 'desc'}
          options={[
            { value: 'desc', label: '降序' },
            { value: 'asc', label: '升序' },
          ]}
          onChange={(dir) => sort && give('排序', { ...chart, sort: [{ ...sort, dir }] })}
        />
      </div>
    </PropRow>
  );
}

function TopRow({ chart, fieldOf, give }: Props) {
  const { measures } = orderKeys({ chart, fieldOf });
  return (
    <PropRow label="前 N 名">
      <div className="sed-pair">
        <InputNumber
          size="small"
          aria-label="前几名"
          placeholder="不限"
          min={1}
          max={1000}
          disabled={measures.length === 0 || chart.rows.length === 0}
          value={chart.topN?.n ?? null}
          onChange={(n) =>
            give(
              '前 N 名',
              { ...chart, topN: n === null ? null : { of: 'd0', others: true, bottom: false, by: measures[0]!.value, ...chart.topN, n } },
              'topN',
            )
          }
        />
        <Select
          size="small"
          aria-label="其余合并"
          disabled={!chart.topN}
          value={chart.topN?.others === false ? 'drop' : 'others'}
          options={[
            { value: 'others', label: '合并其余' },
            { value: 'drop', label: '舍去其余' },
          ]}
          onChange={(how) => chart.topN && give('前 N 名', { ...chart, topN: { ...chart.topN, others: how === 'others' } })}
        />
      </div>
    </PropRow>
  );
}
