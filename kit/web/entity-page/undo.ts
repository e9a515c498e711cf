import { recycleRoutes } from '#kit/contract/recycle.ts';
import { rightsCheckOf } from '../can.tsx';
import { offer, toast } from '../dialog.tsx';
import { send } from '../send.ts';
import { session } from '../session.ts';

interface Removed {
  /** 删除成功 */
  text: string;
  /** path of the entity's single-row delete call; identifies its kind in the recycle bin */
  path: string | undefined;
  ids: readonly string[];
  refresh: () => Promise<void>;
}

/** Toast after a deletion, with 撤销 where the recycle bin supports the entity and the account may restore. */
export async function toastRemoved({ text, path, ids, refresh }: Removed): Promise<void> {
  const entity = path === undefined ? undefined : await recycledAs(path);
  if (entity === undefined) return toast.success(text);
  offer(text, '撤销', async () => {
    try {
      await send(recycleRoutes.restore, { body: { items: ids.map((id) => ({ entity, id })) } });
    } catch {
      // the transport has already shown the error
      return;
    }
    toast.success(ids.length === 1 ? '已撤销删除' : `已撤销删除 ${ids.length} 条`);
    await refresh();
  });
}

async function recycledAs(path: string): Promise<string | undefined> {
  if (!rightsCheckOf(session.rights())({ route: recycleRoutes.restore })) return undefined;
  // without a reply no undo is offered
  const kinds = (await send(recycleRoutes.entities, {}, { quiet: true, overlay: false }).catch(() => [])) as {
    entity: string;
    removePath: string | null;
  }[];
  return kinds.find((kind) => kind.removePath === path)?.entity;
}
