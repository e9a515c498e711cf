import { Button, Drawer } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Can } from '#kit/web/can.tsx';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { count, minute } from '#kit/web/format.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { CONFIDENCE_LABELS, EDGE_KIND_LABELS, ORIGIN_LABELS, UNIT_STATE_LABELS } from '../contract/lineage.ts';
import { api } from './api.ts';
import { ManualDialog } from './ManualDialog.tsx';

const SqlText = lazy(() => import('#kit/web/sql/SqlText.tsx'));
const REFRESHES = [api.lineage.table, api.lineage.object, api.lineage.column, api.lineage.units, api.lineage.edge];

/** One relation: the SQL it was read from, the expression, how sure it is, when it ran. */
export function EdgeDrawer({ id, onClose, onEdge }: { id: string; onClose: () => void; onEdge: (id: string) => void }) {
  const { data: edge, error, refetch } = useCall(api.lineage.edge, { params: { id } });
  const [editing, setEditing] = useState(false);
  const remove = useWrite(api.lineage.removeManual, { refreshes: REFRESHES });
  const title = (end: { name: string; column: string | null }) => (end.column === null ? end.name : `${end.name}.${end.column}`);
  const isManual = edge?.unit.origin === 'manual';
  const askRemove = async () => {
    if (!edge) return;
    const yes = await confirmLoss('删除', `删除关系“${title(edge.from)} → ${title(edge.to)}”？`, () =>
      remove.mutateAsync({ params: { id: edge.unit.id } }),
    );
    if (!yes) return;
    toast.success('已删除');
    onClose();
  };
  return (
    <Drawer
      open
      size={620}
      title="血缘关系"
      onClose={onClose}
      extra={
        isManual && (
          <Can call={api.lineage.removeManual}>
            <Button onClick={() => setEditing(true)}>修改</Button>
            <Button danger style={{ marginLeft: 8 }} onClick={() => void askRemove()}>
              删除
            </Button>
          </Can>
        )
      }
    >
      {error ? (
        <StateView kind="error" error={error} onRetry={() => void refetch()} />
      ) : !edge ? (
        <StateView kind="loading" shape="form" />
      ) : (
        <>
          <div className="lin-ends">
            <span className="mono">{title(edge.from)}</span>
            <i>→</i>
            <span className="mono">{title(edge.to)}</span>
          </div>
          <dl className="facts grid">
            <Fact title="关系">{EDGE_KIND_LABELS[edge.kind]}</Fact>
            <Fact title="置信度">
              <Tag tone={edge.confidence === 'inferred' ? 'warn' : edge.confidence === 'manual' ? 'violet' : 'calm'}>
                {CONFIDENCE_LABELS[edge.confidence]}
              </Tag>
            </Fact>
            <Fact title="来源">{ORIGIN_LABELS[edge.unit.origin]}</Fact>
            <Fact title="解析单元">{edge.unit.unitName}</Fact>
            <Fact title="数据源">{edge.unit.sourceName ?? <Missing />}</Fact>
            <Fact title="解析状态">{UNIT_STATE_LABELS[edge.unit.state]}</Fact>
            <Fact title={isManual ? '补充时间' : '解析时间'}>{minute(edge.unit.parseTime)}</Fact>
            {edge.unit.runCount > 0 && (
              <Fact title="执行次数">{`${count(edge.unit.runCount)} 次，最近 ${minute(edge.unit.lastRunTime) ?? ''}`}</Fact>
            )}
            {edge.unit.message && (
              <Fact title={isManual ? '补充原因' : '说明'} wide>
                {edge.unit.message}
              </Fact>
            )}
            {edge.expression && (
              <Fact title="表达式" wide>
                <code className="mono lin-expression">{edge.expression}</code>
              </Fact>
            )}
          </dl>
          {edge.siblings.length > 1 && (
            <>
              <div className="form-section">{`两个对象之间的全部关系（${edge.siblings.length}）`}</div>
              <ul className="lin-siblings">
                {edge.siblings.map((one) => (
                  <li key={one.id} className={one.id === edge.id ? 'on' : undefined}>
                    <button type="button" onClick={() => onEdge(one.id)}>
                      <span className="mono cut">{one.fromColumn ?? '（整表）'}</span>
                      <i>→</i>
                      <span className="mono cut">{one.toColumn ?? '（整表）'}</span>
                      <em>{EDGE_KIND_LABELS[one.kind]}</em>
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
          {edge.sqlText && (
            <>
              <div className="form-section">SQL</div>
              <Suspense fallback={<StateView kind="loading" shape="form" />}>
                <SqlText text={edge.sqlText} />
              </Suspense>
            </>
          )}
          {edge.isSqlHidden && <p className="lin-hidden-sql">SQL 文本需要“查看血缘SQL”权限以及其中全部表的查看权限，请联系管理员授权。</p>}
          {editing && (
            <ManualDialog
              id={edge.unit.id}
              onClose={(saved) => {
                setEditing(false);
                if (saved) onClose();
              }}
            />
          )}
        </>
      )}
    </Drawer>
  );
}

const Fact = ({ title, wide, children }: { title: string; wide?: boolean; children: React.ReactNode }) => (
  <div className={wide ? 'wide' : undefined}>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);
