import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useStore } from 'zustand';
import { useCan } from '#kit/web/can.tsx';
import { closeWindow } from '#kit/web/designer/close-window.ts';
import { DesignGate } from '#kit/web/designer/DesignGate.tsx';
import { isChanged, unsavedSteps } from '#kit/web/designer/open-document.ts';
import { makeDesign } from '#kit/web/designer/store.ts';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import { StudioShell } from '#kit/web/parts/StudioShell.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { StartNode } from '../../../contract/tree.ts';
import { writeTree } from '../../../core/tree/write.ts';
import { modelApi as api } from '../api.ts';
import { ApprovalView } from './ApprovalView.tsx';
import { SimulationPanel } from './simulate/SimulationPanel.tsx';
import { useSimulation } from './simulate/use-simulation.ts';
import { useRelease, useSaveModel, type Model } from './use-model.ts';
import './designer.css';

const LIST = { path: '/workflow/model', name: '流程模型' };

/** 流程设计 */
export default function DesignerPage() {
  const { id = '' } = useParams();
  const found = useCall(api.model.get, { params: { id } });
  return (
    <DesignGate found={found} list={LIST}>
      {(model) =>
        model.kind === 'simple' ? (
          <Designer key={id} model={model} />
        ) : (
          <StateView kind="empty" what="该流程由 BPMN 文件导入" why="审批视图不能表示它，请在流程定义中下载、修改后重新导入。" />
        )
      }
    </DesignGate>
  );
}

function Designer({ model }: { model: Model }) {
  const [store] = useState(() =>
    makeDesign<StartNode>({ id: model.id, name: model.name, version: model.version, config: model.tree as StartNode }),
  );
  const tree = useStore(store, (state) => state.config);
  const name = useStore(store, (state) => state.name);
  const isDirty = useStore(store, isChanged);
  const unsaved = useStore(store, unsavedSteps);
  const navigate = useNavigate();
  const can = useCan();
  const saver = useSaveModel(store, model);
  useUnsaved(isDirty);
  useDesignKeys(store, () => void saver.save());
  const steps = useSteps(store);
  const { problems, check, release, isChecking, isPublishing } = useRelease(store, saver.save);
  const [isSimulating, setSimulating] = useState(false);
  const xmlNow = () => Promise.resolve(writeTree({ key: model.key, name }, tree));
  const simulating = useSimulation(xmlNow);
  const endSimulation = () => {
    simulating.close();
    setSimulating(false);
  };
  return (
    <div className="designer">
      <StudioShell
        kind="流程"
        name={name}
        nameLimit={50}
        onRename={store.getState().rename}
        onBack={() => closeWindow('/workflow/model', (path) => void navigate(path))}
        save={saver.stateOf(unsaved)}
        {...steps}
        extra={
          <>
            <Button loading={isChecking} onClick={() => void check()}>
              校验
            </Button>
            <Button aria-pressed={isSimulating} onClick={() => (isSimulating ? endSimulation() : setSimulating(true))}>
              模拟运行
            </Button>
          </>
        }
        onSave={() => void saver.save()}
        onPublish={can(api.model.publish) ? () => void release() : undefined}
        isPublishing={isPublishing}
      >
        <ApprovalView store={store} tree={tree} problems={problems} marks={simulating.nodes}>
          {isSimulating && <SimulationPanel simulating={simulating} xmlNow={xmlNow} onClose={endSimulation} />}
        </ApprovalView>
      </StudioShell>
      {saver.dialog}
    </div>
  );
}
