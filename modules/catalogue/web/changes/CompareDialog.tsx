import { Modal, Select, Switch } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { minute } from '#kit/web/format.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { typeText } from '../../core/structure.ts';
import { api } from '../api.ts';
import { TextDiff } from './Diff.tsx';
import './changes.css';

type Version = CallReply<typeof api.tableVersion.compare>['from'];
type VersionColumn = Version['columns'][number];
interface Pair {
  readonly key: string;
  readonly before: VersionColumn | undefined;
  readonly after: VersionColumn | undefined;
}

/** Columns of both versions side by side, a renamed one in one line; those that are gone stand where they were. */
function pairs(from: Version, to: Version, renamed: ReadonlyMap<string, string>): Pair[] {
  const nameNow = (column: VersionColumn) => renamed.get(column.name) ?? column.name;
  const before = new Map(from.columns.map((column) => [nameNow(column), column]));
  const after = new Map(to.columns.map((column) => [column.name, column]));
  const list: Pair[] = to.columns.map((column) => ({ key: column.name, before: before.get(column.name), after: column }));
  from.columns.forEach((column, index) => {
    if (!after.has(nameNow(column)))
      list.splice(Math.min(index, list.length), 0, { key: `-${column.name}`, before: column, after: undefined });
  });
  return list;
}
const state = ({ before, after }: Pair): string => {
  if (!before) return 'added';
  if (!after) return 'removed';
  return CELLS.some(([, of]) => of(before) !== of(after)) ? 'changed' : '';
};
const CELLS: readonly (readonly [title: string, of: (column: VersionColumn) => string | null])[] = [
  ['字段', (column) => column.name],
  ['类型', typeText],
  ['可空', (column) => (column.isNullable ? '是' : '否')],
  ['默认值', (column) => column.defaultText],
  ['注释', (column) => column.comment],
];

/** Two versions of the structure of a table, side by side. `to` is shown against the one before it unless another is chosen. */
export function CompareDialog({ tableId, from, to, onClose }: { tableId: string; from?: number; to: number; onClose: () => void }) {
  const [chosen, setChosen] = useState({ from: from ?? Math.max(1, to - 1), to });
  const [onlyChanged, setOnlyChanged] = useState(true);
  const versions = useCall(api.tableVersion.list, { params: { id: tableId } });
  const compared = useCall(api.tableVersion.compare, { params: { id: tableId }, query: chosen }, { keepPrevious: true });
  const options = (versions.data ?? []).map((one) => ({
    value: one.versionNo,
    label: `v${one.versionNo}（${minute(one.createTime) ?? ''}${one.isPresent ? '，当前' : ''}）`,
  }));
  const error = versions.error ?? compared.error;
  return (
    <Modal open width="min(1160px, 94vw)" title="结构版本对比" footer={null} onCancel={onClose} className="compare-dialog">
      <div className="compare-tools">
        <Select
          aria-label="旧版本"
          value={chosen.from}
          options={options}
          onChange={(next: number) => setChosen({ ...chosen, from: next })}
        />
        <span className="diff-arrow">→</span>
        <Select aria-label="新版本" value={chosen.to} options={options} onChange={(next: number) => setChosen({ ...chosen, to: next })} />
        <span className="grow" />
        <label className="compare-switch">
          <Switch size="small" checked={onlyChanged} onChange={setOnlyChanged} /> 只看差异
        </label>
      </div>
      {error && <StateView kind="error" error={error} onRetry={() => void Promise.all([versions.refetch(), compared.refetch()])} />}
      {!compared.data && !error && <StateView kind="loading" rows={8} />}
      {compared.data && <Comparison {...compared.data} onlyChanged={onlyChanged} />}
    </Modal>
  );
}

function Comparison({ from, to, changes, onlyChanged }: CallReply<typeof api.tableVersion.compare> & { onlyChanged: boolean }) {
  const renamed = new Map(
    changes.filter((change) => change.changeKind === 'renamed').map((change) => [change.oldValue ?? '', change.newValue ?? '']),
  );
  const all = pairs(from, to, renamed);
  const shown = onlyChanged ? all.filter((pair) => state(pair) !== '') : all;
  return (
    <div className="compare-body">
      {changes.length === 0 && <p className="muted compare-none">两个版本没有差异。</p>}
      <Line title="表注释" before={from.comment} after={to.comment} />
      {shown.length > 0 && (
        <div className="compare-scroll" tabIndex={0} role="region" aria-label="字段对比">
          <table className="compare-table">
            <thead>
              <tr>
                <th colSpan={CELLS.length}>v{from.versionNo}</th>
                <th colSpan={CELLS.length} className="compare-edge">
                  v{to.versionNo}
                </th>
              </tr>
              <tr>
                {[0, 1].map((side) =>
                  CELLS.map(([title], at) => (
                    <th key={`${side}${title}`} className={side === 1 && at === 0 ? 'compare-edge' : ''}>
                      {title}
                    </th>
                  )),
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((pair) => (
                <tr key={pair.key} className={state(pair)}>
                  <Side column={pair.before} other={pair.after} kind="del" />
                  <Side column={pair.after} other={pair.before} kind="ins" isEdge />
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Lists title="键" before={from.keys} after={to.keys} onlyChanged={onlyChanged} />
      <Lists title="索引" before={from.indexes} after={to.indexes} onlyChanged={onlyChanged} />
      {from.viewSql !== to.viewSql && (
        <section>
          <h3 className="form-section section-line">视图定义</h3>
          <TextDiff before={from.viewSql ?? ''} after={to.viewSql ?? ''} />
        </section>
      )}
    </div>
  );
}

function Side({
  column,
  other,
  kind,
  isEdge = false,
}: {
  column: VersionColumn | undefined;
  other: VersionColumn | undefined;
  kind: 'del' | 'ins';
  isEdge?: boolean;
}) {
  if (!column)
    return (
      <td colSpan={CELLS.length} className={isEdge ? 'compare-edge compare-void' : 'compare-void'}>
        {kind === 'del' ? '新增字段' : '已移除'}
      </td>
    );
  return CELLS.map(([title, of], at) => {
    const text = of(column);
    const As = other !== undefined && of(other) !== text ? kind : 'span';
    return (
      <td key={title} className={isEdge && at === 0 ? 'compare-edge' : undefined} title={text ?? undefined}>
        {text === null ? <Missing /> : <As className={at < 2 || at === 3 ? 'mono' : undefined}>{text}</As>}
      </td>
    );
  });
}

function Line({ title, before, after }: { title: string; before: string | null; after: string | null }) {
  if (before === after) return null;
  return (
    <p className="compare-line">
      <span className="muted">{title}</span> {before === null ? <Missing /> : <del>{before}</del>}
      <span className="diff-arrow">→</span>
      {after === null ? <Missing /> : <ins>{after}</ins>}
    </p>
  );
}

function Lists({
  title,
  before,
  after,
  onlyChanged,
}: {
  title: string;
  before: readonly string[];
  after: readonly string[];
  onlyChanged: boolean;
}) {
  const gone = before.filter((text) => !after.includes(text));
  const fresh = after.filter((text) => !before.includes(text));
  const same = onlyChanged ? [] : after.filter((text) => before.includes(text));
  if (gone.length + fresh.length + same.length === 0) return null;
  return (
    <section>
      <h3 className="form-section section-line">{title}</h3>
      <ul className="compare-list mono">
        {gone.map((text) => (
          <li key={`-${text}`}>
            <Tag tone="bad">移除</Tag> <del>{text}</del>
          </li>
        ))}
        {fresh.map((text) => (
          <li key={`+${text}`}>
            <Tag tone="ok">新增</Tag> <ins>{text}</ins>
          </li>
        ))}
        {same.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}
