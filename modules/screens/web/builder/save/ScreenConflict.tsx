import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { ConflictDialog } from '#kit/web/conflict/ConflictDialog.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { diffScreens } from '../../../core/diff.ts';
import { replaceAll } from '../../../core/node-commands.ts';
import { WIDGETS } from '../../../core/widgets.ts';
import { screenApi } from '../api.ts';
import { useEditor } from '../editor.ts';
import type { Conflicting, Saver } from './use-save.ts';

const KINDS = Object.fromEntries(Object.entries(WIDGETS).map(([type, { label }]) => [type, label]));
const WHAT = { added: '新增', removed: '删除', changed: '修改', moved: '移动' } as const;
const SHOWN = 12;

/** Two versions of one screen: what differs, and which one is to hold. */
export function ScreenConflict({ saver, theirs, onCopy }: { saver: Saver; theirs: Conflicting; onCopy: (id: string) => void }) {
  const editor = useEditor();
  const { config, name } = editor.state;
  const [isBusy, setBusy] = useState(false);
  const changes = useMemo(() => diffScreens(theirs.config, config, {}, KINDS), [theirs, config]);
  const copy = async () => {
    setBusy(true);
    try {
      const made = await screenApi.screen.create(
        { body: { screenName: `${name.slice(0, 58)}（副本）`, screenConfig: config as never } },
        { quiet: true },
      );
      toast.success('已另存为副本');
      onCopy(made.id);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '另存失败');
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConflictDialog
      what="个大屏"
      title="大屏已被他人修改"
      changed={theirs.changed}
      busy={saver.state === 'saving'}
      onMine={() => void saver.save(theirs.version)}
      onTheirs={() => {
        editor.store.setState({ version: theirs.version });
        editor.change('采用对方的版本', replaceAll(theirs.config), { select: [] });
        editor.keep(editor.state.config, theirs.name, theirs.version);
        editor.set({ name: theirs.name });
        saver.dropConflict();
      }}
      onBack={saver.dropConflict}
      actions={
        <Button loading={isBusy} onClick={() => void copy()}>
          另存为副本
        </Button>
      }
    >
      <p>
        您的版本与对方保存的“{theirs.name}”的差异（{changes.length} 处）：
      </p>
      <ul className="sed-diff">
        {changes.slice(0, SHOWN).map((one, i) => (
          // two nodes may have the same name
          // eslint-disable-next-line react/no-array-index-key
          <li key={i}>
            <em data-what={one.what}>{WHAT[one.what]}</em>
            {one.subject} {one.name}
            {one.details.length > 0 && <span className="muted">（{one.details.join('、')}）</span>}
          </li>
        ))}
        {changes.length > SHOWN && <li className="muted">还有 {changes.length - SHOWN} 处</li>}
        {changes.length === 0 && <li className="muted">内容相同</li>}
      </ul>
      <p className="muted">采用对方的版本可以撤销；覆盖后对方的修改可在版本中找回。</p>
    </ConflictDialog>
  );
}
