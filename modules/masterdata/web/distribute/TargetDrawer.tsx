import { Button, Drawer, Input, InputNumber, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { conflictOf } from '#kit/web/conflict/conflict.ts';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { measures } from '#kit/web/theme.ts';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { useOnce } from '#kit/web/use-once.ts';
import type { TargetRow } from '../../contract/target.ts';
import { api } from '../api.ts';
import { ConditionsEdit } from './ConditionsEdit.tsx';
import { FieldsEdit } from './FieldsEdit.tsx';
import { Field, type Put } from './parts.tsx';
import { bodyOf, draftOfTarget, missingOf, NEW_TARGET, ofKind, type TargetDraft } from './target-draft.ts';
import { WayFields } from './WayFields.tsx';
import { KIND_NOTES, KINDS } from './words.ts';

/** A target is read anew before it is edited. */
export function TargetDrawer({ target, onClose }: { target: string | null; onClose: () => void }) {
  const read = useCall(api.target.get, { params: { id: target ?? '' } }, { enabled: target !== null, staleTime: 0 });
  if (target === null) return <Editor row={null} onClose={onClose} />;
  if (read.data && !read.isFetching) return <Editor row={read.data} onClose={onClose} />;
  return (
    <Drawer open size={measures.drawer} title="修改分发目标" onClose={onClose}>
      {read.error ? (
        <StateView kind="error" error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <StateView kind="loading" rows={8} />
      )}
    </Drawer>
  );
}

function Editor({ row, onClose }: { row: TargetRow | null; onClose: () => void }) {
  const [draft, setDraft] = useState<TargetDraft>(() => (row ? draftOfTarget(row) : NEW_TARGET));
  const [problem, setProblem] = useState<string | null>(null);
  const [isDirty, setDirty] = useState(false);
  const letGo = useUnsaved(isDirty);
  const put: Put = (part) => {
    setDraft((now) => ({ ...now, ...part }));
    setDirty(true);
    setProblem(null);
  };
  const done = {
    refreshes: [api.target.page, api.target.get],
    quiet: true,
    onSuccess: () => {
      toast.success('已保存');
      letGo();
      onClose();
    },
    onError: (error: Error) => setProblem(conflictOf(error) ? '这个分发目标已被他人修改，请关闭后重新打开再改' : error.message),
  };
  const create = useWrite(api.target.create, done);
  const update = useWrite(api.target.update, done);
  const send = useOnce(create.isPending || update.isPending, () => {
    if (row) update.mutate({ params: { id: row.id }, body: { ...bodyOf(draft), version: row.version } });
    else create.mutate({ body: bodyOf(draft) });
  });
  const save = () => {
    const missing = missingOf(draft);
    if (missing) setProblem(`还差：${missing}`);
    else send();
  };
  const close = async () => {
    if (await confirmLeave(isDirty)) onClose();
  };
  return (
    <Drawer
      open
      size={measures.drawer}
      title={row ? '修改分发目标' : '新增分发目标'}
      mask={{ closable: !isDirty }}
      onClose={() => void close()}
      footer={<Foot problem={problem} isSaving={create.isPending || update.isPending} onClose={() => void close()} onSave={save} />}
    >
      <AboutFields {...{ draft, put }} isNew={row === null} />
      <WayFields {...{ draft, put }} />
      {draft.modelId && <FieldsEdit {...{ draft, put }} modelId={draft.modelId} isNew={row === null} />}
      {draft.modelId && <ConditionsEdit {...{ draft, put }} modelId={draft.modelId} />}
    </Drawer>
  );
}

interface FootProps {
  problem: string | null;
  isSaving: boolean;
  onClose: () => void;
  onSave: () => void;
}
function Foot({ problem, isSaving, onClose, onSave }: FootProps) {
  return (
    <div className="form-foot">
      {problem && (
        <span className="problems" role="alert">
          {problem}
        </span>
      )}
      <div className="actions">
        <Button onClick={onClose}>取消</Button>
        <Button type="primary" loading={isSaving} onClick={onSave}>
          保存
        </Button>
      </div>
    </div>
  );
}

interface AboutProps {
  draft: TargetDraft;
  put: Put;
  isNew: boolean;
}
function AboutFields({ draft, put, isNew }: AboutProps) {
  const models = useCall(api.model.list);
  const kindId = useId();
  return (
    <div className="form-grid md-map-form">
      <Field label="名称" isRequired>
        {(id) => (
          <Input
            id={id}
            maxLength={50}
            placeholder="例如 订单系统"
            value={draft.targetName}
            onChange={(event) => put({ targetName: event.target.value })}
          />
        )}
      </Field>
      <Field label="数据模型" isRequired>
        {(id) => (
          <Select
            id={id}
            disabled={!isNew}
            loading={models.isLoading}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="选择已建模的数据模型"
            value={draft.modelId}
            options={models.data?.flatMap((model) =>
              model.modelPhysicalTable === null ? [] : [{ value: model.id, label: model.modelName }],
            )}
            onChange={(modelId: string) => put({ modelId, columns: new Map(), conditions: [] })}
          />
        )}
      </Field>
      <div className="md-prop dist-wide">
        <span id={kindId}>分发方式</span>
        <Radio.Group
          aria-labelledby={kindId}
          optionType="button"
          disabled={!isNew}
          value={draft.kind}
          options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => put(ofKind(draft, event.target.value as TargetDraft['kind']))}
        />
        <small className="muted">{KIND_NOTES[draft.kind]}</small>
      </div>
      <PaceFields {...{ draft, put, isNew }} />
    </div>
  );
}

/** What a target begins with, and how much it gets at once. */
function PaceFields({ draft, put, isNew }: AboutProps) {
  return (
    <>
      {isNew && (
        <Field label="起点">
          {(id) => (
            <Select
              id={id}
              value={draft.startFrom}
              options={[
                { value: 'all', label: '先分发全部记录，再随变更' },
                { value: 'now', label: '只分发今后的变更' },
              ]}
              onChange={(startFrom: TargetDraft['startFrom']) => put({ startFrom })}
            />
          )}
        </Field>
      )}
      {draft.kind !== 'api' && (
        <Field label="每批条数">
          {(id) => (
            <InputNumber
              id={id}
              min={1}
              max={500}
              precision={0}
              value={draft.batchSize}
              onChange={(batchSize) => put({ batchSize: batchSize ?? 100 })}
            />
          )}
        </Field>
      )}
    </>
  );
}
