import { useMemo, useState } from 'react';
import type { StoreApi } from 'zustand';
import { openDesign } from '#kit/web/designer/open-document.ts';
import type { Design } from '#kit/web/designer/store.ts';
import { useSave } from '#kit/web/designer/use-save.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import type { StartNode } from '../../../contract/tree.ts';
import { modelApi as api } from '../api.ts';

export type Model = CallReply<typeof api.model.get>;
export type Store = StoreApi<Design<StartNode>>;

/** Saves the tree with its name over the version that was read. */
export function useSaveModel(store: Store, model: Model) {
  const document = useMemo(() => openDesign(store), [store]);
  const rest = { key: model.key, categoryId: model.categoryId, kind: 'simple' as const, remark: model.remark };
  return useSave<StartNode>({
    document,
    what: '流程',
    put: ({ config, name }, version) =>
      api.model.update({ params: { id: model.id }, body: { ...rest, name, tree: config, version } }, { quiet: true, overlay: false }),
    load: async () => {
      const theirs = await api.model.get({ params: { id: model.id } }, { quiet: true, overlay: false });
      return { config: theirs.tree as StartNode, version: theirs.version, name: theirs.name };
    },
    diff: (from, to) => (JSON.stringify(from) === JSON.stringify(to) ? [] : ['流程的节点或设置有修改']),
  });
}

/** Checks and publishes what is saved; what the server found wrong stands at the nodes. */
export function useRelease(store: Store, save: () => Promise<boolean>) {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const params = { id: store.getState().id };
  const validate = useWrite(api.model.validate, {
    onSuccess: ({ problems: found }) => {
      setProblems(new Map(found.flatMap(({ node, message }) => (node === null ? [] : [[node, message] as const]))));
      if (found.length === 0) toast.success('校验通过');
      else
        toast.warning(
          found
            .map(({ message }) => message)
            .slice(0, 3)
            .join('；'),
        );
    },
  });
  const publish = useWrite(api.model.publish, { onSuccess: ({ versionNo }) => toast.success(`已发布第 ${versionNo} 版`) });
  const check = async () => (await save()) && validate.mutate({ params, body: {} });
  const release = async () => (await save()) && publish.mutate({ params, body: { version: store.getState().version } });
  return { problems, check, release, isChecking: validate.isPending, isPublishing: publish.isPending };
}
