import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useCan } from '#kit/web/can.tsx';
import { StudioShell } from '#kit/web/parts/StudioShell.tsx';
import { DocumentVersions, EditorsHere } from '#modules/library/web/parts.ts';
import { readScreen } from '../../core/read-screen.ts';
import { screenApi } from './api.ts';
import { Canvas } from './canvas/Canvas.tsx';
import { StoredCharts } from './canvas/canvas-context.ts';
import { Editor, EditorContext, unsavedSteps, type Stored } from './editor.ts';
import { Side } from './left/Side.tsx';
import { Paste } from './paste/Paste.tsx';
import { Inspector } from './right/Inspector.tsx';
import { storedDraft } from './save/local-draft.ts';
import { openScreen } from './save/open-screen.ts';
import { storeDraftNow, useLocalDraft } from './save/use-local-draft.ts';
import { screenDiff } from './save/use-save-screen.tsx';
import { useStoredScreen } from './save/use-stored-screen.ts';
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

/** Undo and redo of the editor, as the bar of a builder takes them. */
function useEditorSteps(editor: Editor) {
  const past = useStore(editor.store, (state) => state.history.past.at(-1)?.label);
  const future = useStore(editor.store, (state) => state.history.future.at(-1)?.label);
  return {
    undo: { can: past !== undefined, label: past, run: () => editor.undo() },
    redo: { can: future !== undefined, label: future, run: () => editor.redo() },
  };
}

/** The whole editor of one screen. */
export function Builder({ id, stored, isSystem, code, publishedNo }: Props) {
  const [editor] = useState(() => opened(id, stored));
  const [open, setOpen] = useState<'help' | 'versions' | null>(null);
  const { save, stateOf, dialog, publishing, leave, hear } = useStoredScreen(editor, { stored, isSystem, published: publishedNo });
  const unsaved = useStore(editor.store, unsavedSteps);
  const name = useStore(editor.store, (state) => state.name);
  const steps = useEditorSteps(editor);
  const document = useMemo(() => openScreen(editor), [editor]);
  const charts = useStoredCharts(editor);
  const feed = useDraftFeed(editor, charts);
  const can = useCan();
  useLocalDraft(editor);
  const help = useCallback(() => setOpen('help'), []);
  useKeys(editor, { save, help });
  const preview = () => {
    storeDraftNow(editor);
    window.open(`/visual/screen/build/${id}?preview=1`, '_blank', 'noopener');
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
              {...steps}
              zoom={<Zoom />}
              people={<EditorsHere kind="screen" id={id} version={() => editor.state.version} onNewer={hear} />}
              extra={<HelpButton onHelp={help} />}
              onVersions={() => setOpen('versions')}
              onPreview={preview}
              onSave={save}
              onPublish={can(screenApi.screen.publish) ? publishing.publish : undefined}
              isPublishing={publishing.isPublishing}
            >
              <Tools />
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
