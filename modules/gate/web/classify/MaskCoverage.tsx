import { Alert } from 'antd';
import { MASK_ALGORITHMS } from '#kit/core/mask/algorithms.ts';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { FigureStrip } from '#kit/web/parts/FigureStrip.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { GAP_LABELS } from '../../contract/mask-rule.ts';
import { api } from '../api.ts';
import { LEVELS, LevelTag } from './level-tag.tsx';

const gapApi = { page: api.maskCoverage.page };
type Row = RowOf<typeof gapApi>;

const options: EntityPageOptions<Row> = {
  label: '敏感字段',
  nameField: 'columnName',
  details: false,
  search: [
    { field: 'columnName', label: '表或字段' },
    { field: 'level', label: '级别', options: LEVELS.filter(({ value }) => value === 'L3' || value === 'L4') },
  ],
  columns: [
    {
      field: 'columnName',
      title: '字段',
      width: 260,
      sort: true,
      render: (row) => (
        <span className="hit-column" title={`${row.sourceName} ${row.tableName}.${row.columnName}`}>
          <span className="mono">{row.columnName}</span>
          {row.columnComment && <small>{row.columnComment}</small>}
        </span>
      ),
    },
    {
      field: 'tableName',
      title: '数据表',
      width: 260,
      sort: true,
      render: (row) => <NameLink name={row.tableName} mono to={`/metadata/datacolumn?table=${encodeURIComponent(row.tableId)}`} />,
    },
    { field: 'sourceName', title: '数据源', width: 160 },
    { field: 'level', title: '级别', width: 100, sort: true, render: (row) => <LevelTag level={row.level} /> },
    { field: 'className', title: '分类', width: 130, render: (row) => row.className ?? <Missing /> },
    { field: 'reason', title: '原因', render: (row) => <Tag tone="warn">{GAP_LABELS[row.reason]}</Tag> },
  ],
};

/** Sensitive columns without a mask rule of their own, with how many there are. */
export function MaskCoverage() {
  const { data, error, refetch } = useCall(api.maskCoverage.summary);
  if (error) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" />;
  return (
    <>
      <Figures summary={data} />
      {data.gaps > 0 && <Gaps />}
      {data.gaps === 0 && (
        <div className="panel">
          <StateView
            kind="empty"
            what={data.sensitive === 0 ? '还没有敏感字段' : '敏感字段都有脱敏规则'}
            why={
              data.sensitive === 0
                ? '在分类分级中把字段定为 L3 或 L4，这里就会检查它有没有脱敏规则。'
                : '新的敏感字段没有规则时，会列在这里。'
            }
          />
        </div>
      )}
    </>
  );
}

function Gaps() {
  const list = useEntityPage(gapApi, options);
  return (
    <div className="panel list-page">
      <EntityTable<Row> list={list} />
    </div>
  );
}

function Figures({ summary: data }: { summary: CallReply<typeof api.maskCoverage.summary> }) {
  const failed = data.failures.reduce((sum, { count }) => sum + count, 0);
  const gapsOf = data.byLevel.map(({ level, gaps }) => `${level} ${gaps}`).join('，');
  return (
    <>
      <FigureStrip
        label="脱敏覆盖"
        figures={[
          { label: '敏感字段（L3、L4）', value: data.sensitive, unit: '个' },
          { label: '有脱敏规则', value: data.ruled, unit: '个' },
          { label: '整体隐藏', value: data.whole, unit: '个', note: '由敏感字段计算而来' },
          {
            label: '没有脱敏规则',
            value: data.gaps,
            unit: '个',
            note: data.gaps === 0 ? '全部覆盖' : `${gapsOf}；目前仅保留首尾`,
            ...(data.gaps > 0 && { tone: 'warn' as const }),
          },
          {
            label: '无法脱敏的取值',
            value: failed,
            unit: '个',
            note: '已隐藏，自本节点启动',
            ...(failed > 0 && { tone: 'warn' as const }),
          },
        ]}
      />
      {failed > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`有取值不符合规则的格式，已显示为 ******：${data.failures.map(({ algorithm, count }) => `${MASK_ALGORITHMS[algorithm]} ${count}个`).join('，')}。请检查使用这些算法的分类是否选对规则。`}
        />
      )}
    </>
  );
}
