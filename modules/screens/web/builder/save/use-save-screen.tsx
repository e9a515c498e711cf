import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useSave, type Saver } from '#kit/web/designer/use-save.tsx';
import { takePicture } from '#kit/web/designer/take-picture.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import type { ScreenConfig } from '../../../contract/screen-config.ts';
import { diffScreens } from '../../../core/diff.ts';
import { readScreen } from '../../../core/read-screen.ts';
import { WIDGETS } from '../../../core/widgets.ts';
import { screenApi } from '../api.ts';
import type { Editor, Stored } from '../editor.ts';
import { openScreen } from './open-screen.ts';

const quiet = { quiet: true, overlay: false };
const KINDS = Object.fromEntries(Object.entries(WIDGETS).map(([type, { label }]) => [type, label]));
const WHAT = { added: '新增', removed: '删除', changed: '修改', moved: '移动' } as const;

/** What differs between two screens, a line each. */
export const screenDiff = (from: ScreenConfig | null, to: ScreenConfig): string[] =>
  from === null
    ? ['对方的版本无法读取']
    : diffScreens(from, to, {}, KINDS).map(
        ({ what, subject, name, details }) => `${WHAT[what]}${subject}“${name}”${details.length > 0 ? `：${details.join('、')}` : ''}`,
      );

/** What the server has at present. */
const stored = (id: string): Promise<Stored> =>
  screenApi.screen
    .get({ params: { id } }, quiet)
    .then((found) => ({ config: readScreen(found.screenConfig), name: found.screenName, version: found.version }));

interface SaveInput {
  /** the name of a screen of the product stays */
  readonly isSystem: boolean;
  /** goes on with a copy, which somebody made of a version that was in the way */
  readonly onCopy: (id: string) => void;
}

/** Saves the draft of a screen. */
export function useSaveScreen(editor: Editor, { isSystem, onCopy }: SaveInput): Saver {
  const refresh = useRefresh();
  const document = useMemo(() => openScreen(editor), [editor]);
  return useSave<ScreenConfig>({
    document,
    what: '大屏',
    diff: screenDiff,
    async put({ config, name }, version) {
      const screenThumbnail = await takePicture();
      const body = {
        screenConfig: config as never,
        version,
        screenThumbnail,
        ...(isSystem ? {} : { screenName: name.trim() || undefined }),
      };
      return screenApi.screen.build({ params: { id: editor.id }, body }, { ...quiet, timeoutMs: 60_000 });
    },
    load: () => stored(editor.id),
    onSaved: () => void refresh(screenApi.screen.page),
    actions: <CopyButton editor={editor} onCopy={onCopy} />,
  });
}

/** Keeps both versions: mine becomes a screen of its own. */
function CopyButton({ editor, onCopy }: { editor: Editor; onCopy: (id: string) => void }) {
  const [isBusy, setBusy] = useState(false);
  const copy = async () => {
    setBusy(true);
    const { name, config } = editor.state;
    try {
      const body = { screenName: `${name.slice(0, 58)}（副本）`, screenConfig: config as never };
      const made = await screenApi.screen.create({ body }, { quiet: true });
      toast.success('已另存为副本');
      onCopy(made.id);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '另存失败');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={isBusy} onClick={() => void copy()}>
      另存为副本
    </Button>
  );
}
