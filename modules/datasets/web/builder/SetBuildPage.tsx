import { ExclamationCircleFilled } from '@ant-design/icons';
import { Splitter, Tabs, TreeSelect } from 'antd';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { useChangeAddress } from '#kit/web/address.ts';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import type { SqlEditorHandle } from '#kit/web/sql/SqlEditor.tsx';
import type { BrokenField } from '../../contract/data-set.ts';
import { api } from '../sets/api.ts';
import { KIND_LABELS } from '../sets/kinds.tsx';
import { DesignGate, NoDesign } from '#kit/web/designer/DesignGate.tsx';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import { StudioShell } from '#kit/web/parts/StudioShell.tsx';
import '../sets/sets.css';
import './build-set.css';
import './calc.css';
import './set-fields.css';
import { BrokenFields } from './BrokenFields.tsx';
import { CacheTab } from './CacheTab.tsx';
import { ExtractTab } from './ExtractTab.tsx';
import { FieldsTab } from './FieldsTab.tsx';
import { FilePane } from './FilePane.tsx';
import { JoinCanvas } from './JoinCanvas.tsx';
import { ParamsTab } from './ParamsTab.tsx';
import { PreviewTab } from './PreviewTab.tsx';
import { SourcePanel } from './SourcePanel.tsx';
import { SqlPane } from './SqlPane.tsx';
import { useExistingColumns } from './use-existing-columns.ts';
import { draftOf, emptyDraft, isComplete, mergeFields, useDraft, type Draft, type DraftKind, type DraftState } from './use-draft.ts';
import { useSaveSet } from './use-save-set.ts';

type Analysed = CallReply<typeof api.dataSet.analyse>;
const KINDS: readonly string[] = ['table', 'join', 'sql', 'file'];
const WAIT_MS = 400;

/** A new set, filled with the statement that the SQL console handed over. */
function freshDraft(kind: string, folderId: string | null, handed: unknown): Draft {
  const draft = emptyDraft((KINDS.includes(kind) ? kind : 'table') as DraftKind, folderId);
  const { sourceId, sql } = (handed ?? {}) as { sourceId?: unknown; sql?: unknown };
  if (kind !== 'sql' || typeof sourceId !== 'string' || typeof sql !== 'string') return draft;
  return { ...draft, sourceId, model: { ...draft.model, origin: { kind: 'sql', sql } } };
}

const LIST = { path: '/visual/dataset', name: '数据集' };

/** 数据集设计 */
export default function SetBuildPage() {
  const { id = 'new' } = useParams();
  const [search] = useSearchParams();
  const { state: handed } = useLocation() as { state: unknown };
  const can = useCan();
  if (id !== 'new') return <StoredSet key={id} id={id} />;
  if (!can(api.dataSet.create)) return <NoDesign title="没有新增数据集的权限" list={LIST} />;
  const kind = search.get('kind') ?? 'table';
  return <Builder key={`new-${kind}`} first={freshDraft(kind, search.get('folderId'), handed)} broken={[]} />;
}

function StoredSet({ id }: { id: string }) {
  const found = useCall(api.dataSet.get, { params: { id } });
  return (
    <DesignGate found={found} list={LIST}>
      {(row) => <Builder first={draftOf(row)} broken={row.broken} />}
    </DesignGate>
  );
}

/**
 * What the source says of the draft: its columns, read again when its origin changes. Tables, joins and files are read as soon as they are
 * chosen; an SQL text when somebody asks for it, or once when it is opened.
 */
function useAnalysis(state: DraftState, first: Draft) {
  const { draft, settleModel } = state;
  const { origin } = draft.model;
  const [analysed, setAnalysed] = useState<Analysed | null>(null);
  const [problem, setProblem] = useState<CallError | null>(null);
  const [isReading, setReading] = useState(false);
  const turn = useRef(0);
  const read = useEffectEvent(async (signal: AbortSignal) => {
    const mine = ++turn.current;
    setReading(true);
    try {
      const { id, sourceId, model } = draft;
      const body = {
        id,
        sourceId,
        origin: model.origin,
        params: model.params,
        fields: model.fields,
      };
      const found = await api.dataSet.analyse({ body }, { quiet: true, overlay: false, signal });
      if (mine !== turn.current) return;
      setAnalysed(found);
      setProblem(null);
      settleModel((now) => ({
        fields: mergeFields(now.fields, found.columns),
        ...(now.origin.kind === 'sql' && {
          params: found.paramNames.map(
            (name) =>
              now.params.find((param) => param.name === name) ?? {
                name,
                type: 'text' as const,
                value: null,
              },
          ),
        }),
      }));
    } catch (error) {
      if (mine === turn.current && error instanceof CallError && !signal.aborted) {
        setProblem(error);
        setAnalysed(null);
      }
    } finally {
      if (mine === turn.current) setReading(false);
    }
  });
  const options =
    isComplete(draft) && origin.kind !== 'platform' ? JSON.stringify([draft.sourceId, origin.kind === 'sql' ? null : origin]) : null;
  const isWritten = origin.kind === 'sql' && draft.id === null && analysed === null;
  // a statement that was run in the console is read at once
  const [manual, setManual] = useState(first.id === null && origin.kind === 'sql' && origin.sql !== '' ? 1 : 0);
  useEffect(() => {
    if (options === null || (isWritten && manual === 0)) return;
    const controller = new AbortController();
    const timer = setTimeout(() => void read(controller.signal), WAIT_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
    // the text of a new set is not asked for before somebody wants it
  }, [options, manual, isWritten]);
  return { analysed, problem, isReading, readAgain: () => setManual((n) => n + 1) };
}

/** Saves the draft when it is complete; presses that come while it is being saved do nothing. */
function useSaving(state: DraftState, broken: readonly BrokenField[], tab: string) {
  const { draft, isDirty } = state;
  const navigate = useNavigate();
  const release = useUnsaved(isDirty);
  const {
    save: put,
    stateOf,
    isSaving,
    dialog,
  } = useSaveSet(state, broken, (id) => {
    release();
    void navigate(`/visual/dataset/build/${id}?tab=${tab}`, { replace: true });
  });
  // a second press comes before the first one is drawn
  const busy = useRef(false);
  const save = async () => {
    if (busy.current || isSaving || !isDirty) return;
    const lacking = missingOf(draft);
    if (lacking !== null) return toast.warning(lacking);
    busy.current = true;
    await put().finally(() => (busy.current = false));
  };
  const leave = async () => {
    if (!(await confirmLeave(isDirty))) return;
    release();
    await navigate('/visual/dataset');
  };
  return { save, leave, stateOf, dialog };
}

function Builder({ first, broken: storedBroken }: { first: Draft; broken: readonly BrokenField[] }) {
  const state = useDraft(first);
  const { draft, isDirty, set } = state;
  const [search] = useSearchParams();
  const changeAddress = useChangeAddress();
  const tab = search.get('tab') ?? 'fields';
  const { origin } = draft.model;
  const editor = useRef<SqlEditorHandle>(null);
  const catalogue = useCall(
    api.dataSet.catalogue,
    { params: { sourceId: draft.sourceId ?? '' } },
    { enabled: draft.sourceId !== null, staleTime: 60_000 },
  );
  useExistingColumns(state, catalogue.data);
  const analysis = useAnalysis(state, first);
  const { analysed, problem, isReading } = analysis;
  const has = new Set(draft.model.fields.map((field) => field.id));
  const broken = (analysed?.broken ?? (isDirty ? [] : storedBroken)).filter((one) => has.has(one.field));
  const { save, leave, stateOf, dialog } = useSaving(state, broken, tab);
  useDesignKeys(state.store, () => void save());
  const steps = useSteps(state.store);
  const hasSource = origin.kind !== 'platform';
  return (
    <div className="designer set-build">
      <StudioShell
        kind="数据集"
        icon={<span className="set-kind">{KIND_LABELS[origin.kind]}</span>}
        name={draft.setName}
        nameLimit={50}
        onRename={(setName) => set({ setName })}
        onBack={() => void leave()}
        save={stateOf(state.unsaved)}
        {...steps}
        extra={<FolderSelect value={draft.folderId} onChange={(folderId) => set({ folderId })} />}
        onSave={() => void save()}
      >
        <Splitter className="set-build-body">
          {hasSource && (
            <Splitter.Panel defaultSize={264} min={200} max="36%" collapsible>
              <SourcePanel draft={draft} catalogue={catalogue} state={state} onInsert={(text) => editor.current?.insert(text)} />
            </Splitter.Panel>
          )}
          <Splitter.Panel>
            <Splitter orientation="vertical">
              {hasSource && (
                <Splitter.Panel defaultSize={origin.kind === 'file' || origin.kind === 'table' ? 132 : '40%'} min={96}>
                  <OriginPane state={state} catalogue={catalogue.data} analysis={analysis} editor={editor} />
                </Splitter.Panel>
              )}
              <Splitter.Panel min={220}>
                <div className="set-build-tabs">
                  <BrokenFields {...{ draft, state, broken, problem }} columns={analysed?.columns ?? []} catalogue={catalogue.data} />
                  <DraftTabs
                    state={state}
                    tab={tab}
                    broken={broken}
                    isReading={isReading}
                    onTab={(key) => changeAddress({ tab: key }, { replace: true })}
                  />
                </div>
              </Splitter.Panel>
            </Splitter>
          </Splitter.Panel>
        </Splitter>
      </StudioShell>
      {dialog}
    </div>
  );
}

interface OriginPaneProps {
  state: DraftState;
  catalogue: CallReply<typeof api.dataSet.catalogue> | undefined;
  analysis: ReturnType<typeof useAnalysis>;
  editor: RefObject<SqlEditorHandle | null>;
}
/** Where the rows come from: a text, a file, or tables. */
function OriginPane({ state, catalogue, analysis: { analysed, problem, isReading, readAgain }, editor }: OriginPaneProps) {
  const { origin } = state.draft.model;
  if (origin.kind === 'sql')
    return (
      <SqlPane
        text={origin.sql}
        catalogue={catalogue}
        problem={problem}
        isReading={isReading}
        editor={editor}
        onChange={(sql) => state.setModel({ origin: { kind: 'sql', sql } })}
        onRead={readAgain}
      />
    );
  if (origin.kind === 'file') return <FilePane origin={origin} analysed={analysed} state={state} />;
  return origin.kind === 'platform' ? null : <JoinCanvas origin={origin} catalogue={catalogue} state={state} />;
}

interface DraftTabsProps {
  state: DraftState;
  tab: string;
  broken: readonly BrokenField[];
  isReading: boolean;
  onTab: (key: string) => void;
}
/** Fields, preview, parameters, extract and cache of the draft. */
function DraftTabs({ state, tab, broken, isReading, onTab }: DraftTabsProps) {
  const { draft, isDirty } = state;
  const { origin } = draft.model;
  return (
    <Tabs
      activeKey={tab}
      onChange={onTab}
      size="small"
      items={[
        {
          key: 'fields',
          label: (
            <>
              字段
              {broken.length > 0 && <ExclamationCircleFilled className="set-warn" />}
            </>
          ),
          children: <FieldsTab draft={draft} state={state} broken={broken} isReading={isReading} />,
        },
        {
          key: 'preview',
          label: '预览',
          children: <PreviewTab key={draft.version} draft={draft} isActive={tab === 'preview'} />,
        },
        ...(origin.kind === 'sql'
          ? [
              {
                key: 'params',
                label: `参数${draft.model.params.length ? ` ${draft.model.params.length}` : ''}`,
                children: <ParamsTab draft={draft} state={state} />,
              },
            ]
          : []),
        ...(origin.kind === 'file' || origin.kind === 'platform'
          ? []
          : [
              {
                key: 'extract',
                label: '抽取',
                children: <ExtractTab draft={draft} state={state} isDirty={isDirty} isActive={tab === 'extract'} />,
              },
            ]),
        {
          key: 'cache',
          label: '缓存与隐私',
          children: <CacheTab draft={draft} state={state} />,
        },
      ]}
    />
  );
}

/** What a set needs before it can be saved. */
function missingOf(draft: Draft): string | null {
  const { kind } = draft.model.origin;
  if (draft.setName.trim() === '') return '请填写数据集名称';
  if (!isComplete(draft)) return kind === 'file' ? '请先上传文件' : kind === 'sql' ? '请选择数据源并书写SQL' : '请选择数据源和表';
  const short = draft.model.hierarchies.find(({ fields }) => fields.length < 2);
  return short ? `层级“${short.name}”至少需要两个字段，请补充或删除该层级` : null;
}

type Folder = CallReply<typeof api.folder.tree>['folders'][number];
interface Choice {
  value: string;
  title: string;
  children?: Choice[];
}
const choices = (nodes: readonly Node<Folder>[]): Choice[] =>
  nodes.map((node) => ({
    value: node.id,
    title: node.name,
    ...(node.children && { children: choices(node.children) }),
  }));

function FolderSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const folders = useCall(api.folder.tree, { params: { kind: 'dataset' } }, { staleTime: 60_000 });
  return (
    <TreeSelect
      className="set-folder"
      aria-label="目录"
      placeholder="选择目录"
      allowClear
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      value={value ?? undefined}
      treeData={choices(buildTree(folders.data?.folders ?? [], (row) => row.parentId))}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}
