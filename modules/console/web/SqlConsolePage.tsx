import { Segmented, Skeleton, Splitter } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react';
import { useSearchParams } from 'react-router';
import { useOwnSearch } from '#kit/web/address.ts';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import { paramNames, type ParamValue } from '#modules/gate/core/index.ts';
import { api } from './api.ts';
import { CatalogueTree } from './CatalogueTree.tsx';
import { ConsoleBar } from './ConsoleBar.tsx';
import { asValue } from './param-text.ts';
import { describedParams, ParamBar, type ParamTypes } from './ParamBar.tsx';
import { QueryList, type SavedQuery } from './QueryList.tsx';
import { Results } from './Results.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { SqlEditor, type SqlEditorHandle } from '#kit/web/sql/SqlEditor.tsx';
import { TabBar } from './TabBar.tsx';
import { useRun, type RunOutcome } from './use-run.ts';
import { useTabs } from './use-tabs.ts';
import './console.css';

type Side = 'catalogue' | 'queries';

/** SQL工作台 */
export default function SqlConsolePage() {
  const { search, isHere } = useOwnSearch();
  const [, setSearch] = useSearchParams();
  const editor = useRef<SqlEditorHandle>(null);
  const tabs = useTabs();
  const { active } = tabs;
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, RunOutcome>>>({});
  const [paramTypes, setParamTypes] = useState<Readonly<Record<string, ParamTypes>>>({});
  const [resultTab, setResultTab] = useState('messages');
  const [side, setSide] = useState<Side>('catalogue');
  const [saving, setSaving] = useState<{ query: SavedQuery | null } | null>(null);
  const sources = useCall(api.source.list);
  const usable = sources.data?.filter((source) => source.status === '1') ?? [];
  const wanted = active?.sourceId ?? search.get('sourceId');
  const sourceId =
    usable.find((source) => source.id === wanted)?.id ?? usable.find((source) => source.isSync === '2')?.id ?? usable[0]?.id ?? null;
  const catalogue = useCall(
    api.console.completion,
    { query: { sourceId: sourceId ?? '' } },
    { enabled: sourceId !== null, staleTime: 60_000 },
  );
  const query = useCall(
    api.savedQuery.get,
    { params: { id: active?.queryId ?? '' } },
    { enabled: Boolean(active?.queryId), staleTime: 60_000 },
  );
  const known = (active?.queryId && query.data?.params) || [];
  const names = paramNames(active?.sqlText ?? '');

  // Another page may hand over a statement in the address, also while this tab is alive.
  const handed = search.get('sql');
  const take = useEffectEvent((text: string) => {
    const handedSource = search.get('sourceId');
    if (active && active.sqlText.trim() === '') {
      tabs.patch(active.tabKey, { sqlText: text, ...(handedSource && { sourceId: handedSource }) });
      editor.current?.replace(text);
    } else if (active?.sqlText !== text && !tabs.open({ sqlText: text, sourceId: handedSource })) toast.warning('页签太多，请先关闭不用的');
    if (isHere) setSearch(handedSource ? { sourceId: handedSource } : {}, { replace: true });
  });
  const { isReady } = tabs;
  useEffect(() => {
    if (handed !== null && isReady) take(handed);
  }, [handed, isReady]);

  const { run, stop, isRunning, isStopping } = useRun((next) => {
    setOutcomes((before) => ({ ...before, [next.tabKey]: next }));
    if (next.tabKey !== active?.tabKey) return;
    const at = next.results.findIndex((result) => result.success && result.kind === 'read');
    setResultTab(next.problem || at < 0 ? 'messages' : `r${at}`);
    editor.current?.mark(next.problem?.offset ?? null);
  });
  if (!active) return <Skeleton active className="panel page-skeleton" paragraph={{ rows: 10 }} />;

  const start = (prefix = '') => {
    if (sourceId === null || isRunning) return;
    const whole = editor.current?.text() ?? '';
    const part = editor.current?.selection() ?? { text: whole, from: 0 };
    if (part.text.trim() === '') return toast.warning('请输入要执行的SQL语句');
    const missing = paramNames(part.text).filter((name) => active.params[name] === undefined);
    if (missing.length > 0) return toast.warning(`请填写参数：${missing.join('、')}`);
    editor.current?.mark(null);
    // what stands in front of the statement is not part of what the person sees
    const text = prefix === '' || /^\s*explain\b/i.test(part.text) ? part.text : prefix + part.text;
    void run({
      tabKey: active.tabKey,
      sourceId,
      text,
      from: part.from - (text.length - part.text.length),
      params: active.params,
      queryId: active.queryId,
    });
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
  const save = async () => {
    if (active.sqlText.trim() === '') return toast.warning('请输入要保存的SQL语句');
    // only its owner changes a query; everybody else keeps an own copy
    const kept = active.queryId ? (await query.refetch()).data : undefined;
    setSaving({ query: kept?.isMine ? kept : null });
  };
  const open = (saved: SavedQuery) => {
    const there = tabs.tabs.find((tab) => tab.queryId === saved.id);
    if (there) return tabs.show(there.tabKey);
    const given = tabOf(saved);
    if (!tabs.open(given)) toast.warning('页签太多，请先关闭不用的');
  };

  return (
    <div
      className="panel console"
      onKeyDown={(event) => {
        if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== 's') return;
        event.preventDefault();
        void save();
      }}
    >
      <TabBar tabs={tabs} />
      <ConsoleBar
        sources={usable}
        isLoading={sources.isLoading}
        sourceId={sourceId}
        isRunning={isRunning}
        isStopping={isStopping}
        onSource={(id) => tabs.patch(active.tabKey, { sourceId: id })}
        onRun={() => start()}
        onExplain={() => start('explain ')}
        onStop={() => void stop()}
        onFormat={() => void format()}
        onSave={() => void save()}
      />
      <ParamBar
        key={active.tabKey}
        names={names}
        known={known}
        values={active.params}
        types={paramTypes[active.tabKey] ?? {}}
        onTypes={(types) => setParamTypes({ ...paramTypes, [active.tabKey]: types })}
        onChange={(params) => tabs.patch(active.tabKey, { params: params as typeof active.params })}
        onRun={() => start()}
      />
      <Splitter className="console-body">
        <Splitter.Panel defaultSize={240} min={160} max="40%" collapsible>
          <SidePanel
            side={side}
            onSide={setSide}
            catalogue={catalogue.data}
            onInsert={(text) => editor.current?.insert(text)}
            onOpen={open}
          />
        </Splitter.Panel>
        <Splitter.Panel>
          <Splitter orientation="vertical">
            <Splitter.Panel defaultSize="42%" min={120}>
              <SqlEditor
                key={active.tabKey}
                ref={editor}
                initial={active.sqlText}
                catalogue={catalogue.data}
                onChange={(text) => tabs.patch(active.tabKey, { sqlText: text })}
                onRun={() => start()}
                onFormat={() => void format()}
              />
            </Splitter.Panel>
            <Splitter.Panel min={140}>
              <Results
                outcome={outcomes[active.tabKey] ?? null}
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
        </Splitter.Panel>
      </Splitter>
      {saving && sourceId !== null && (
        <SaveDialog
          query={saving.query}
          name={active.tabName}
          sourceId={sourceId}
          sqlText={active.sqlText}
          params={describedParams(names, known, active.params, paramTypes[active.tabKey] ?? {})}
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

/** A saved query as a new tab, with the defaults of its parameters. */
function tabOf(saved: SavedQuery) {
  const defaults = saved.params.flatMap((param): [string, ParamValue][] => {
    const value = param.defaultValue === null ? undefined : asValue(param.defaultValue, param.type);
    return value === undefined ? [] : [[param.name, value]];
  });
  const given = {
    tabName: saved.queryName.slice(0, 50),
    sourceId: saved.sourceId,
    sqlText: saved.sqlText,
    params: Object.fromEntries(defaults) as NonNullable<ReturnType<typeof useTabs>['active']>['params'],
    queryId: saved.id,
  };
  return given;
}

/** Tables to insert, or saved queries to open. */
function SidePanel({
  side,
  onSide,
  catalogue,
  onInsert,
  onOpen,
}: {
  side: Side;
  onSide: (side: Side) => void;
  catalogue: ComponentProps<typeof CatalogueTree>['catalogue'];
  onInsert: (text: string) => void;
  onOpen: (saved: SavedQuery) => void;
}) {
  return (
    <div className="console-side">
      <Segmented
        aria-label="侧栏内容"
        block
        size="small"
        value={side}
        onChange={onSide}
        options={[
          { value: 'catalogue', label: '表和字段' },
          { value: 'queries', label: '已存查询' },
        ]}
      />
      {side === 'catalogue' ? <CatalogueTree catalogue={catalogue} onInsert={onInsert} /> : <QueryList onOpen={onOpen} />}
    </div>
  );
}
