import type { OpenDocument } from '#kit/web/designer/open-document.ts';
import type { ScreenConfig } from '../../../contract/screen-config.ts';
import { replaceAll } from '../../../core/node-commands.ts';
import { isDirty, type Editor } from '../editor.ts';
import { storeDraftNow } from './use-local-draft.ts';

/** The screen of an editor as what every builder saves and compares. */
export const openScreen = (editor: Editor): OpenDocument<ScreenConfig> => ({
  now: () => editor.state,
  isDirty: () => isDirty(editor.state),
  base: () => editor.state.saved,
  keep({ config, name, version }) {
    editor.keep(config, name, version);
    storeDraftNow(editor);
  },
  take(label, config, over) {
    editor.change(label, replaceAll(config), { select: [] });
    if (!over) return;
    editor.keep(editor.state.config, over.name, over.version);
    editor.set({ name: over.name });
  },
  follow({ version, name }) {
    const { name: mine, savedName } = editor.state;
    editor.store.setState({ version, savedName: name, name: mine === savedName ? name : mine });
  },
});
