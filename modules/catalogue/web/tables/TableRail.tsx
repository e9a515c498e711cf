import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { CHANGE_FIELDS, CHANGE_KINDS } from '../../contract/change.ts';
import { api } from '../api.ts';
import { tablePath } from '../paths.ts';
import { kindLabel } from '#modules/lineage/web/parts.ts';
import { lineageOf } from '../changes/tones.ts';
import { GovernDialog } from './GovernDialog.tsx';
import { tableSubject } from './subjects.ts';
import { mattersOf, neighboursOf, type Matter } from './table-matters.ts';
import type { TableDetail } from './TableView.tsx';
import { useConsumers, useNeighbours, useRecentChanges } from './use-table-facts.ts';

/** Beside an open table: what waits for somebody, its neighbours in the lineage, its latest changes. */
export function TableRail({ id }: { id: string }) {
  const can = useCan();
  const { data: table } = useCall(api.table.get, { params: { id } });
  if (!table) return null;
  return (
    <aside className="table-rail" aria-label="数据表概况">
      {table.may.edit && <MattersPanel table={table} />}
      {can(api.lineage.table) && <LineagePanel tableId={id} />}
      {can(api.table.consumers) && <ConsumersPanel tableId={id} />}
      {can(api.change.page) && <ChangesPanel tableId={id} />}
    </aside>
  );
}

function MattersPanel({ table }: { table: TableDetail }) {
  const [isEditing, setEditing] = useState(false);
  const openChanges = useRecentChanges(table.id, { status: '0' }).data?.total ?? 0;
  const matters = mattersOf(table, openChanges);
  const open = ({ tab }: Matter) => (tab === null ? { onOpen: () => setEditing(true) } : { to: tablePath(table.id, tab) });
  return (
    <Panel title="需要处理" note={matters.length > 0 ? `${matters.length} 项` : undefined}>
      {matters.length === 0 && (
        <PanelRow>
          <StateView kind="empty" inline what="没有要处理的事项" />
        </PanelRow>
      )}
      {matters.map((matter) => (
        <PanelRow key={matter.text}>
          <NameLink place="rail" name={matter.text} {...open(matter)} />
          <span className="grow" />
          <span className="muted">
            <PersonText bare name={table.ownerName} />
          </span>
        </PanelRow>
      ))}
      {isEditing && <GovernDialog subject={tableSubject(table)} onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function LineagePanel({ tableId }: { tableId: string }) {
  const answer = useNeighbours(tableId);
  const found = answer.data && neighboursOf(answer.data);
  return (
    <Panel
      title="血缘"
      note={found && `上游 ${found.upCount} · 下游 ${found.downCount}`}
      link={{ text: '展开', to: lineageOf(tableId, null) }}
    >
      {answer.error && (
        <PanelRow>
          <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />
        </PanelRow>
      )}
      {found?.nodes.length === 0 && (
        <PanelRow>
          <StateView kind="empty" inline what="还没有采集到血缘" />
        </PanelRow>
      )}
      {found?.nodes.map((node) => (
        <PanelRow key={node.key}>
          <span className="muted">{node.distance < 0 ? '上游' : '下游'}</span>
          <NameLink place="rail" name={node.comment ?? node.name} {...pathOf(node)} />
        </PanelRow>
      ))}
    </Panel>
  );
}
const pathOf = ({ type, id, path }: CallReply<typeof api.lineage.table>['nodes'][number]) =>
  type === 'table' && id !== null ? { to: tablePath(id) } : path === null ? {} : { to: path };

/** Consumers that the panel lists; the lineage shows the rest. */
const MAX_CONSUMERS = 6;

/** Who would notice a change of this table: what other people made of it. Nothing while nobody made anything. */
function ConsumersPanel({ tableId }: { tableId: string }) {
  const { data, error, refetch } = useConsumers(tableId);
  if (!error && (!data || data.items.length + data.hidden === 0)) return null;
  return (
    <Panel
      title="使用方"
      note={data && `${data.items.length + data.hidden} 个`}
      link={{ text: '影响分析', to: tablePath(tableId, 'lineage') }}
    >
      {error && (
        <PanelRow>
          <StateView kind="error" inline error={error} onRetry={() => void refetch()} />
        </PanelRow>
      )}
      {data?.items.slice(0, MAX_CONSUMERS).map((item) => (
        <PanelRow key={item.id}>
          <span className="muted">{kindLabel(item.kind)}</span>
          <NameLink place="rail" name={item.name} to={item.path ?? undefined} />
        </PanelRow>
      ))}
      {data && data.hidden > 0 && (
        <PanelRow>
          <span className="muted">另有 {data.hidden} 个您没有查看权限</span>
        </PanelRow>
      )}
    </Panel>
  );
}

function ChangesPanel({ tableId }: { tableId: string }) {
  const answer = useRecentChanges(tableId);
  return (
    <Panel title="最近变更" link={{ text: '全部', to: tablePath(tableId, 'changes') }}>
      {answer.error && (
        <PanelRow>
          <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />
        </PanelRow>
      )}
      {answer.data?.data.length === 0 && (
        <PanelRow>
          <StateView kind="empty" inline what="结构没有变化过" />
        </PanelRow>
      )}
      {answer.data?.data.map((change) => (
        <PanelRow key={change.id}>
          <span className="cut" title={change.objectName}>
            {CHANGE_KINDS[change.changeKind]}
            {CHANGE_FIELDS[change.fieldName] ?? change.fieldName} <span className="mono">{change.objectName.split('.').at(-1)}</span>
          </span>
          <span className="grow" />
          <span className="muted">
            <DateText value={change.createTime} />
          </span>
        </PanelRow>
      ))}
    </Panel>
  );
}
