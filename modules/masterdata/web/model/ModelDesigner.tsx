import { Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { flowPermits } from '#kit/contract/flow.ts';
import { useChangeAddress } from '#kit/web/address.ts';
import { useCan } from '#kit/web/can.tsx';
import { isChanged } from '#kit/web/designer/open-document.ts';
import { makeDesign } from '#kit/web/designer/store.ts';
import { useDesignKeys } from '#kit/web/designer/use-keys.ts';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { Model } from '../../contract/model.ts';
import { api } from '../api.ts';
import { MapsTab } from '../maps/MapsTab.tsx';
import { ApprovalTab } from './ApprovalTab.tsx';
import { CodeRuleTab } from './CodeRuleTab.tsx';
import { ColumnsTab } from './ColumnsTab.tsx';
import { draftOf, type ModelDraft } from './draft.ts';
import { columnFaults } from './judge.ts';
import { FactsTab } from './FactsTab.tsx';
import { ModelActions } from './ModelActions.tsx';
import { ModelHead } from './ModelHead.tsx';
import { useModelSave } from './use-model-save.ts';
import { VersionsTab } from './VersionsTab.tsx';

interface Props {
  model: Model;
  tab: string;
  back: { to: string; text: string };
  /** reads the model anew, after the server has changed it */
  reload: () => Promise<void>;
}
/** A title with how many there are. */
const counted = (title: string, count: number): string => (count > 0 ? `${title} ${count}` : title);

/** A model with everything that belongs to it: columns, code rules, sources, approvals, versions. */
export function ModelDesigner({ model, tab, back, reload }: Props) {
  const can = useCan();
  const change = useChangeAddress();
  const [store] = useState(() =>
    makeDesign<ModelDraft>({ id: model.id, name: model.modelName, version: model.version, config: draftOf(model) }),
  );
  const draft = useStore(store, (state) => state.config);
  const [chosen, setChosen] = useState<string | null>(null);
  const saver = useModelSave(store, model);
  const isReadonly = !flowPermits('edit', model.flowStatus) || !can(api.model.update);
  const faults = useMemo(() => columnFaults(draft.columns), [draft.columns]);
  useUnsaved(useStore(store, isChanged));
  const mayVersions = can(api.model.versions);
  const versions = useCall(api.model.versions, { params: { id: model.id } }, { enabled: mayVersions });
  const inForce = versions.data?.find((one) => one.isCurrent) ?? null;
  /** The first fault is shown where it stands. */
  const show = (fault: (typeof faults)[number]) => {
    change({ tab: null }, { replace: true });
    setChosen(fault.key || null);
  };
  const save = async (): Promise<boolean> => {
    const fault = faults.find((one) => one.keepsFromSaving);
    if (fault) show(fault);
    return fault === undefined && (await saver.save());
  };
  useDesignKeys(store, () => void save());
  const items = [
    {
      key: 'columns',
      label: `列 ${draft.columns.length}`,
      children: (
        <ColumnsTab {...{ store, model, faults, inForce, isReadonly, chosen, versions: versions.data ?? [] }} onChoose={setChosen} />
      ),
    },
    {
      key: 'codes',
      label: counted('编码规则', model.codeRules.length),
      children: <CodeRuleTab {...{ model, isReadonly, reload, save }} />,
    },
    ...(can(api.map.list) ? [{ key: 'maps', label: '数据接入', children: <MapsTab model={model} /> }] : []),
    ...(can(api.approvalSetting.get) ? [{ key: 'approval', label: '审批', children: <ApprovalTab modelId={model.id} /> }] : []),
    { key: 'facts', label: '质量与血缘', children: <FactsTab model={model} /> },
    ...(mayVersions
      ? [{ key: 'versions', label: `版本 ${versions.data?.length ?? ''}`, children: <VersionsTab answer={versions} /> }]
      : []),
  ];
  return (
    <div className="panel md-model">
      <ModelActions {...{ model, store, faults, back, save, reload, saver, isReadonly }} onFault={show} />
      <ModelHead {...{ model, store, saver, faults }} onFault={show} />
      <Tabs
        className="md-tabs"
        activeKey={items.some(({ key }) => key === tab) ? tab : 'columns'}
        onChange={(key) => change({ tab: key === 'columns' ? null : key }, { replace: true })}
        items={items}
      />
      {saver.dialog}
    </div>
  );
}
