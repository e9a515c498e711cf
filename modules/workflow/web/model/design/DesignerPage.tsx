import { Button, Segmented, Spin } from 'antd';
import { Suspense, lazy, useRef, useState, type ReactNode } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import { useCan } from '#kit/web/can.tsx';
import { closeWindow } from '#kit/web/designer/close-window.ts';
import { DesignGate } from '#kit/web/designer/DesignGate.tsx';
import { isChanged, unsavedSteps } from '#kit/web/designer/open-document.ts';
import { makeDesign } from '#kit/web/designer/store.ts';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import { StudioShell } from '#kit/web/parts/StudioShell.tsx';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { BpmnHandle } from '../bpmn/BpmnView.tsx';
import { modelApi as api } from '../api.ts';
import { ApprovalView } from './ApprovalView.tsx';
import { draftOf, xmlOf, type Draft, type Model, type Store } from './draft.ts';
import { FileMenu } from './FileMenu.tsx';
import { NoTreeView } from './NoTreeView.tsx';
import { ProblemList } from './ProblemList.tsx';
import { useSimulation } from './simulate/use-simulation.ts';
import { useRelease, useSaveModel } from './use-model.ts';
import './designer.css';

const BpmnView = lazy(() => import('../bpmn/BpmnView.tsx'));
const SimulationPanel = lazy(() => import('./simulate/SimulationPanel.tsx'));
const VersionsDrawer = lazy(() => import('../versions/VersionsDrawer.tsx'));
const LIST = { path: '/workflow/model', name: '流程模型' };
type View = 'tree' | 'bpmn';

/** 流程设计 */
export default function DesignerPage() {
  const { id = '' } = useParams();
  const found = useCall(api.model.get, { params: { id } });
  return (
    <DesignGate found={found} list={LIST}>
      {(model) => <Designer key={id} model={model} />}
    </DesignGate>
  );
}

/** The view of the address: the approval view unless only BPMN can show the process. */
function useView(model: Model): [View, (view: View) => void] {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('view');
  const view: View = asked === 'bpmn' || (asked === null && model.kind === 'bpmn') ? 'bpmn' : 'tree';
  return [view, (next) => setSearch({ view: next }, { replace: true })];
}

/** What the BPMN view draws goes into the document as one step for each visit; the tree follows when it can say all of it. */
function useDrawing(store: Store) {
  const handle = useRef<BpmnHandle>(null);
  const [steps, setSteps] = useState({ canUndo: false, canRedo: false });
  const visit = useRef(0);
  const draw = async (xml: string) => {
    const { treeOf } = await import('../../../core/tree/tree-of.ts');
    const { tree } = await treeOf(xml);
    store.getState().change('在 BPMN 视图中修改', { tree, xml }, `bpmn ${visit.current}`);
  };
  const ways = {
    undo: { can: steps.canUndo, label: undefined, run: () => handle.current?.undo() },
    redo: { can: steps.canRedo, label: undefined, run: () => handle.current?.redo() },
  };
  return {
    ways,
    setSteps,
    draw,
    onHandle: (reached: BpmnHandle | null) => void (handle.current = reached),
    choose: (node: string) => handle.current?.choose(node),
    zoom: (to: Parameters<BpmnHandle['zoom']>[0]) => handle.current?.zoom(to),
    flush: async () => handle.current?.flush(),
    leave: () => void (visit.current += 1),
  };
}

/** The open model: its document with what saves, checks and plays it. */
function useDesigning(model: Model) {
  const [store] = useState(() => makeDesign<Draft>({ id: model.id, name: model.name, version: model.version, config: draftOf(model) }));
  const name = useStore(store, (state) => state.name);
  const [view, setView] = useView(model);
  const drawing = useDrawing(store);
  const saver = useSaveModel(store, model);
  const release = useRelease(store, saver.save);
  const save = async () => {
    await drawing.flush();
    return release.save();
  };
  useUnsaved(useStore(store, isChanged));
  const own = useSteps(store);
  const steps = view === 'tree' ? own : drawing.ways;
  useDesignKeys(store, () => void save(), steps);
  const xmlNow = async () => {
    await drawing.flush();
    const { config, name: now } = store.getState();
    return xmlOf(config, { key: model.key, name: now });
  };
  const simulating = useSimulation(xmlNow);
  const show = async (next: View) => {
    await drawing.flush();
    drawing.leave();
    setView(next);
  };
  /** takes a text in place of the drawing, as a step of its own */
  const read = (xml: string) => {
    drawing.leave();
    return drawing.draw(xml);
  };
  return { model, store, name, view, show, drawing, read, saver, release, save, steps, xmlNow, simulating };
}
type Designing = ReturnType<typeof useDesigning>;

function Designer({ model }: { model: Model }) {
  const designing = useDesigning(model);
  const { store, name, view, show, drawing, read, saver, release, save, steps, xmlNow, simulating } = designing;
  const unsaved = useStore(store, unsavedSteps);
  const [chosen, setChosen] = useState<string | null>(null);
  const navigate = useNavigate();
  const can = useCan();
  const [hasVersions, setVersions] = useState(false);
  const [isSimulating, setSimulating] = useState(false);
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
        zoom={<Segmented<View> aria-label="视图" value={view} options={VIEWS} onChange={(next) => void show(next)} />}
        extra={
          <Tools
            isChecking={release.isChecking}
            isSimulating={isSimulating}
            onCheck={() => void drawing.flush().then(release.check)}
            onSimulate={() => (isSimulating ? endSimulation() : setSimulating(true))}
          >
            <FileMenu model={model} xmlNow={xmlNow} onRead={read} />
          </Tools>
        }
        onVersions={() => setVersions(true)}
        onSave={() => void save()}
        onPublish={can(api.model.publish) ? () => void drawing.flush().then(release.release) : undefined}
        isPublishing={release.isPublishing}
      >
        <ProblemList
          problems={release.problems}
          advice={release.advice}
          onJump={(node) => (view === 'bpmn' ? drawing.choose(node) : setChosen(node))}
          onClose={release.dismiss}
        />
        <Drawing designing={designing} problems={release.byNode} chosen={chosen} onChoose={setChosen}>
          {isSimulating && <SimulationPanel simulating={simulating} xmlNow={xmlNow} onClose={endSimulation} />}
        </Drawing>
      </StudioShell>
      {saver.dialog}
      {hasVersions && (
        <Suspense>
          <VersionsDrawer processKey={model.key} xmlNow={xmlNow} onRestore={read} onClose={() => setVersions(false)} />
        </Suspense>
      )}
    </div>
  );
}

interface ToolsProps {
  isChecking: boolean;
  isSimulating: boolean;
  onCheck: () => void;
  onSimulate: () => void;
  children: ReactNode;
}
/** Buttons that only this designer has. */
function Tools({ isChecking, isSimulating, onCheck, onSimulate, children }: ToolsProps) {
  return (
    <>
      {children}
      <Button loading={isChecking} onClick={onCheck}>
        校验
      </Button>
      <Button aria-pressed={isSimulating} onClick={onSimulate}>
        模拟运行
      </Button>
    </>
  );
}

interface DrawingProps {
  designing: Designing;
  problems: ReadonlyMap<string, string>;
  chosen: string | null;
  onChoose: (id: string | null) => void;
  children: ReactNode;
}
/** The process in the view of the address. */
function Drawing({ designing, problems, chosen, onChoose, children }: DrawingProps) {
  const { model, store, name, view, show, drawing, simulating } = designing;
  const draft = useStore(store, (state) => state.config);
  // without anything beside the drawing the view shows the settings of what is chosen
  const aside = children && <Suspense>{children}</Suspense>;
  if (view === 'bpmn')
    return (
      <Suspense fallback={<Spin className="designer-wait" />}>
        <BpmnView
          xml={xmlOf(draft, { key: model.key, name })}
          onDraw={drawing.draw}
          onSteps={drawing.setSteps}
          onHandle={drawing.onHandle}
          problems={problems}
          marks={simulating.nodes}
          flows={simulating.flows}
        >
          {aside}
        </BpmnView>
      </Suspense>
    );
  if (!draft.tree) return <NoTreeView store={store} xml={draft.xml ?? ''} onBpmn={() => void show('bpmn')} />;
  return (
    <ApprovalView
      store={store}
      tree={draft.tree}
      problems={problems}
      marks={simulating.nodes}
      flows={simulating.flows}
      chosen={chosen}
      onChoose={onChoose}
    >
      {aside}
    </ApprovalView>
  );
}

const VIEWS = [
  { value: 'tree' as const, label: '审批视图' },
  { value: 'bpmn' as const, label: 'BPMN 视图' },
];
