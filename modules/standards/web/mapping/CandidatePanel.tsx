import { Button } from 'antd';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { api } from '../api.ts';
import type { Value } from './layout.ts';
import { nameOf } from './LocalColumn.tsx';
import type { Mapping } from './use-mapping.ts';

/** What the chosen value may stand for, with why, and what can be done about it. */
export function CandidatePanel({ mapping }: { mapping: Mapping }) {
  const { value, contrast } = mapping;
  if (!value)
    return (
      <aside className="mapping-panel empty">
        <StateView kind="empty" inline what="选择一个取值，查看它的候选" />
      </aside>
    );
  return (
    <aside className="mapping-panel" aria-label="候选">
      <header>
        <h3 className="cut">
          {nameOf(value)} {value.rowCount !== null && <small>{count(value.rowCount)} 行</small>}
        </h3>
        <State value={value} />
      </header>
      <div className="mapping-candidates">
        {value.isMasked && contrast && (
          <p className="muted">
            {mapping.answer.data?.whyHidden}。可在 <Link to={`/metadata/datacolumn?table=${contrast.tableId}`}>元数据详情</Link> 申请权限。
          </p>
        )}
        {value.isMasked ? null : value.status === '1' ? (
          <Mapped mapping={mapping} value={value} />
        ) : (
          <Candidates mapping={mapping} value={value} />
        )}
      </div>
      {!value.isMasked && <Foot mapping={mapping} value={value} />}
    </aside>
  );
}

function State({ value }: { value: Value }) {
  if (value.status === '1') return <Tag tone="ok">已对照</Tag>;
  if (value.isIgnored) return <Tag>不对照</Tag>;
  return value.proposed ? <Tag tone="warn">待确认</Tag> : <Tag tone="bad">未对照</Tag>;
}

function Mapped({ mapping, value }: { mapping: Mapping; value: Value }) {
  const item = mapping.answer.data?.right.find(({ id }) => id === value.contrastGbId);
  return (
    <div className="mapping-candidate chosen">
      <b>{item?.gbName}</b> <code>{item?.gbCode}</code>
      <p>
        {value.reason} <span className="muted">{value.mappedBy === 'auto' ? '自动' : '人工'}</span>
      </p>
    </div>
  );
}

function Candidates({ mapping, value }: { mapping: Mapping; value: Value }) {
  if (value.candidates.length === 0) return <StateView kind="empty" inline what="没有相近的标准项，请在标准项中选择" />;
  return value.candidates.map((candidate, index) => (
    <button
      key={candidate.id}
      type="button"
      className={`mapping-candidate ${(mapping.target ?? value.candidates[0]!.id) === candidate.id ? 'chosen' : ''}`}
      onClick={() => mapping.setTarget(candidate.id)}
    >
      <span className="mapping-candidate-name">
        <kbd>{index + 1}</kbd> <b>{candidate.gbName}</b> <code>{candidate.gbCode}</code>
        <span className="num">{candidate.score.toFixed(2)}</span>
      </span>
      <i className="mapping-bar" style={{ width: `${candidate.score * 100}%` }} />
      {candidate.reasons.map((reason) => (
        <span key={reason.label} className="mapping-reason">
          {reason.label} <span className="num">+{reason.share.toFixed(2)}</span>
        </span>
      ))}
    </button>
  ));
}

const WHY_NOT = {
  draft: '该标准项是草稿，标准类别发布后才能对照',
  notInForce: '该标准项已禁用或不在有效期内，不能对照',
} as const;

function Foot({ mapping, value }: { mapping: Mapping; value: Value }) {
  const can = useCan();
  if (value.status === '1')
    return can(api.mapping.cancel) ? (
      <footer>
        <Button disabled={mapping.isBusy} onClick={mapping.cancel}>
          取消对照 <kbd>Del</kbd>
        </Button>
      </footer>
    ) : null;
  if (!can(api.mapping.manual)) return null;
  const chosen = mapping.target ?? value.candidates[0]?.id;
  const item = mapping.answer.data?.right.find(({ id }) => id === chosen);
  const isCandidate = value.candidates.some(({ id }) => id === chosen);
  return (
    <footer>
      <div className="mapping-buttons">
        <Button type="primary" ghost disabled={item?.state !== 'inForce' || mapping.isBusy} onClick={() => item && mapping.accept(item.id)}>
          {item ? `${isCandidate ? '接受' : '对照到'} ${item.gbName}` : '请选择标准项'} <kbd>↵</kbd>
        </Button>
        <Button disabled={!isCandidate || mapping.isBusy} onClick={() => chosen && mapping.reject(chosen)}>
          不是 <kbd>X</kbd>
        </Button>
      </div>
      {item && item.state !== 'inForce' && <p className="mapping-not muted">{WHY_NOT[item.state]}</p>}
      <p className="mapping-keys muted">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> 换取值
        </span>
        {value.candidates.length > 1 && (
          <span>
            <kbd>1</kbd>–<kbd>{value.candidates.length}</kbd> 选候选
          </span>
        )}
        <span>
          <kbd>→</kbd> 选标准项
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>Z</kbd> 撤销
        </span>
        {!value.isIgnored && (
          <Button type="link" size="small" disabled={mapping.isBusy} onClick={() => mapping.reject(null)}>
            标为不对照
          </Button>
        )}
      </p>
    </footer>
  );
}
