import { Button, Dropdown, Flex, Select, Tag } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCan } from '#kit/web/can.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { buildPath, openWindow } from '#modules/library/web/parts.ts';
import type { AskReading, UnderstoodPart } from '../../contract/ask.ts';
import { ChartConfig } from '../../contract/chart.ts';
import { CHART_TYPES, chartType, type ChartTypeKey } from '../../contract/chart-types.ts';
import { withField, withoutFilter } from '../../core/ask/correct.ts';
import type { ChartQuery } from '#modules/datasets/contract/query.ts';
import { ChartView } from '../chart/ChartView.tsx';
import { api } from '../list/api.ts';
import { askApi } from './api.ts';

const COLORS: Readonly<Partial<Record<UnderstoodPart['kind'], string>>> = {
  measure: 'blue',
  dimension: 'cyan',
  filter: 'green',
  time: 'green',
  threshold: 'green',
};
const isRemovable = ({ kind }: UnderstoodPart): boolean => kind === 'filter' || kind === 'time';
const MAX_NAME = 64;

/** Types that the fields of a query have a place in. */
function typesFor({ rows, columns, measures }: ChartQuery) {
  const fits = (given: number, { min, max }: { min: number; max: number }) => given >= min && given <= max;
  return CHART_TYPES.filter(
    (type) => fits(rows.length, type.rows) && fits(columns.length, type.columns) && fits(measures.length, type.measures),
  );
}

interface PartsProps {
  reading: AskReading;
  parts: readonly UnderstoodPart[];
  onField: (part: UnderstoodPart, col: string) => void;
  onRemove: (part: UnderstoodPart) => void;
}
/** What was understood; a word that names several fields may mean another one, conditions can be taken off. */
function Parts({ reading, parts, onField, onRemove }: PartsProps) {
  const nameOf = (col: string) => reading.fields.find(({ id }) => id === col)?.name ?? col;
  return (
    <Flex gap={8} wrap align="center" aria-label="问题的理解" role="group">
      <span className="ask-label">理解为</span>
      {parts.map((part) => {
        const tag = (
          <Tag
            color={COLORS[part.kind]}
            closable={isRemovable(part)}
            onClose={(event) => {
              event.preventDefault();
              onRemove(part);
            }}
          >
            {part.says}
          </Tag>
        );
        const key = `${part.from} ${part.kind} ${part.says}`;
        if (part.others.length === 0) return <span key={key}>{tag}</span>;
        const items = part.others.map((col) => ({ key: col, label: `改为“${nameOf(col)}”` }));
        return (
          <Dropdown key={key} trigger={['click']} menu={{ items, onClick: ({ key: col }) => onField(part, col) }}>
            <button type="button" className="ask-part" title={`“${part.text}”也可能指别的字段，点击更换`}>
              {tag}
            </button>
          </Dropdown>
        );
      })}
    </Flex>
  );
}

/** Keeps the chart among those of the caller and opens its builder. */
function SaveChart({ question, config }: { question: string; config: ChartConfig }) {
  const [isBusy, setBusy] = useState(false);
  const can = useCan();
  const refresh = useRefresh();
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const body = { chartName: question.slice(0, MAX_NAME), folderId: null, chartConfig: JSON.stringify(config) };
      const { id } = await api.chart.create({ body });
      toast.success('已保存为图表');
      openWindow(buildPath('chart', id));
      await refresh(api.chart.page);
    } catch {
      // the request layer has said why
    } finally {
      setBusy(false);
    }
  };
  return (
    can(api.chart.create) && (
      <Button loading={isBusy} onClick={() => void save()}>
        保存为图表
      </Button>
    )
  );
}

/** The chart of a reading, with what was understood of the question. */
export function AskAnswer({ question, reading }: { question: string; reading: AskReading }) {
  const [parts, setParts] = useState(reading.parts);
  const [answer, setAnswer] = useState(reading.answer);
  const found = useCall(askApi.query.parser, { body: { ...answer?.query, dataSetId: reading.dataSetId } }, { enabled: answer !== null });
  if (!answer) return <Parts reading={reading} parts={parts} onField={() => undefined} onRemove={() => undefined} />;
  const config = ChartConfig.parse({ ...answer.query, chartType: answer.chartType });
  const change = (query: ChartQuery) => setAnswer({ ...answer, query });
  const exchange = (part: UnderstoodPart, col: string) => {
    change(withField(answer.query, part.col!, col));
    const name = reading.fields.find(({ id }) => id === col)?.name ?? col;
    const others = [part.col!, ...part.others.filter((other) => other !== col)];
    setParts(parts.map((one) => (one === part ? { ...one, col, others, says: one.kind === 'dimension' ? `按${name}` : name } : one)));
  };
  const remove = (part: UnderstoodPart) => {
    change(withoutFilter(answer.query, part.col!));
    setParts(parts.filter((one) => !(isRemovable(one) && one.col === part.col)));
  };
  return (
    <>
      <Parts reading={reading} parts={parts} onField={exchange} onRemove={remove} />
      <Flex gap={8} align="center">
        <span className="ask-label">图表类型</span>
        <Select<ChartTypeKey>
          aria-label="图表类型"
          style={{ width: 144 }}
          value={answer.chartType}
          options={[...new Set([chartType(answer.chartType), ...typesFor(answer.query)])].map(({ key, label }) => ({ value: key, label }))}
          onChange={(type) => setAnswer({ ...answer, chartType: type })}
        />
        <span className="grow" />
        <SaveChart question={question} config={config} />
      </Flex>
      <div className="ask-chart" aria-label={`“${question}”的图表`} role="group">
        {found.error ? (
          <StateView kind="error" error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <ChartView config={config} data={found.data ?? null} surface="page" />
        )}
      </div>
    </>
  );
}
