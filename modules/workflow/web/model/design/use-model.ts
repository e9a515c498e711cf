import { useMemo, useState } from 'react';
import { openDesign } from '#kit/web/designer/open-document.ts';
import { useSave } from '#kit/web/designer/use-save.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { incompleteIn } from '../../../core/tree/incomplete.ts';
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
/** Saves, checks and publishes; what is not complete and what the server found wrong stands at the nodes. */
export function useRelease(store: Store, put: () => Promise<boolean>) {
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [advice, setAdvice] = useState<readonly Problem[]>([]);
  const params = { id: store.getState().id };
  const dismiss = () => {
    setProblems([]);
    setAdvice([]);
  };
  const validate = useWrite(api.model.validate, {
    onSuccess: ({ problems: found, advice: further }) => {
      setProblems(found);
      setAdvice(further);
      if (found.length === 0) toast.success(further.length === 0 ? '校验通过' : `校验通过，有 ${further.length} 条建议`);
    },
  });
  const publish = useWrite(api.model.publish, {
    onSuccess: ({ versionNo }) => {
      dismiss();
      toast.success(`已发布第 ${versionNo} 版`);
    },
  });
  const byNode = useMemo(
    () => new Map(problems.flatMap(({ node, message }) => (node === null ? [] : [[node, message] as const]))),
    [problems],
  );
  const save = async () => {
    const { tree } = store.getState().config;
    const open = tree ? incompleteIn(tree) : [];
    if (open.length === 0) return put();
    setAdvice([]);
    setProblems(open);
    toast.warning('有节点没有填完，请填完后再保存');
    return false;
  };
  const check = async () => (await save()) && validate.mutate({ params, body: {} });
  const release = async () => (await save()) && publish.mutate({ params, body: { version: store.getState().version } });
  return { save, problems, advice, byNode, dismiss, check, release, isChecking: validate.isPending, isPublishing: publish.isPending };
}
