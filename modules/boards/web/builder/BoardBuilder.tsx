import { EyeOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { itemsOf, withItem, withPlaces, type Place } from '../../core/commands.ts';
import { readBoard } from '../../core/read-board.ts';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { closeWindow } from '#kit/web/designer/close-window.ts';
import { isChanged, openDesign, unsavedSteps } from '#kit/web/designer/open-document.ts';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import { StudioShell } from '#kit/web/parts/StudioShell.tsx';
import { useCan } from '#kit/web/can.tsx';
import { DocumentVersions, EditorsHere } from '#modules/library/web/parts.ts';
import { FilterBar, type TileFeed } from '#modules/charts/web/parts.ts';
import type { BoardItem } from '../../contract/board-config.ts';
import { AddPanel } from './AddPanel.tsx';
import { boardApi } from './api.ts';
import type { DraggedPart } from './part-drag.ts';
import { BoardReading } from './BoardReading.tsx';
import { BuildGrid } from './BuildGrid.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { ItemPanel } from './ItemPanel.tsx';
import { SettingPanel } from './SettingPanel.tsx';
import { BUILDER_MARK, useBoardDesign, useBoardStore } from './store.ts';
import { usePublishBoard } from './use-publish-board.ts';
import { boardDiff, useSaveBoard } from './use-save-board.ts';
import { TabStrip } from './TabStrip.tsx';
import { useBoardFeed, useStoredCharts } from './use-board-feed.ts';
import { useChartEditing } from './use-chart-editing.tsx';
import './build.css';

/** The open builder: what can be added left, the board in the middle, settings right. */
export function BoardBuilder({ publishedNo }: { publishedNo: number | null }) {
  const store = useBoardStore();
  const config = useBoardDesign((state) => state.config);
  const change = useBoardDesign((state) => state.change);
  const isDirty = useBoardDesign(isChanged);
  const unsaved = useBoardDesign(unsavedSteps);
  const name = useBoardDesign((state) => state.name);
  const steps = useSteps(store);
  const document = useMemo(() => openDesign(store), [store]);
  const navigate = useNavigate();
  const can = useCan();
  const [tabId, setTabId] = useState(config.tabs[0]!.id);
  const [selected, setSelected] = useState<string | null>(null);
  const [panel, setPanel] = useState('item');
  const [isVersions, setVersions] = useState(false);
  const { charts } = useStoredCharts(store);
  const { feed, shape } = useBoardFeed(store, charts);
  useUnsaved(isDirty);
  const tab = config.tabs.find((one) => one.id === tabId) ?? config.tabs[0]!;
  const item = tab.layout.find((one) => one.i === selected) ?? null;

  const { save, stateOf, dialog, hear } = useSaveBoard(store, document);
  const select = (key: string | null) => {
    setSelected(key);
    if (key !== null) setPanel('item');
  };
  const editing = useChartEditing(tab.id, shape, select);
  useDesignKeys(editing.isOpen ? null : store, () => void (isDirty && save()));
  const publishing = usePublishBoard(store, save, publishedNo);
  const add = (added: DraggedPart, at?: { x: number; y: number }, places: readonly Place[] = []) => {
    const made = withItem(config, tab.id, added, BUILDER_MARK, at);
    change('添加组件', withPlaces(made.config, tab.id, places));
    select(made.key);
  };
  return (
    <div className="designer bb">
      <StudioShell
        kind="看板"
        name={name}
        onRename={store.getState().rename}
        onBack={() => closeWindow('/visual/databoard', (path) => void navigate(path))}
        state={publishing.state}
        save={stateOf(unsaved)}
        {...steps}
        people={<EditorsHere kind="board" id={store.getState().id} version={() => store.getState().version} onNewer={hear} />}
        extra={publishing.state.kind === 'published' && <PublishedLink id={store.getState().id} />}
        onVersions={() => setVersions(true)}
        onSave={() => void save()}
        onPublish={can(boardApi.board.publish) ? publishing.publish : undefined}
        isPublishing={publishing.isPublishing}
        reading={<BoardReading tabId={tab.id} onTab={setTabId} feed={feed} shape={shape} />}
      >
        <div className="designer-body">
          <AddPanel onAdd={(item) => add(item)} onMake={editing.make} used={new Set(itemsOf(config).flatMap((one) => one.chartId ?? []))} />
          <main className="designer-main">
            <TabStrip active={tab.id} onActive={setTabId} />
            <div className="bb-paper">
              <FilterBar feed={feed} filters={config.filters} apply={config.apply} />
              <BuildGrid
                key={tab.id}
                tabId={tab.id}
                feed={feed}
                shape={shape}
                selected={selected}
                onSelect={select}
                onDrop={add}
                onEdit={editing.edit}
              />
            </div>
          </main>
          <SidePanel item={item} panel={panel} onPanel={setPanel} feed={feed} shape={shape} onEdit={editing.edit} />
        </div>
      </StudioShell>
      {isVersions && (
        <DocumentVersions
          kind="board"
          id={store.getState().id}
          document={document}
          read={readBoard}
          diff={boardDiff}
          onClose={() => setVersions(false)}
        />
      )}
      {dialog}
      {editing.window}
    </div>
  );
}

interface SideProps extends Pick<Parameters<typeof ItemPanel>[0], 'shape' | 'onEdit'> {
  item: BoardItem | null;
  panel: string;
  onPanel: (panel: string) => void;
  feed: TileFeed;
}
/** Settings of the selected tile, of the filters and of the board. */
function SidePanel({ item, panel, onPanel, feed, shape, onEdit }: SideProps) {
  const tile = item ? (
    <ItemPanel key={item.i} item={item} shape={shape} onEdit={onEdit} />
  ) : (
    <p className="board-none">点击组件后在这里设置</p>
  );
  return (
    <aside className="designer-right bb-right" aria-label="设置">
      <Tabs
        size="small"
        activeKey={panel}
        onChange={onPanel}
        items={[
          { key: 'item', label: '组件', children: tile },
          { key: 'filters', label: '筛选', children: <FilterPanel feed={feed} shape={shape} /> },
          { key: 'board', label: '看板', children: <SettingPanel /> },
        ]}
      />
    </aside>
  );
}

/** What viewers see now. */
const PublishedLink = ({ id }: { id: string }) => (
  <Button type="text" icon={<EyeOutlined />} href={`/visual/board/view/${id}`} target="_blank">
    查看已发布
  </Button>
);
