import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { confirmDialog, offer, toast } from '#kit/web/dialog.tsx';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import { useCan } from '#kit/web/can.tsx';
import { StudioShell } from '#kit/web/parts/StudioShell.tsx';
import { DocumentVersions } from '#modules/library/web/parts.ts';
import { readScreen } from '../../core/read-screen.ts';
import { usePublish } from '#kit/web/designer/use-publish.ts';
import { screenApi } from './api.ts';
import { Canvas } from './canvas/Canvas.tsx';
import { StoredCharts } from './canvas/canvas-context.ts';
import { Editor, EditorContext, isDirty, unsavedSteps, type Stored } from './editor.ts';
import { Side } from './left/Side.tsx';
import { Paste } from './paste/Paste.tsx';
import { Inspector } from './right/Inspector.tsx';
import { removeDraft, forgetOld, storedDraft } from './save/local-draft.ts';
import { OtherTabs } from './save/OtherTabs.tsx';
import { useOtherTabs } from './save/other-tabs.ts';
import { storeDraftNow, useLocalDraft } from './save/use-local-draft.ts';
import { openScreen } from './save/open-screen.ts';
import { readStored, screenDiff, useSaveScreen } from './save/use-save-screen.tsx';
import { Help } from './top/Help.tsx';
import { HelpButton, Tools, Zoom } from './top/Tools.tsx';
import { useDraftFeed, useStoredCharts } from './use-feed.ts';
import { useKeys } from './use-keys.ts';

interface Props {
  id: string;
  stored: Stored;
  isSystem: boolean;
  /** code of a fixed screen */
  code: string | null;
  publishedNo: number | null;
}

/** Starts from what this browser kept when it goes on from what the server has. */
function opened(id: string, stored: Stored): Editor {
  const editor = new Editor(id, stored);
  const kept = storedDraft(id);
  if (kept && (kept.version === stored.version || kept.isDirty))
    editor.restore(kept.config, kept.history, kept.isDirty ? kept.name : stored.name);
  if (kept?.isDirty && kept.version !== stored.version) editor.store.setState({ version: kept.version, saved: null });
  return editor;
}

/** The whole editor of one screen. */
export function Builder({ id, stored, isSystem, code, publishedNo: published }: Props) {
  const [editor] = useState(() => opened(id, stored));
  const navigate = useNavigate();
  const refresh = useRefresh();
  const dirty = useStore(editor.store, isDirty);
  const letGo = useUnsaved(dirty);
  const [open, setOpen] = useState<'help' | 'versions' | null>(null);
  const others = useOtherTabs(id);
  const { tellSaved } = others;
  const onSaved = useCallback(
    (version: number) => {
      tellSaved(version);
      void refresh(screenApi.screen.page);
    },
    // the channel is the same for as long as the page is open
    // eslint-disable-next-line react/exhaustive-deps
    [refresh],
  );
  const onCopy = (copy: string) => {
    letGo();
    removeDraft(id);
    editor.load({ config: stored.config, name: stored.name, version: stored.version });
    void navigate(`/visual/screen/build/${copy}`);
  };
  const { save: put, stateOf, dialog } = useSaveScreen(editor, { isSystem, onSaved, onCopy });
  const unsaved = useStore(editor.store, unsavedSteps);
  const document = useMemo(() => openScreen(editor), [editor]);
  const charts = useStoredCharts(editor);
  const feed = useDraftFeed(editor, charts);
  useLocalDraft(editor);

  const save = useCallback(() => {
    if (!isDirty(editor.state)) return toast.success('没有需要保存的修改');
    void put();
  }, [editor, put]);
  const help = useCallback(() => setOpen('help'), []);
  useKeys(editor, { save, help });

  useEffect(() => {
    forgetOld(Date.now());
    if (!isDirty(editor.state)) return;
    if (editor.state.version !== stored.version) return void put(); // the refusal shows both versions
    offer('已恢复上次未保存的修改', '放弃修改', () => {
      removeDraft(id);
      editor.load(stored);
    });
    // once, when the editor opens
    // eslint-disable-next-line react/exhaustive-deps
  }, [editor]);
  const can = useCan();
  const name = useStore(editor.store, (state) => state.name);
  const past = useStore(editor.store, (state) => state.history.past.at(-1)?.label);
  const future = useStore(editor.store, (state) => state.history.future.at(-1)?.label);

  const publishing = usePublish({
    published,
    async save() {
      const isSure = await confirmDialog({ content: '发布后，查看者将看到当前画布的内容。确定发布吗？', okText: '发布' });
      return isSure && put();
    },
    async publish() {
      const body = { version: editor.state.version };
      const done = await screenApi.screen.publish({ params: { id }, body }, { quiet: true, overlay: false });
      editor.store.setState({ version: done.version });
      onSaved(done.version);
      return done;
    },
  });
  const leave = async () => {
    if (!(await confirmLeave(dirty))) return;
    letGo();
    if (dirty) removeDraft(id);
    editor.load({ config: editor.state.config, name: editor.state.name, version: editor.state.version });
    void navigate('/visual/datascreen');
  };
  const takeTheirs = async () => {
    const theirs = await readStored(id);
    if (!theirs) return toast.error('没有读到最新版本');
    editor.load(theirs);
    removeDraft(id);
    others.clear();
  };

  return (
    <EditorContext value={editor}>
      <StoredCharts value={charts}>
        <Paste>
          <div className="sed">
            <StudioShell
              kind="大屏"
              name={name}
              onRename={isSystem ? undefined : (next) => editor.set({ name: next })}
              onBack={() => void leave()}
              state={publishing.state}
              save={stateOf(unsaved, '已存本机')}
              undo={{ can: past !== undefined, label: past, run: () => editor.undo() }}
              redo={{ can: future !== undefined, label: future, run: () => editor.redo() }}
              zoom={<Zoom />}
              extra={<HelpButton onHelp={help} />}
              onVersions={() => setOpen('versions')}
              onPreview={() => {
                storeDraftNow(editor);
                window.open(`/visual/screen/build/${id}?preview=1`, '_blank', 'noopener');
              }}
              onSave={save}
              onPublish={can(screenApi.screen.publish) ? publishing.publish : undefined}
              isPublishing={publishing.isPublishing}
            >
              <Tools />
              {others.isOpen && (
                <OtherTabs
                  isNewer={others.savedVersion !== null && others.savedVersion > editor.state.version}
                  onTake={() => void takeTheirs()}
                />
              )}
              <div className="sed-body">
                <Side />
                <Canvas feed={feed} />
                <Inspector isSystem={isSystem} mayHideWatermark={code === 'cockpit'} />
              </div>
            </StudioShell>
          </div>
          {open === 'help' && <Help onClose={() => setOpen(null)} />}
          {open === 'versions' && (
            <DocumentVersions kind="screen" id={id} document={document} read={readScreen} diff={screenDiff} onClose={() => setOpen(null)} />
          )}
          {dialog}
        </Paste>
      </StoredCharts>
    </EditorContext>
  );
}
