import { CloseOutlined, LinkOutlined, PlusOutlined, WarningFilled } from '@ant-design/icons';
import { Button, Modal, Radio, Select, Tooltip } from 'antd';
import { useMemo, useState, type DragEvent } from 'react';
import type { SetOrigin } from '../../contract/data-set-model.ts';
import { addTable, changeJoin, lostPairs, removeTable } from './join-edit.ts';
import { DRAGGED_TABLE, type Catalogue } from './SourcePanel.tsx';
import type { DraftState, JoinModel } from './use-draft.ts';
import './join.css';

const W = 216;
const H = 72;
const GAP_X = 132;
const GAP_Y = 28;
const PAD = 24;
const KIND_TEXT = { inner: '内关联', left: '左关联', full: '全关联' } as const;

interface Props {
  origin: Extract<SetOrigin, { kind: 'table' | 'join' }>;
  catalogue: Catalogue | undefined;
  state: DraftState;
}

/** A single table is a join of one. */
const modelOf = (origin: Props['origin']): JoinModel =>
  origin.kind === 'join'
    ? origin.model
    : {
        tables: origin.table.table ? [{ ...origin.table, alias: 't1' }] : [],
        joins: [],
        columns: [] as never,
      };

/** Tables as cards from the first one to the right, joined by lines that open their conditions. */
export function JoinCanvas({ origin, catalogue, state }: Props) {
  const [opened, setOpened] = useState<number | null>(null);
  // '' = the canvas itself, else the table that is under the pointer
  const [over, setOver] = useState<string | null>(null);
  const model = modelOf(origin);
  const places = useMemo(() => placed(modelOf(origin)), [origin]);
  const commentOf = (table: { schema: string; table: string }) =>
    catalogue?.tables.find((one) => one.schemaName === table.schema && one.tableName === table.table);
  const dropOn = (alias: string) =>
    origin.kind === 'join' && {
      'data-over': over === alias || undefined,
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(DRAGGED_TABLE)) return;
        event.preventDefault();
        event.stopPropagation();
        setOver(alias);
      },
      onDragLeave: () => setOver(null),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        event.stopPropagation();
        setOver(null);
        const table = catalogue?.tables.find(({ id }) => id === event.dataTransfer.getData(DRAGGED_TABLE));
        if (table) state.setModel((now) => addTable(now, table, catalogue, alias || undefined));
      },
    };
  if (model.tables.length === 0)
    return (
      <div className="join-canvas join-empty" {...dropOn('')}>
        <PlusOutlined />
        <span>{origin.kind === 'join' ? '从左侧点选或拖入要关联的表，第一张为主表' : '从左侧点选一张数据表'}</span>
      </div>
    );
  const width = Math.max(...[...places.values()].map((place) => place.x)) + W + PAD;
  const height = Math.max(...[...places.values()].map((place) => place.y)) + H + PAD;
  return (
    <div className="join-canvas" {...dropOn('')}>
      <div className="join-stage" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden>
          {model.joins.map((join, i) => {
            const [a, b] = ends(places, join);
            if (!a || !b) return null;
            const [x1, y1, x2, y2] = [a.x + W, a.y + H / 2, b.x, b.y + H / 2];
            return <path key={i} d={`M${x1} ${y1} C${x1 + GAP_X / 2} ${y1} ${x2 - GAP_X / 2} ${y2} ${x2} ${y2}`} />;
          })}
        </svg>
        {model.tables.map((table, i) => {
          const place = places.get(table.alias)!;
          const known = commentOf(table);
          const count =
            origin.kind === 'join' ? model.columns.filter((column) => column.alias === table.alias).length : known?.columns.length;
          return (
            <div
              key={table.alias}
              className={i === 0 ? 'join-card root' : 'join-card'}
              style={{ left: place.x, top: place.y, width: W, height: H }}
              {...dropOn(table.alias)}
            >
              <b className="cut" title={known?.tableComment ?? table.table}>
                {known?.tableComment ?? table.table}
              </b>
              <span className="cut mono" title={`${table.schema}.${table.table}`}>
                {table.schema}.{table.table}
              </span>
              <em>
                {i === 0 && origin.kind === 'join' ? '主表 · ' : ''}
                {catalogue && !known ? <span className="bad">表已不存在</span> : `${count ?? 0} 个字段`}
              </em>
              {origin.kind === 'join' && (
                <Button
                  type="text"
                  size="small"
                  className="join-remove"
                  icon={<CloseOutlined />}
                  aria-label={`移除 ${table.table}`}
                  onClick={() => state.setModel((now) => removeTable(now, table.alias))}
                />
              )}
            </div>
          );
        })}
        {model.joins.map((join, i) => {
          const [a, b] = ends(places, join);
          if (!a || !b) return null;
          const gone = lostPairs(model, join, catalogue);
          const isBare = gone.length > 0 || join.on.some((pair) => !pair.left || !pair.right);
          const problem = gone.length > 0 ? `关联字段 ${gone.join('、')} 已不存在，请重新设置` : '请设置关联字段';
          return (
            <Tooltip key={i} title={isBare ? problem : join.on.map((pair) => `${pair.left} = ${pair.right}`).join('，')}>
              <Button
                size="small"
                className={isBare ? 'join-mark bad' : 'join-mark'}
                icon={isBare ? <WarningFilled /> : <LinkOutlined />}
                style={{ left: (a.x + W + b.x) / 2, top: (a.y + b.y + H) / 2 }}
                onClick={() => setOpened(i)}
              >
                {KIND_TEXT[join.kind]}
              </Button>
            </Tooltip>
          );
        })}
      </div>
      {opened !== null && model.joins[opened] && (
        <JoinDialog
          model={model}
          at={opened}
          catalogue={catalogue}
          onClose={() => setOpened(null)}
          onSave={(join) => {
            state.setModel((now) => changeJoin(now, opened, join));
            setOpened(null);
          }}
        />
      )}
    </div>
  );
}

type Place = { x: number; y: number };
/** Columns by how far a table is from the first one; in a column one below the other. */
function placed(model: JoinModel): Map<string, Place> {
  const depth = new Map<string, number>(model.tables.slice(0, 1).map((table) => [table.alias, 0]));
  for (let grown = true; grown;) {
    grown = false;
    for (const { left, right } of model.joins)
      for (const [from, to] of [
        [left, right],
        [right, left],
      ] as const)
        if (depth.has(from) && !depth.has(to)) {
          depth.set(to, depth.get(from)! + 1);
          grown = true;
        }
  }
  const rows = new Map<number, number>();
  return new Map(
    model.tables.map((table) => {
      const column = depth.get(table.alias) ?? 0;
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      return [table.alias, { x: PAD + column * (W + GAP_X), y: PAD + row * (H + GAP_Y) }];
    }),
  );
}
/** The two tables of a join, the one further left first. */
function ends(places: ReadonlyMap<string, Place>, join: { left: string; right: string }): [Place | undefined, Place | undefined] {
  const [a, b] = [places.get(join.left), places.get(join.right)];
  return a && b && a.x > b.x ? [b, a] : [a, b];
}

type Join = JoinModel['joins'][number];
interface DialogProps {
  model: JoinModel;
  at: number;
  catalogue: Catalogue | undefined;
  onSave: (join: Join) => void;
  onClose: () => void;
}

function JoinDialog({ model, at, catalogue, onSave, onClose }: DialogProps) {
  const [join, setJoin] = useState<Join>(model.joins[at]!);
  const tableOf = (alias: string) => {
    const table = model.tables.find((one) => one.alias === alias);
    return catalogue?.tables.find((one) => one.schemaName === table?.schema && one.tableName === table?.table);
  };
  const [left, right] = [tableOf(join.left), tableOf(join.right)];
  const options = (table: typeof left) =>
    (table?.columns ?? []).map((column) => ({
      value: column.name,
      label: column.comment ? `${column.name}（${column.comment}）` : column.name,
    }));
  const setOn = (i: number, part: Partial<Join['on'][number]>) => setJoin({ ...join, on: join.on.with(i, { ...join.on[i]!, ...part }) });
  const isBare = join.on.some((pair) => !pair.left || !pair.right);
  return (
    <Modal
      open
      width={680}
      title="设置关联"
      okText="关联"
      cancelText="取消"
      okButtonProps={{ disabled: isBare }}
      onOk={() => onSave(join)}
      onCancel={onClose}
    >
      <div className="join-form">
        <label>关联方式</label>
        <Radio.Group
          optionType="button"
          value={join.kind}
          options={[
            { value: 'left', label: '左关联' },
            { value: 'inner', label: '内关联' },
            { value: 'full', label: '全关联' },
          ]}
          onChange={(event) => setJoin({ ...join, kind: event.target.value as Join['kind'] })}
        />
        <label>匹配行数</label>
        <Radio.Group
          optionType="button"
          value={join.cardinality}
          options={[
            { value: 'one', label: '最多一行' },
            { value: 'many', label: '可能多行' },
          ]}
          onChange={(event) => setJoin({ ...join, cardinality: event.target.value as Join['cardinality'] })}
        />
        <p className="muted join-note">
          左关联保留“{left?.tableComment ?? left?.tableName}
          ”的全部行。右表可能匹配多行时请如实选择，避免左表的金额被重复计算。
        </p>
        <label>关联字段</label>
        <div className="join-pairs">
          <div className="join-pair head">
            <span className="cut">{left?.tableComment ?? left?.tableName}</span>
            <i />
            <span className="cut">{right?.tableComment ?? right?.tableName}</span>
            <i />
          </div>
          {join.on.map((pair, i) => (
            <div className="join-pair" key={i}>
              <Select
                aria-label="左表字段"
                placeholder="选择字段"
                showSearch={{ optionFilterProp: 'label' }}
                value={pair.left || undefined}
                options={options(left)}
                onChange={(value: string) =>
                  setOn(i, {
                    left: value,
                    ...(!pair.right && right?.columns.some((c) => c.name === value) && { right: value }),
                  })
                }
              />
              <i>=</i>
              <Select
                aria-label="右表字段"
                placeholder="选择字段"
                showSearch={{ optionFilterProp: 'label' }}
                value={pair.right || undefined}
                options={options(right)}
                onChange={(value: string) => setOn(i, { right: value })}
              />
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined />}
                aria-label="移除该条件"
                disabled={join.on.length === 1}
                onClick={() => setJoin({ ...join, on: join.on.toSpliced(i, 1) })}
              />
            </div>
          ))}
          <Button
            type="link"
            size="small"
            icon={<PlusOutlined />}
            disabled={join.on.length >= 8}
            onClick={() => setJoin({ ...join, on: [...join.on, { left: '', right: '' }] })}
          >
            添加条件
          </Button>
        </div>
      </div>
    </Modal>
  );
}
