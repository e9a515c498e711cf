import { Suspense } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FigureStrip, type Figure } from '#kit/web/parts/FigureStrip.tsx';
import { Meter } from '#kit/web/parts/Meter.tsx';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { SlotPartView, useSlot } from '#kit/web/slots/Slot.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { tablePath } from '#modules/catalogue/web/index.ts';
import { kindLabel, TableLineage } from '#modules/lineage/web/parts.ts';
import { STALE_DAYS, type ModelFacts } from '../../contract/facts.ts';
import type { Model } from '../../contract/model.ts';
import { api } from '../api.ts';
import { dataPath, duplicatesPath, modelPath } from '../paths.ts';

const share = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100);

/** 质量与血缘: what the records of a model are worth, where they come from, what is made of them. */
export function FactsTab({ model }: { model: Model }) {
  const { data, error, refetch } = useCall(api.facts.model, { params: { id: model.id } }, { staleTime: 0 });
  if (model.modelPhysicalTable === null)
    return <StateView kind="empty" what="还没有数据" why="建模并录入或接入数据后，这里显示完整度、质量评分、来源与使用情况。" />;
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" rows={8} />;
  return (
    <div className="md-tab">
      <Figures facts={data} model={model} />
      <div className="md-facts-columns">
        <Completeness facts={data} />
        <Consumers facts={data} />
      </div>
      {data.tableId !== null && <OfTable tableId={data.tableId} />}
      {data.tableId === null && (
        <StateView kind="empty" inline what="看不到血缘与质量规则" why="没有该模型物理表的元数据查看权限，或平台数据源没有登记" />
      )}
    </div>
  );
}

function Figures({ facts, model }: { facts: ModelFacts; model: Model }) {
  const can = useCan();
  const { records, duplicates, sources, tableId } = facts;
  const figures: Figure[] = [
    {
      label: '记录',
      value: records ? count(records.active) : null,
      note: records ? `启用，另有 ${count(records.retired)} 条禁用` : '没有查看数据的权限',
      ...(records && { to: dataPath(model.id) }),
    },
    {
      label: '有来源的记录',
      value: records ? count(records.linked) : null,
      note: records ? `${count(records.shared)} 条来自多个来源` : '没有查看数据的权限',
    },
    {
      label: '久未更新',
      value: records ? count(records.stale) : null,
      note: `${STALE_DAYS} 天内没有变化`,
      ...(records && records.stale > 0 && { tone: 'warn' as const }),
    },
    {
      label: '待处理的重复',
      value: duplicates ? count(duplicates.auto + duplicates.review) : null,
      note: duplicates ? <GroupsNote groups={duplicates} /> : '没有查看重复的权限',
      ...(duplicates && { to: duplicatesPath(model.id) }),
      ...(duplicates && duplicates.auto + duplicates.review > 0 && { tone: 'warn' as const }),
    },
    ...(can(api.map.list)
      ? [
          {
            label: '接入来源',
            value: count(sources.all),
            note: <SourcesNote sources={sources} />,
            to: modelPath(model.id, 'maps'),
            ...(sources.failed > 0 && { tone: 'bad' as const }),
          },
        ]
      : []),
    {
      label: '质量评分',
      value: facts.qualityScore === null ? null : facts.qualityScore.toFixed(1),
      note: facts.qualityScore === null ? '还没有核查结果' : <Score value={facts.qualityScore} />,
      ...(tableId !== null && { to: tablePath(tableId, 'quality') }),
    },
  ];
  return <FigureStrip label="主数据概况" figures={figures} />;
}

const GroupsNote = ({ groups }: { groups: NonNullable<ModelFacts['duplicates']> }) =>
  groups.matchTime === null ? (
    '还没有查重'
  ) : (
    <>
      查重于 <DateText value={groups.matchTime} />
    </>
  );

function SourcesNote({ sources }: { sources: ModelFacts['sources'] }) {
  if (sources.failed > 0) return `${count(sources.failed)} 个接入失败`;
  if (sources.loadTime === null) return '还没有接入过';
  return (
    <>
      最近接入 <DateText value={sources.loadTime} />
    </>
  );
}

/** How many of the records have a value, by column; required columns first, then those with the most gaps. */
function Completeness({ facts: { columns, records } }: { facts: ModelFacts }) {
  const total = records?.total ?? 0;
  const rows = columns.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired) || (a.filled ?? total) - (b.filled ?? total));
  const known = columns.flatMap(({ filled }) => filled ?? []);
  const all =
    known.length === 0
      ? null
      : share(
          known.reduce((sum, filled) => sum + filled, 0),
          total * known.length,
        );
  return (
    <Panel title="完整度" note={all === null ? undefined : `平均 ${all.toFixed(1)}%`}>
      {total === 0 ? (
        <div className="panel-body">
          <StateView kind="empty" inline what="还没有记录" />
        </div>
      ) : (
        <div className="md-facts-list">
          {rows.map(({ columnName, label, isRequired, filled }) => (
            <PanelRow key={columnName}>
              <span className="cut md-home-name" title={columnName}>
                {label}
                {isRequired && <span className="form-mark">*</span>}
              </span>
              <span className="grow">
                <Meter label={`${label}的完整度`} value={filled === null ? null : share(filled, total)} />
              </span>
              <span className="num muted md-facts-missing">{filled === null ? <Missing /> : `缺 ${count(total - filled)}`}</span>
            </PanelRow>
          ))}
        </div>
      )}
    </Panel>
  );
}

/** Data sets, APIs and others that are made of the records. */
function Consumers({ facts: { consumers, hiddenConsumers } }: { facts: ModelFacts }) {
  const none = (consumers ?? []).length === 0 && hiddenConsumers === 0;
  return (
    <Panel title="使用情况" note={hiddenConsumers > 0 ? `另有 ${count(hiddenConsumers)} 个无权查看` : undefined}>
      {none && (
        <div className="panel-body">
          <StateView kind="empty" inline what={consumers === null ? '没有元数据查看权限' : '还没有数据集、接口或看板使用它'} />
        </div>
      )}
      <div className="md-facts-list">
        {(consumers ?? []).map(({ kind, name, path }) => (
          <PanelRow key={`${kind} ${name} ${path ?? ''}`}>
            <span className="muted md-facts-kind">{kindLabel(kind)}</span>
            {path === null ? (
              <span className="cut grow">{name}</span>
            ) : (
              <Link className="cut grow" to={path}>
                {name}
              </Link>
            )}
          </PanelRow>
        ))}
      </div>
    </Panel>
  );
}

/** Where the rows of the table come from and go, and its quality rules, as the page of the table shows them. */
function OfTable({ tableId }: { tableId: string }) {
  const quality = useSlot('metadata.table.tabs').find(({ key }) => key === 'quality');
  return (
    <>
      <Panel title="血缘" link={{ text: '表的元数据', to: tablePath(tableId) }} padded>
        <Suspense fallback={<StateView kind="loading" rows={4} />}>
          <TableLineage tableId={tableId} />
        </Suspense>
      </Panel>
      {quality && (
        <Panel title="质量规则" link={{ text: '质量', to: tablePath(tableId, 'quality') }} padded>
          <SlotPartView
            part={quality}
            of={{ tableId }}
            waiting={<StateView kind="loading" shape="rows" rows={4} />}
            failed={(error) => <StateView kind="error" inline error={error} what="质量规则没有显示出来" />}
          />
        </Panel>
      )}
    </>
  );
}
