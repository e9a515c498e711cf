import { AlignLeftOutlined, CaretRightOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Select, Splitter, Tooltip } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Can } from '#kit/web/can.tsx';
import { CallError } from '#kit/web/send.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { session } from '#kit/web/session.ts';
import { api } from './api.ts';
import { CatalogueTree } from './console/CatalogueTree.tsx';
import { Results } from './console/Results.tsx';
import { SqlEditor, type SqlEditorHandle } from './console/SqlEditor.tsx';
import { useRun, type RunOutcome } from './console/use-run.ts';
import './metadata.css';

// by account: the next one in this tab must not find it
const draftKey = () => `data_ui_sql_draft:${session.get().user?.id ?? ''}`;
const PATH = '/metadata/sqlconsole';
const draft = () => sessionStorage.getItem(draftKey()) ?? '';

/** The query of this page's address; while another tab is shown, the last one of its own. */
function useOwnSearch(): readonly [URLSearchParams, (next: Record<string, string>) => void] {
  const { pathname } = useLocation();
  const [search, setSearch] = useSearchParams();
  const [kept, setKept] = useState(search);
  const isHere = pathname === PATH;
  if (isHere && kept.toString() !== search.toString()) setKept(search);
  return [isHere ? search : kept, (next) => isHere && setSearch(next, { replace: true })];
}

/** SQL工作台 */
export default function SqlConsolePage() {
  const [search, setSearch] = useOwnSearch();
  const editor = useRef<SqlEditorHandle>(null);
  const [outcome, setOutcome] = useState<RunOutcome | null>(null);
  const [tab, setTab] = useState('messages');
  const sources = useCall(api.source.list);
  const usable = sources.data?.filter((source) => source.status === '1') ?? [];
  const chosen = search.get('sourceId');
  const choose = (id: string) => setSearch({ sourceId: id });
  const sourceId =
    usable.find((source) => source.id === chosen)?.id ?? usable.find((source) => source.isSync === '2')?.id ?? usable[0]?.id ?? null;
  const catalogue = useCall(
    api.console.completion,
    { query: { sourceId: sourceId ?? '' } },
    { enabled: sourceId !== null, staleTime: 60_000 },
  );
  const [start] = useState(() => search.get('sql') ?? draft());

  // Another page may hand over a statement in the address, also while this tab is alive.
  const handed = search.get('sql');
  const take = useEffectEvent((text: string) => {
    if (text !== editor.current?.text()) editor.current?.replace(text);
    setSearch(chosen ? { sourceId: chosen } : {});
  });
  useEffect(() => {
    if (handed !== null) take(handed);
  }, [handed]);

  const { run, stop, isRunning, isStopping } = useRun((next) => {
    setOutcome(next);
    const at = next.results.findIndex((result) => result.success && result.kind === 'read');
    setTab(next.problem || at < 0 ? 'messages' : `r${at}`);
    editor.current?.mark(next.problem?.offset ?? null);
  });
  const handleRun = () => {
    if (sourceId === null || isRunning) return;
    const whole = editor.current?.text() ?? '';
    const part = editor.current?.selection() ?? { text: whole, from: 0 };
    if (part.text.trim() === '') return toast.warning('请输入要执行的SQL语句');
    editor.current?.mark(null);
    void run(sourceId, part.text, part.from);
  };
  const format = async () => {
    const text = editor.current?.text() ?? '';
    if (text.trim() === '' || sourceId === null) return;
    try {
      const made = await api.console.format({ body: { sqlText: text, sourceId } }, { overlay: false, quiet: true });
      editor.current?.replace(made.sqlText);
    } catch (error) {
      if (error instanceof CallError) toast.warning(error.message);
    }
  };

  return (
    <div className="panel console">
      <div className="console-bar">
        <label className="query-field">
          数据源
          <Select
            className="console-source"
            value={sourceId}
            onChange={choose}
            loading={sources.isLoading}
            placeholder={sources.isLoading ? '加载中' : '没有可用的数据源'}
            options={usable.map((source) => ({ value: source.id, label: source.sourceName }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
        </label>
        <Can call={api.console.run}>
          <Tooltip title="⌘⏎ / Ctrl+Enter，选中时只执行选中部分">
            <Button type="primary" icon={<CaretRightOutlined />} disabled={sourceId === null} loading={isRunning} onClick={handleRun}>
              执行
            </Button>
          </Tooltip>
        </Can>
        <Button icon={<StopOutlined />} disabled={!isRunning} loading={isStopping} onClick={() => void stop()}>
          停止
        </Button>
        <Button icon={<AlignLeftOutlined />} title="Shift+Alt+F" onClick={() => void format()}>
          格式化
        </Button>
        <span className="grow" />
        <span className="muted" role="status">
          {isRunning ? '正在执行，可随时停止' : '只读，每条语句最多显示 1000 行'}
        </span>
      </div>
      <Splitter className="console-body">
        <Splitter.Panel defaultSize={240} min={160} max="40%" collapsible>
          <CatalogueTree catalogue={catalogue.data} onInsert={(text) => editor.current?.insert(text)} />
        </Splitter.Panel>
        <Splitter.Panel>
          <Splitter orientation="vertical">
            <Splitter.Panel defaultSize="42%" min={120}>
              <SqlEditor
                ref={editor}
                initial={start}
                catalogue={catalogue.data}
                onChange={(text) => sessionStorage.setItem(draftKey(), text)}
                onRun={handleRun}
                onFormat={() => void format()}
              />
            </Splitter.Panel>
            <Splitter.Panel min={140}>
              <Results
                outcome={outcome}
                isRunning={isRunning}
                sourceId={sourceId}
                tab={tab}
                onTab={setTab}
                onShow={(offset) => {
                  editor.current?.mark(offset);
                  editor.current?.focus();
                }}
                onUse={(entry) => {
                  choose(entry.sourceId);
                  editor.current?.replace(entry.sqlText);
                }}
              />
            </Splitter.Panel>
          </Splitter>
        </Splitter.Panel>
      </Splitter>
    </div>
  );
}
