import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Segmented, Select } from 'antd';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { MAX_JOINS, type TableJoin } from '../../contract/api.ts';
import { api } from '../api.ts';
import { type Change, type Draft, type Problems, withJoins } from './draft.ts';
import { Problem } from './parts.tsx';
import { TablePick, useOriginColumns, useTableColumns, type PickedTable } from './pickers.tsx';

type Proposal = CallReply<typeof api.dataApi.joins>[number];
const ALIASES = ['t2', 't3'] as const;
const BASIS: Record<Proposal['basis'], string> = { foreignKey: '外键', lineage: '血缘', name: '同名' };

interface Props {
  draft: Draft;
  problems: Problems;
  change: Change;
}
/** 关联: further tables beside the first one; what the platform knows about them is proposed. */
export function Joins({ draft, problems, change }: Props) {
  const { joins, sourceId, tableId } = draft.executeConfig;
  const isFull = joins.length >= MAX_JOINS;
  const put = (next: readonly TableJoin[]) => change(withJoins(draft, next));
  const add = (table: PickedTable, on: TableJoin['on']) => {
    const alias = ALIASES.find((one) => !joins.some((join) => join.alias === one));
    if (alias) put([...joins, { alias, tableId: table.id, tableName: table.tableName, joinType: 'left', on }]);
  };
  return (
    <section className="market-joins" aria-label="关联">
      {joins.map((join, i) => (
        <JoinRow
          key={join.alias}
          draft={draft}
          at={i}
          problem={[...problems].find(([path]) => path.startsWith(`executeConfig.joins.${i}.`))?.[1]}
          onChange={(next) => put(joins.map((one, place) => (place === i ? next : one)))}
          onRemove={() => put(joins.slice(0, i))}
        />
      ))}
      {!isFull && (
        <div className="market-inline">
          <Proposals sourceId={sourceId} tableIds={[tableId ?? '', ...joins.map((join) => join.tableId)]} onPick={add} />
          <div className="market-join-add">
            <TablePick
              id="api-join"
              placeholder="关联其他表"
              isWrong={false}
              sourceId={sourceId}
              value={null}
              onChange={(table) => add(table, [{ left: '', right: '' }])}
            />
          </div>
        </div>
      )}
    </section>
  );
}

const MAX = 3;
function Proposals({
  sourceId,
  tableIds,
  onPick,
}: {
  sourceId: string;
  tableIds: readonly string[];
  onPick: (table: PickedTable, on: TableJoin['on']) => void;
}) {
  const { data } = useCall(api.dataApi.joins, { query: { sourceId, tableIds: tableIds.join(',') } }, { keepPrevious: true });
  return (
    <>
      {(data ?? []).slice(0, MAX).map((one) => (
        <Button
          key={`${one.tableId} ${JSON.stringify(one.on)}`}
          size="small"
          icon={<PlusOutlined />}
          title={one.on.map(({ left, right }) => `${left} = ${one.tableName}.${right}`).join(' 且 ')}
          onClick={() => onPick({ id: one.tableId, tableName: one.tableName }, one.on)}
        >
          {one.tableComment ?? one.tableName} <Tag tone="line">{BASIS[one.basis]}</Tag>
        </Button>
      ))}
    </>
  );
}

interface RowProps {
  draft: Draft;
  at: number;
  problem: string | undefined;
  onChange: (join: TableJoin) => void;
  onRemove: () => void;
}
function JoinRow({ draft, at, problem, onChange, onRemove }: RowProps) {
  const config = draft.executeConfig;
  const join = config.joins[at]!;
  const before = useOriginColumns({ ...config, joins: config.joins.slice(0, at) });
  const own = useTableColumns(join.tableId);
  const options = (columns: readonly { columnName: string; columnComment?: string | null | undefined }[] | undefined) =>
    columns?.map(({ columnName, columnComment }) => ({
      value: columnName,
      label: columnComment ? `${columnComment} ${columnName}` : columnName,
    }));
  const set = (place: number, some: Partial<TableJoin['on'][number]>) =>
    onChange({ ...join, on: join.on.map((pair, i) => (i === place ? { ...pair, ...some } : pair)) });
  return (
    <div className="market-join">
      <div className="market-inline">
        <Tag tone="line">{join.alias}</Tag>
        <b className="mono">{join.tableName}</b>
        <Segmented<TableJoin['joinType']>
          size="small"
          aria-label={`${join.alias} 关联方式`}
          value={join.joinType}
          onChange={(joinType) => onChange({ ...join, joinType })}
          options={[
            { value: 'left', label: '左关联' },
            { value: 'inner', label: '内关联' },
          ]}
        />
        <span className="grow" />
        {at === config.joins.length - 1 && <RemoveButton join={join} onRemove={onRemove} />}
      </div>
      {join.on.map((pair, i) => (
        // pairs have no key of their own
        <div key={i} className="market-inline market-join-on">
          <Select
            showSearch
            aria-label={`${join.alias} 左侧字段 ${i + 1}`}
            placeholder="字段"
            status={problem && pair.left === '' ? 'error' : undefined}
            options={options(before.columns)}
            value={pair.left || null}
            onChange={(left: string) => set(i, { left })}
          />
          <span>=</span>
          <Select
            showSearch
            aria-label={`${join.alias} 右侧字段 ${i + 1}`}
            placeholder={`${join.tableName ?? join.alias} 的字段`}
            status={problem && pair.right === '' ? 'error' : undefined}
            options={options(own.columns.data)}
            value={pair.right || null}
            onChange={(right: string) => set(i, { right })}
          />
        </div>
      ))}
      <Problem text={problem} />
    </div>
  );
}

const RemoveButton = ({ join, onRemove }: { join: TableJoin; onRemove: () => void }) => (
  <button type="button" className="icon-button" aria-label={`删除关联 ${join.tableName ?? join.alias}`} onClick={onRemove}>
    <DeleteOutlined />
  </button>
);
