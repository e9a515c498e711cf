import { useMemo, useState } from 'react';
import { openDesign } from '#kit/web/designer/open-document.ts';
import { useSave } from '#kit/web/designer/use-save.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { diffOf } from '../versions/diff.ts';
import { modelApi as api } from '../api.ts';
import { draftOf, type Draft, type Model, type Store } from './draft.ts';

/** Saves the process with its name over the version that was read. */
export function useSaveModel(store: Store, model: Model) {
  const document = useMemo(() => openDesign(store), [store]);
  const rest = { key: model.key, categoryId: model.categoryId, remark: model.remark };
  return useSave<Draft>({
    document,
    what: '流程',
    put: ({ config, name }, version) => {
      const { tree, xml } = config;
      const body = { ...rest, name, kind: tree ? ('simple' as const) : ('bpmn' as const), tree, bpmnXml: xml, version };
      return api.model.update({ params: { id: model.id }, body }, { quiet: true, overlay: false });
    },
    load: async () => {
      const theirs = await api.model.get({ params: { id: model.id } }, { quiet: true, overlay: false });
      return { config: draftOf(theirs), version: theirs.version, name: theirs.name };
    },
    diff: diffOf,
  });
}

export interface Problem {
  readonly node: string | null;
  readonly message: string;
}
/** Checks and publishes what is saved; what the server found wrong stands at the nodes. */
export function useRelease(store: Store, save: () => Promise<boolean>) {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const params = { id: store.getState().id };
  const validate = useWrite(api.model.validate, {
    onSuccess: ({ problems: found }) => {
      setProblems(found);
      if (found.length === 0) toast.success('校验通过');
    },
  });
  const publish = useWrite(api.model.publish, {
    onSuccess: ({ versionNo }) => {
      setProblems([]);
      toast.success(`已发布第 ${versionNo} 版`);
    },
  });
  const byNode = useMemo(
    () => new Map(problems.flatMap(({ node, message }) => (node === null ? [] : [[node, message] as const]))),
    [problems],
  );
  const check = async () => (await save()) && validate.mutate({ params, body: {} });
  const release = async () => (await save()) && publish.mutate({ params, body: { version: store.getState().version } });
  const dismiss = () => setProblems([]);
  return { problems, byNode, dismiss, check, release, isChecking: validate.isPending, isPublishing: publish.isPending };
}
