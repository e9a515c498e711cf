import { RedoOutlined, UndoOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { toast } from '#kit/web/dialog.tsx';
import { makeDesign } from '#kit/web/designer/store.ts';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { Chain, ChainStep } from '../../../contract/chain.ts';
import { outputNames } from '../../../core/outputs.ts';
import { answerShape, placesIn } from '../../../core/services/places.ts';
import type { ServiceParam } from '../../../contract/service-param.ts';
import { Problem } from '../../editor/parts.tsx';
import { api } from '../api.ts';
import type { SectionProps } from '../ServiceEditor.tsx';
import { ChainCanvas } from './ChainCanvas.tsx';
import { addStep, changeStep, connect, disconnect, removeStep } from './edit.ts';
import { Outputs } from './Outputs.tsx';
import { StepPanel } from './StepPanel.tsx';

const CHOICES = 200;
/** What a step may call. */
export interface Target {
  readonly kind: ChainStep['kind'];
  readonly id: string;
  readonly name: string;
  readonly params: readonly Pick<ServiceParam, 'paramName' | 'nullable' | 'defaultValue' | 'paramComment'>[];
  /** places in its answer that are known before it is called, below `$.steps.<id>.data` */
  readonly places: readonly string[];
}
const PAGING = ['pageNum', 'pageSize'].map((paramName) => ({ paramName, nullable: '1' as const, defaultValue: null, paramComment: null }));

/** Places in the answer of a service, as far as a WSDL or a trial told them. */
function placesOf(row: Parameters<typeof answerShape>[0]): string[] {
  const shape = answerShape(row);
  return shape === null ? [] : placesIn(shape);
}

function useTargets(): Target[] {
  const services = useCall(api.service.page, { query: { status: '2', pageSize: CHOICES } });
  const apis = useCall(api.dataApi.page, { query: { status: '2', pageSize: CHOICES } });
  return useMemo(
    () => [
      ...(services.data?.data ?? [])
        .filter(({ serviceType }) => serviceType !== '3')
        .map((row): Target => ({
          kind: 'service',
          id: row.id,
          name: `${row.serviceName} v${row.serviceVersion}`,
          params: row.reqParams,
          places: placesOf(row),
        })),
      ...(apis.data?.data ?? []).map((row): Target => ({
        kind: 'api',
        id: row.id,
        name: `${row.apiName} ${row.apiVersion}`,
        params: [
          ...row.reqParams.map(({ paramName, nullable, defaultValue, paramComment }) => ({
            paramName,
            nullable,
            defaultValue,
            paramComment,
          })),
          ...PAGING,
        ],
        places: ['.total', ...outputNames(row).map((name) => `.data[0].${name}`)],
      })),
    ],
    [services.data, apis.data],
  );
}

const targetOf = (targets: readonly Target[], { kind, targetId }: ChainStep): Target | undefined =>
  targets.find((one) => one.kind === kind && one.id === targetId);
/** Where values stand in the answers of the steps beside one, as far as that is known before they are called. */
const answersBeside = ({ steps }: Chain, targets: readonly Target[], step: ChainStep | null): string[] =>
  steps.flatMap((one) =>
    one.id === step?.id ? [] : ['', ...(targetOf(targets, one)?.places ?? [])].map((place) => `$.steps.${one.id}.data${place}`),
  );

const placesOfChain = ({ reqParams }: SectionProps['draft'], chain: Chain, targets: readonly Target[]): string[] => [
  ...reqParams.map(({ paramName }) => `$.input.${paramName}`),
  ...answersBeside(chain, targets, null),
];

type DesignStore = ReturnType<typeof makeDesign<Chain>>;
interface Edited {
  chain: Chain;
  targets: readonly Target[];
  onAdded: (id: string) => void;
}
/** What is done to a chain; what cannot be done is told. */
function useEdits(store: DesignStore, { chain, targets, onAdded }: Edited) {
  const edit = (label: string, next: Chain | null, gesture?: string) => next && store.getState().change(label, next, gesture);
  const add = (key: string) => {
    const target = targets.find((one) => `${one.kind} ${one.id}` === key);
    if (!target) return;
    const added = addStep(chain, { kind: target.kind, targetId: target.id, name: target.name });
    if (!added) return toast.warning('步骤已达上限');
    edit('添加步骤', added.chain);
    onAdded(added.id);
  };
  const join = (from: string, to: string) => {
    const next = connect(chain, from, to);
    if (next) edit('连接步骤', next);
    else toast.warning('不能这样连接：步骤会互相等待，或已经连接');
  };
  return { edit, add, join };
}

/** 编排: steps on a surface, what the chosen one is given, what the chain answers. Every change can be taken back. */
export function ChainSection({ draft, problems, change, onSave }: SectionProps & { onSave: () => void }) {
  const [store] = useState(() => makeDesign<Chain>({ id: '', name: '', version: 0, config: draft.chain ?? { steps: [], outputs: [] } }));
  const chain = useStore(store, (state) => state.config);
  const [chosen, setChosen] = useState<string | null>(null);
  const targets = useTargets();
  useTold(store, (config) => change({ chain: config }));
  useDesignKeys(store, onSave);
  const { edit, add, join } = useEdits(store, { chain, targets, onAdded: setChosen });
  const step = chain.steps.find(({ id }) => id === chosen);
  return (
    <div className="service-chain">
      <Bar store={store} targets={targets} onAdd={add} />
      <Problem text={problems.get('chain') ?? problems.get('chain.steps') ?? stepProblem(problems)} />
      <div className="service-chain-work">
        {chain.steps.length === 0 ? (
          <StateView kind="empty" inline what="还没有步骤" why="从上面选择已发布的服务或数据API，加到编排里" />
        ) : (
          <ChainCanvas
            chain={chain}
            chosen={chosen}
            onChoose={setChosen}
            onMove={(id, x, y) => edit('移动步骤', changeStep(chain, id, { x, y }), `move ${id}`)}
            onConnect={join}
            onDisconnect={(from, to) => edit('断开步骤', disconnect(chain, from, to))}
            onRemove={(id) => edit('删除步骤', removeStep(chain, id))}
          />
        )}
        {step && (
          <StepPanel
            key={step.id}
            step={step}
            chain={chain}
            target={targetOf(targets, step)}
            answers={answersBeside(chain, targets, step)}
            inputs={draft.reqParams.map(({ paramName }) => paramName)}
            onChange={(some, gesture) => edit('修改步骤', changeStep(chain, step.id, some), gesture && `${step.id} ${gesture}`)}
            onConnect={(from) => join(from, step.id)}
            onDisconnect={(from) => edit('断开步骤', disconnect(chain, from, step.id))}
            onRemove={() => edit('删除步骤', removeStep(chain, step.id))}
          />
        )}
      </div>
      <Outputs
        {...{ chain, problems, places: placesOfChain(draft, chain, targets) }}
        onChange={(outputs) => edit('修改输出', { ...chain, outputs }, 'outputs')}
      />
    </div>
  );
}
/** Tells every change of the document, also those that undo and redo make. */
function useTold(store: DesignStore, onChange: (chain: Chain) => void): void {
  const tell = useEffectEvent(onChange);
  useEffect(() => store.subscribe(({ config }, { config: before }) => config !== before && tell(config)), [store]);
}
function stepProblem(problems: SectionProps['problems']): string | undefined {
  return [...problems].find(([path]) => path.startsWith('chain.'))?.[1];
}

interface BarProps {
  store: DesignStore;
  targets: readonly Target[];
  onAdd: (key: string) => void;
}
function Bar({ store, targets, onAdd }: BarProps) {
  const { undo, redo } = useSteps(store);
  const group = (kind: Target['kind'], label: string) => ({
    label,
    options: targets.filter((one) => one.kind === kind).map((one) => ({ value: `${kind} ${one.id}`, label: one.name })),
  });
  return (
    <div className="market-inline">
      <Select
        className="service-chain-add"
        showSearch={{ optionFilterProp: 'label' }}
        aria-label="添加步骤"
        placeholder="添加步骤：选择服务或数据API"
        value={null}
        notFoundContent="没有已发布的服务或数据API"
        options={[group('service', '集成服务'), group('api', '数据API')].filter(({ options }) => options.length > 0)}
        onChange={(key: string | null) => key !== null && onAdd(key)}
      />
      <Button
        icon={<UndoOutlined />}
        disabled={!undo.can}
        title={undo.label && `撤销：${undo.label}`}
        onClick={undo.run}
        aria-label="撤销"
      />
      <Button
        icon={<RedoOutlined />}
        disabled={!redo.can}
        title={redo.label && `重做：${redo.label}`}
        onClick={redo.run}
        aria-label="重做"
      />
      <span className="muted">拖动排列，从右边的点拉线决定先后；没有先后的步骤同时执行</span>
    </div>
  );
}
