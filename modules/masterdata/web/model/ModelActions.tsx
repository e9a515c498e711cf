import { BuildOutlined, EditOutlined, RedoOutlined, SaveOutlined, SendOutlined, TableOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from 'zustand';
import { useCan } from '#kit/web/can.tsx';
import { isChanged } from '#kit/web/designer/open-document.ts';
import { useSteps } from '#kit/web/designer/use-steps.ts';
import type { Saver } from '#kit/web/designer/use-save.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import type { Model } from '../../contract/model.ts';
import { api } from '../api.ts';
import { dataPath } from '../paths.ts';
import { BuildDialog } from './BuildDialog.tsx';
import type { Fault } from './judge.ts';
import type { ModelDesign } from './use-model-save.ts';

interface Props {
  model: Model;
  store: ModelDesign;
  faults: readonly Fault[];
  back: { to: string; text: string };
  save: () => Promise<boolean>;
  saver: Saver;
  reload: () => Promise<void>;
  isReadonly: boolean;
  onFault: (fault: Fault) => void;
}
/** What can be done with a model in its state: save and submit a draft, build what was approved, begin the next version. */
export function ModelActions(props: Props) {
  const { model, back, reload } = props;
  const can = useCan();
  const [isBuilding, setBuilding] = useState(false);
  const revise = useWrite(api.model.revise, { onSuccess: () => void reload() });
  const isApproved = model.flowStatus === '4';
  const mayRevise = (isApproved || model.flowStatus === '5') && can(api.model.revise);
  const toBuild = isApproved && (model.isSync === '0' || model.isChanged) && can(api.model.createTable);
  return (
    <PageActions>
      <Link to={back.to}>
        <Button>{back.text}</Button>
      </Link>
      {model.modelPhysicalTable !== null && can(api.data.page) && (
        <Link to={dataPath(model.id)}>
          <Button icon={<TableOutlined />}>数据</Button>
        </Link>
      )}
      {mayRevise && (
        <Button
          icon={<EditOutlined />}
          loading={revise.isPending}
          onClick={() => revise.mutate({ params: { id: model.id }, body: { version: model.version } })}
        >
          修改模型
        </Button>
      )}
      {!props.isReadonly && <DraftActions {...props} />}
      {toBuild && (
        <Button type="primary" icon={<BuildOutlined />} onClick={() => setBuilding(true)}>
          建模
        </Button>
      )}
      {isBuilding && <BuildDialog model={model} onClose={() => setBuilding(false)} onBuilt={() => void reload()} />}
    </PageActions>
  );
}

function DraftActions({ model, store, faults, save, saver, reload, onFault }: Props) {
  const can = useCan();
  const { undo, redo } = useSteps(store);
  const isDirty = useStore(store, isChanged);
  const submit = useWrite(api.model.submit, {
    onSuccess: ({ flowStatus }) => {
      toast.success(flowStatus === '3' ? '已提交审核，通过后可建模' : '已通过，可以建模');
      void reload();
    },
  });
  // it stays pressable: pressing it with open faults leads to the first one
  const handleSubmit = async () => {
    const [first] = faults;
    if (first) {
      onFault(first);
      toast.warning(faults.length === 1 ? first.message : `${first.message}，另有 ${faults.length - 1} 处需要修改`);
      return;
    }
    if (await save()) submit.mutate({ params: { id: model.id } });
  };
  return (
    <>
      <Button
        icon={<UndoOutlined />}
        aria-label="撤销"
        title={undo.label ? `撤销：${undo.label}` : '撤销'}
        disabled={!undo.can}
        onClick={undo.run}
      />
      <Button
        icon={<RedoOutlined />}
        aria-label="重做"
        title={redo.label ? `重做：${redo.label}` : '重做'}
        disabled={!redo.can}
        onClick={redo.run}
      />
      <Button icon={<SaveOutlined />} title="Ctrl+S" disabled={!isDirty} loading={saver.isSaving} onClick={() => void save()}>
        保存
      </Button>
      {can(api.model.submit) && (
        <Button type="primary" icon={<SendOutlined />} loading={submit.isPending} onClick={() => void handleSubmit()}>
          提交审批
        </Button>
      )}
    </>
  );
}
