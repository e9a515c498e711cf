import { useCallback, useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { takePicture } from '#kit/web/designer/take-picture.ts';
import { usePublish } from '#kit/web/designer/use-publish.ts';
import { confirmDialog, offer, toast } from '#kit/web/dialog.tsx';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import type { ScreenConfig } from '../../../contract/screen-config.ts';
import { unboundNodes } from '../../../core/unbound.ts';
import { screenApi } from '../api.ts';
import { isDirty, type Editor, type Stored } from '../editor.ts';
import { forgetOld, removeDraft } from './local-draft.ts';
import { useSaveScreen } from './use-save-screen.tsx';

interface StoredScreenInput {
  readonly stored: Stored;
  readonly isSystem: boolean;
  /** version that viewers see at present, null = none */
  readonly published: number | null;
}

/** The open screen and what the server has of it: saving, publishing, leaving, and what others saved meanwhile. */
export function useStoredScreen(editor: Editor, { stored, isSystem, published }: StoredScreenInput) {
  const { id } = editor;
  const navigate = useNavigate();
  const dirty = useStore(editor.store, isDirty);
  const letGo = useUnsaved(dirty);
  const refresh = useRefresh();
  const onCopy = (copy: string) => {
    letGo();
    removeDraft(id);
    editor.load({ config: stored.config, name: stored.name, version: stored.version });
    void navigate(`/visual/screen/build/${copy}`);
  };
  const { save: put, stateOf, dialog, hear } = useSaveScreen(editor, { isSystem, onCopy });
  useRecovery(editor, stored, put);

  const save = useCallback(() => {
    if (!isDirty(editor.state)) return toast.success('没有需要保存的修改');
    void put();
  }, [editor, put]);
  const publishing = usePublish({
    published,
    async save() {
      const isSure = await confirmDialog({ content: beforePublishing(editor.state.config), okText: '发布' });
      return isSure && put();
    },
    async publish() {
      const body = { version: editor.state.version, screenThumbnail: await takePicture() };
      const done = await screenApi.screen.publish({ params: { id }, body }, { quiet: true, overlay: false });
      editor.store.setState({ version: done.version });
      void refresh(screenApi.screen.page);
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
  return { save, stateOf, dialog, publishing, leave, hear };
}

const MAX_NAMED = 5;
/** What is to know before publishing: viewers see none of the sample data that the builder draws. */
function beforePublishing(config: ScreenConfig): string {
  const names = unboundNodes(config).map(({ name }) => `“${name}”`);
  const plain = '发布后，查看者将看到当前画布的内容。';
  if (names.length === 0) return plain;
  const named = names.slice(0, MAX_NAMED).join('、') + (names.length > MAX_NAMED ? '等' : '');
  return `${plain}${named} ${names.length} 个组件没有绑定数据，示例数据不会发布，查看者在这些位置看到“尚未配置数据”。`;
}

/** Work that this browser kept and the server does not have: with the same version it can be given up, with another one both are shown. */
function useRecovery(editor: Editor, stored: Stored, put: () => Promise<boolean>): void {
  useEffect(() => {
    forgetOld(Date.now());
    if (!isDirty(editor.state)) return;
    if (editor.state.version !== stored.version) return void put(); // the refusal shows both versions
    offer('已恢复上次未保存的修改', '放弃修改', () => {
      removeDraft(editor.id);
      editor.load(stored);
    });
    // once, when the editor opens
    // eslint-disable-next-line react/exhaustive-deps
  }, [editor]);
}
