import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { useRecordFields } from '../model/design/use-record-fields.ts';
import { TreeDrawing } from '../model/drawing/TreeDrawing.tsx';
import { BranchHead, ForkHead, NodeCard } from '../model/drawing/cards.tsx';
import { api } from '../api.ts';
import './definition.css';

/** A published version as it is drawn, read only: the approval view where the process has one, its BPMN diagram otherwise. */
export function DefinitionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus();
  const { data, error, refetch } = useCall(api.definition.text, { params: { id } });
  useObjectTitle(data?.name);
  return (
    <Drawer open title={data ? `${data.name} · 第 ${data.versionNo} 版` : '流程定义'} size={860} onClose={onClose}>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" />}
      {data && <Drawing xml={data.bpmnXml} name={data.name} />}
    </Drawer>
  );
}

function Drawing({ xml, name }: { xml: string; name: string }) {
  const { labels } = useRecordFields();
  const { data, error } = useQuery({
    queryKey: ['flow-definition-drawing', xml],
    queryFn: async () => {
      const { treeOf } = await import('../../core/tree/tree-of.ts');
      return treeOf(xml);
    },
  });
  if (!data && !error) return <StateView kind="loading" />;
  if (!data?.tree) return <BpmnDrawing xml={xml} name={name} />;
  return (
    <section className="definition-drawing" aria-label={`${name}的流程图`} tabIndex={0}>
      <TreeDrawing
        tree={data.tree}
        slots={{
          node: (node) => <NodeCard node={node} />,
          fork: (fork) => <ForkHead fork={fork} />,
          branch: (branch, fork) => <BranchHead branch={branch} fork={fork} labels={labels} />,
        }}
      />
    </section>
  );
}

function BpmnDrawing({ xml, name }: { xml: string; name: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    let close = () => {};
    let isHere = true;
    const show = async () => {
      const { openViewer } = await import('../model/bpmn/viewer.ts');
      if (!isHere) return;
      const viewer = openViewer(element);
      close = viewer.close;
      await viewer.show(xml);
    };
    show().catch(() => isHere && setFailed(true));
    return () => {
      isHere = false;
      close();
    };
  }, [xml]);
  if (isFailed) return <StateView kind="empty" what="该流程的文件没有图形" why="可下载 BPMN 文件，在设计工具里补上图形后重新导入" />;
  return <div ref={frame} role="img" aria-label={`${name}的流程图`} className="bpmn-frame bio-theme-parent definition-drawing" />;
}
