import { CloseCircleOutlined, EditOutlined, WarningOutlined } from '@ant-design/icons';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { isChanged } from '#kit/web/designer/open-document.ts';
import type { Saver } from '#kit/web/designer/use-save.tsx';
import { count } from '#kit/web/format.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import type { SaveState } from '#kit/web/parts/StudioShell.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { Model } from '../../contract/model.ts';
import { api } from '../api.ts';
import type { Fault } from './judge.ts';
import type { ModelDesign } from './use-model-save.ts';

interface Props {
  model: Model;
  store: ModelDesign;
  saver: Saver;
  faults: readonly Fault[];
  onFault: (fault: Fault) => void;
}
/** Name, state and place of a model, and what keeps it from going on. */
export function ModelHead({ model, store, saver, faults, onFault }: Props) {
  const name = useStore(store, (state) => state.name);
  const table = useStore(store, (state) => state.config.modelLogicTable);
  const isDirty = useStore(store, isChanged);
  const [isEditing, setEditing] = useState(false);
  const records = useCall(api.model.list).data?.find(({ id }) => id === model.id)?.recordCount ?? null;
  const isDraft = ['1', '2', '6'].includes(model.flowStatus);
  const isInUse = model.flowStatus === '4' && model.isSync === '1';
  const state = saver.stateOf(isDirty ? 1 : 0);
  const [first] = faults;
  return (
    <header className="md-head">
      <div className="md-title">
        <h2>{name}</h2>
        {isDraft && <Tag tone="accent">草稿 V{(model.versionNo ?? 0) + 1}</Tag>}
        {(model.processInstanceId !== null || (!isDraft && !isInUse)) && <FlowTag flow={model} />}
        {isInUse && <Tag tone="calm">V{model.versionNo} 在用</Tag>}
        {model.flowStatus === '4' && model.isSync === '0' && <Tag tone="warn">待建模</Tag>}
        {isDraft && (
          <button
            type="button"
            className="icon-button small"
            aria-label="修改名称与备注"
            title="修改名称与备注"
            onClick={() => setEditing(true)}
          >
            <EditOutlined />
          </button>
        )}
        <span className="muted md-saved">{savedText(state)}</span>
        <span className="grow" />
        {first && (
          <button type="button" className="md-faults" onClick={() => onFault(first)}>
            <CloseCircleOutlined /> {faults.length} 处阻止提交
          </button>
        )}
        {state.kind === 'conflict' && (
          <button type="button" className="md-faults warn" onClick={state.onCompare}>
            <WarningOutlined /> {state.who}已修改，查看差异
          </button>
        )}
      </div>
      <p className="md-facts">
        <span className="mono">{model.modelPhysicalTable ?? `managed.md_${table}`}</span>
        {model.modelPhysicalTable === null && <span>建模后可用</span>}
        {records !== null && <span>{count(records)} 条</span>}
        <span>
          创建人 <PersonText bare name={model.createName} />
        </span>
        {model.remark && <span className="cut">{model.remark}</span>}
      </p>
      {isEditing && <NameDialog {...{ store }} canMove={model.modelPhysicalTable === null} onClose={() => setEditing(false)} />}
    </header>
  );
}

/** What the head says about changes that are not on the server. */
function savedText(state: SaveState): string | null {
  if (state.kind === 'failed') return state.reason;
  if (state.kind === 'saving') return '正在保存';
  return state.kind === 'unsaved' ? '有未保存的修改' : null;
}

const LOGIC_TABLE = /^[a-z][a-z0-9_]{1,39}$/;
function NameDialog({ store, canMove, onClose }: { store: ModelDesign; canMove: boolean; onClose: () => void }) {
  const { name: oldName, config } = store.getState();
  const [name, setName] = useState(oldName);
  const [table, setTable] = useState(config.modelLogicTable);
  const [remark, setRemark] = useState(config.remark ?? '');
  const isRight = name.trim() !== '' && LOGIC_TABLE.test(table);
  const keep = () => {
    const { rename, change } = store.getState();
    rename(name.trim());
    if (table !== config.modelLogicTable || remark !== (config.remark ?? ''))
      change('修改基本信息', { ...config, modelLogicTable: table, remark: remark.trim() || null });
    onClose();
  };
  return (
    <Modal open title="模型信息" okText="修改" okButtonProps={{ disabled: !isRight }} onOk={keep} onCancel={onClose}>
      <div className="md-bind">
        <label>
          模型名称
          <Input value={name} maxLength={50} onChange={(event) => setName(event.target.value)} />
        </label>
        <label>
          逻辑表
          <Input
            className="mono"
            value={table}
            maxLength={40}
            disabled={!canMove}
            status={LOGIC_TABLE.test(table) ? '' : 'error'}
            onChange={(event) => setTable(event.target.value)}
          />
        </label>
        <p className="muted">{canMove ? '由小写字母、数字和下划线组成，以字母开头' : '已建模，逻辑表不再变化'}</p>
        <label>
          备注
          <Input.TextArea value={remark} maxLength={500} autoSize={{ minRows: 2 }} onChange={(event) => setRemark(event.target.value)} />
        </label>
      </div>
    </Modal>
  );
}
