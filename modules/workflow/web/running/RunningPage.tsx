import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { ExportButton } from '#kit/web/excel/ExportButton.tsx';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { usePhone } from '#kit/web/use-phone.ts';
import { api } from '../api.ts';
import { InstanceDrawer } from '../instance/InstanceDrawer.tsx';
import { DueTag } from './DueTag.tsx';
import { NodeLoad } from './NodeLoad.tsx';
import { RunningFigures } from './RunningFigures.tsx';
import { nodesText, peopleText, RunningList, Spent, type RunningRow } from './RunningList.tsx';
import { TrackPanel } from './TrackPanel.tsx';
import { UrgeButton } from './UrgeButton.tsx';
import { useRoomBeside } from './use-room-beside.ts';
import '../workflow.css';
import './running.css';

const REFRESH_MS = 60_000;
/** Open, and closed by hand: without it the first row of a wide page is shown. */
const CLOSED = 'none';

const OPTIONS: EntityPageOptions<RunningRow> = {
  label: '运行中的流程',
  nameField: 'title',
  details: false,
  columns: [
    { field: 'title', title: '标题' },
    { field: 'dueTime', title: '到期', render: (row) => <DueTag dueTime={row.dueTime} isSuspended={row.suspensionState === '2'} /> },
    { field: '_people', title: '办理人', render: (row) => peopleText(row) || null },
    { field: '_nodes', title: '当前节点', render: (row) => nodesText(row) || '等待事件' },
    { field: '_spent', title: '已用', render: (row) => <Spent row={row} /> },
    { field: 'definitionName', title: '流程' },
  ],
};

/** The row whose panel is open: the one in the address, else the first where there is room for it. */
function useChosen(rows: readonly RunningRow[], { hasRoom }: { readonly hasRoom: boolean }) {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const isPhone = usePhone();
  const wanted = search.get('open');
  const known = rows.find(({ id }) => id === wanted);
  const chosen = wanted === null && hasRoom ? rows[0] : known;
  // the tab is named after what somebody has opened, not after what the page shows by itself
  useObjectTitle(known?.title);
  const open = (row: RunningRow | undefined) => change({ open: row?.id ?? CLOSED }, { replace: !isPhone });
  const stepTo = (row: RunningRow | undefined) => (row ? () => open(row) : undefined);
  const at = chosen ? rows.indexOf(chosen) : -1;
  return { chosen, open, onUp: stepTo(rows[at - 1]), onDown: stepTo(at < 0 ? undefined : rows[at + 1]) };
}

/** 运行中的流程: how much runs, where it stands, what is late and why, and what administrators do about it. */
export default function RunningPage() {
  const list = useEntityPage({ page: api.running.page }, OPTIONS);
  const { state, update, rows = [] } = list;
  const { view: _view, ...narrowed } = list.query;
  const overview = useCall(api.running.overview, {}, { refetchInterval: REFRESH_MS });
  const counts = useCall(api.running.counts, { query: narrowed }, { keepPrevious: true, refetchInterval: REFRESH_MS });
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const hasRoom = useRoomBeside();
  const { chosen, open, onUp, onDown } = useChosen(rows, { hasRoom });
  const detail = search.get('detail');
  const { processKey = '', nodeKey = '' } = state.values;
  const processes = new Map(overview.data?.nodes.map((node) => [node.processKey, node.processName]));
  return (
    <div className="running">
      <PageActions>
        <ExportButton
          call={api.running.exportRows}
          job={api.running.exportJob}
          label="运行中的流程"
          rows={list.total}
          // a workbook has room for more than the list shows
          body={() => withoutSort(list.query)}
        />
        <UrgeButton overdue={counts.data?.overdue ?? 0} filter={withoutSort(narrowed)} />
      </PageActions>
      <div className="running-main">
        {overview.error && (
          <div className="panel">
            <StateView kind="error" inline error={overview.error} onRetry={() => void overview.refetch()} />
          </div>
        )}
        {overview.data && <RunningFigures figures={overview.data} />}
        {overview.data && (
          <NodeLoad
            nodes={overview.data.nodes}
            chosen={nodeKey === '' ? null : { processKey, nodeKey }}
            onChoose={(place) => update({ values: { ...withoutPlace(state.values), ...place }, page: 1 })}
          />
        )}
        <RunningList
          list={list}
          counts={counts.data}
          processes={[...processes].map(([value, label]) => ({ value, label }))}
          chosen={chosen?.id ?? null}
          onOpen={open}
        />
      </div>
      {chosen && (
        <TrackPanel key={chosen.id} row={chosen} isDrawer={!hasRoom} onClose={() => open(undefined)} onUp={onUp} onDown={onDown} />
      )}
      {detail && <InstanceDrawer key={detail} id={detail} onClose={() => change({ detail: null })} />}
    </div>
  );
}

type Query = Readonly<Record<string, string | undefined>>;
/** What narrows the list, for calls that have an order of their own. */
function withoutSort({ sort: _sort, ...filter }: Query): Query {
  return filter;
}
const withoutPlace = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'processKey' && name !== 'nodeKey'));
