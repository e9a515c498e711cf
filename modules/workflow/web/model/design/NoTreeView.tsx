import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { isChanged } from '#kit/web/designer/open-document.ts';
import type { Draft, Store } from './draft.ts';

/** The same process, seen as a tree too: nothing has changed by that. */
function seeAsTree(store: Store, config: Draft): void {
  const { settle, keep, version, name } = store.getState();
  const isSaved = !isChanged(store.getState());
  settle(config);
  if (isSaved) keep(version, JSON.stringify(config), name);
}

interface Props {
  store: Store;
  xml: string;
  onBpmn: () => void;
}

/** A process that the approval view cannot show; one that it can turns into its tree. */
export function NoTreeView({ store, xml, onBpmn }: Props) {
  const [why, setWhy] = useState<string | null>(null);
  useEffect(() => {
    let isHere = true;
    void import('../../../core/tree/tree-of.ts')
      .then(({ treeOf }) => treeOf(xml))
      .then((found) => {
        if (!isHere) return;
        if (found.tree) seeAsTree(store, { tree: found.tree, xml });
        else setWhy(found.why);
      });
    return () => void (isHere = false);
  }, [store, xml]);
  if (why === null) return <StateView kind="loading" />;
  return (
    <StateView
      kind="empty"
      what="该流程含自由连线，请使用 BPMN 视图"
      why={`审批视图不能修改：${why}`}
      action={
        <Button type="primary" onClick={onBpmn}>
          打开 BPMN 视图
        </Button>
      }
    />
  );
}
