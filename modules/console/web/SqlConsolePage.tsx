import { Segmented, Splitter } from 'antd';
import { useEffect, useRef, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { SqlEditor, type SqlEditorHandle } from '#kit/web/sql/SqlEditor.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { usePhone } from '#kit/web/use-phone.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { paramNames } from '#modules/gate/core/index.ts';
import { api } from './api.ts';
import { CatalogueTree } from './CatalogueTree.tsx';
import { ConsoleBar } from './ConsoleBar.tsx';
import { chosenSource, tabOf } from './console-state.ts';
import { describedParams, ParamBar, type ParamTypes } from './ParamBar.tsx';
import { QueryList, type SavedQuery } from './QueryList.tsx';
import { Results } from './Results.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { TabBar } from './TabBar.tsx';
import { useConsoleRun } from './use-console-run.ts';
import { useHandedSql } from './use-handed-sql.ts';
import { useTabs } from './use-tabs.ts';
import './console.css';

type Side = 'catalogue' | 'queries';

/** The catalogue left of the work; above it on a phone. */
function SideAndWork({ side, children }: { side: ReactNode; children: ReactNode }) {
  const isPhone = usePhone();
  const size = isPhone ? { defaultSize: 150, min: 0, max: '60%' } : { defaultSize: 240, min: 160, max: '40%' };
  const [folded, setFolded] = useState(false);
  // the library names its buttons in English and takes neither names nor a reference
  useEffect(() => {
    for (const bar of document.querySelectorAll('.console-body > .ant-splitter-bar .ant-splitter-bar-collapse-bar'))
      bar.setAttribute('aria-label', folded ? '展开侧栏' : '收起侧栏');
  }, [folded]);
  return (
    <Splitter
      className="console-body"
      orientation={isPhone ? 'vertical' : 'horizontal'}
      onCollapse={([isFolded = false]) => setFolded(isFolded)}
    >
      <Splitter.Panel {...size} collapsible>
        {side}
      </Splitter.Panel>
      <Splitter.Panel>{children}</Splitter.Panel>
    </Splitter>
  );
}

/** SQL工作台 */
export default function SqlConsolePage() {
  const editor = useRef<SqlEditorHandle>(null);
  const tabs = useTabs();
  const { active } = tabs;
  const handedSource = useHandedSql(tabs, editor);
  const { sources, isLoading, sourceId, catalogue } = useSource(active?.sourceId ?? handedSource);
  const params = useParams(active);
  const { start, stop, isRunning, isStopping, outcome, resultTab, setResultTab } = useConsoleRun({ active, sourceId, editor });
  const [saving, setSaving] = useState<{ query: SavedQuery | null } | null>(null);
  if (!active) return <StateView className="panel page-skeleton" kind="loading" rows={10} />;

  const format = () => void formatText(editor.current, sourceId);
  const save = async () => {
    if (active.sqlText.trim() === '') return toast.warning('请输入要保存的SQL语句');
    // only its owner changes a query; everybody else keeps an own copy
    const kept = await params.refetchQuery();
    setSaving({ query: kept?.isMine ? kept : null });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    void save();
  };
  const open = (saved: SavedQuery) => {
    const there = tabs.tabs.find((tab) => tab.queryId === saved.id);
    if (there) tabs.show(there.tabKey);
    else if (!tabs.open(tabOf(saved))) toast.warning('页签太多，请先关闭不用的');
  };
  return (
    <div className="panel console" onKeyDown={onKeyDown}>
      <TabBar tabs={tabs} />
      <ConsoleBar
        sources={sources}
        isLoading={isLoading}
        sourceId={sourceId}
        isRunning={isRunning}
        isStopping={isStopping}
        onSource={(id) => tabs.patch(active.tabKey, { sourceId: id })}
        onRun={() => start()}
        onExplain={() => start('explain ')}
        onStop={() => void stop()}
        onFormat={format}
        onSave={() => void save()}
      />
      <ParamBar
        key={active.tabKey}
        names={params.names}
        known={params.known}
        values={active.params}
        types={params.types}
        onTypes={params.setTypes}
        onChange={(values) => tabs.patch(active.tabKey, { params: values as typeof active.params })}
        onRun={() => start()}
      />
      <SideAndWork side={<SidePanel catalogue={catalogue} onInsert={(text) => editor.current?.insert(text)} onOpen={open} />}>
        <Splitter orientation="vertical">
          <Splitter.Panel defaultSize="42%" min={120}>
            <SqlEditor
              key={active.tabKey}
              ref={editor}
              initial={active.sqlText}
              catalogue={catalogue}
              onChange={(text) => tabs.patch(active.tabKey, { sqlText: text })}
              onRun={() => start()}
              onFormat={format}
            />
          </Splitter.Panel>
          <Splitter.Panel min={140}>
            <Results
              outcome={outcome}
              isRunning={isRunning}
              tab={resultTab}
              onTab={setResultTab}
              onShow={(offset) => {
                editor.current?.mark(offset);
                editor.current?.focus();
              }}
              onUse={(entry) => {
                tabs.patch(active.tabKey, { sourceId: entry.sourceId, sqlText: entry.sqlText });
                editor.current?.replace(entry.sqlText);
              }}
            />
          </Splitter.Panel>
        </Splitter>
      </SideAndWork>
      {saving && sourceId !== null && (
        <SaveDialog
          query={saving.query}
          name={active.tabName}
          sourceId={sourceId}
          sqlText={active.sqlText}
          params={describedParams(params.names, params.known, active.params, params.types)}
          onSaved={(id, name) => {
            tabs.patch(active.tabKey, { queryId: id, tabName: name.slice(0, 50) });
            setSaving(null);
          }}
          onClose={() => setSaving(null)}
        />
      )}
    </div>
  );
}

/** The sources that can be chosen, the one in use, and its tables and columns for the tree and the completion. */
function useSource(wanted: string | null) {
  const answer = useCall(api.source.list);
  const sourceId = chosenSource(answer.data ?? [], wanted);
  const catalogue = useCall(
    api.console.completion,
    { query: { sourceId: sourceId ?? '' } },
    { enabled: sourceId !== null, staleTime: 60_000 },
  );
  const sources = answer.data?.filter((source) => source.status === '1') ?? [];
  return { sources, isLoading: answer.isLoading, sourceId, catalogue: catalogue.data };
}

/** The parameters of the text in the active tab: their names, what its saved query says about them, and the types chosen by hand. */
function useParams(active: ReturnType<typeof useTabs>['active']) {
  const [chosen, setChosen] = useState<Readonly<Record<string, ParamTypes>>>({});
  const query = useCall(
    api.savedQuery.get,
    { params: { id: active?.queryId ?? '' } },
    { enabled: Boolean(active?.queryId), staleTime: 60_000 },
  );
  const key = active?.tabKey ?? '';
  return {
    names: paramNames(active?.sqlText ?? ''),
    known: (active?.queryId && query.data?.params) || [],
    types: chosen[key] ?? {},
    setTypes: (types: ParamTypes) => setChosen({ ...chosen, [key]: types }),
    refetchQuery: async () => (active?.queryId ? (await query.refetch()).data : undefined),
  };
}

async function formatText(editor: SqlEditorHandle | null, sourceId: string | null): Promise<void> {
  const text = editor?.text() ?? '';
  if (text.trim() === '' || sourceId === null) return;
  try {
    const made = await api.console.format({ body: { sqlText: text, sourceId } }, { overlay: false, quiet: true });
    editor?.replace(made.sqlText);
  } catch (error) {
    if (error instanceof CallError) toast.warning(error.message);
  }
}

interface SidePanelProps {
  catalogue: ComponentProps<typeof CatalogueTree>['catalogue'];
  onInsert: (text: string) => void;
  onOpen: (saved: SavedQuery) => void;
}

/** Tables to insert, or saved queries to open. */
function SidePanel({ catalogue, onInsert, onOpen }: SidePanelProps) {
  const [side, setSide] = useState<Side>('catalogue');
  return (
    <div className="console-side">
      <Segmented
        aria-label="侧栏内容"
        block
        size="small"
        value={side}
        onChange={setSide}
        options={[
          { value: 'catalogue', label: '表和字段' },
          { value: 'queries', label: '已存查询' },
        ]}
      />
      {side === 'catalogue' ? <CatalogueTree catalogue={catalogue} onInsert={onInsert} /> : <QueryList onOpen={onOpen} />}
    </div>
  );
}
