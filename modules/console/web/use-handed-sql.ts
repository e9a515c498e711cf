import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useSearchParams } from 'react-router';
import { useOwnSearch } from '#kit/web/address.ts';
import { toast } from '#kit/web/dialog.tsx';
import type { SqlEditorHandle } from '#kit/web/sql/SqlEditor.tsx';
import type { Tabs } from './use-tabs.ts';

/**
 * Takes a statement that another page hands over in the address (`sql`, `sourceId`), also while the console is already open: into the active
 * tab if that is empty, else into a new one. Answers the id of the source in the address.
 */
export function useHandedSql(tabs: Tabs, editor: RefObject<SqlEditorHandle | null>): string | null {
  const { search, isHere } = useOwnSearch();
  const [, setSearch] = useSearchParams();
  const sourceId = search.get('sourceId');
  const handed = search.get('sql');
  const take = useEffectEvent((text: string) => {
    const { active } = tabs;
    if (active && active.sqlText.trim() === '') {
      tabs.patch(active.tabKey, { sqlText: text, ...(sourceId && { sourceId }) });
      editor.current?.replace(text);
    } else if (active?.sqlText !== text && !tabs.open({ sqlText: text, sourceId })) toast.warning('页签太多，请先关闭不用的');
    if (isHere) setSearch(sourceId ? { sourceId } : {}, { replace: true });
  });
  const { isReady } = tabs;
  useEffect(() => {
    if (handed !== null && isReady) take(handed);
  }, [handed, isReady]);
  return sourceId;
}
