import { Button, Drawer, Input } from 'antd';
import { useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { conflictOf, changedText } from '#kit/web/conflict/conflict.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { CallError } from '#kit/web/send.ts';
import { measures } from '#kit/web/theme.ts';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import {
  compileForm,
  FieldBox,
  FieldFrame,
  FillProvider,
  makeFill,
  ReturnNote,
  useFieldState,
  useFill,
  walkProblems,
  type FillStore,
} from '#modules/forms/web/parts.ts';
import type { Addition, DataDetail } from '../../contract/data.ts';
import type { FormParam } from '../../contract/model.ts';
import { api } from '../api.ts';
import { ReferenceSelect } from './ReferenceSelect.tsx';
import { changedValues, controlValue, recordFields, type FormColumn, type RecordField } from './record-form.ts';
import { useServerDay } from '../server-day.ts';

interface Props {
  modelId: string;
  /** null = a new record */
  id: string | null;
  /** a new record that came back from its approval, to be corrected */
  addition?: Addition;
  onClose: () => void;
  onSaved?: (id: string) => void;
}
/** A record as it is filled in, with the fields of its model. */
export default function RecordDrawer({ modelId, id, addition, onClose, onSaved }: Props) {
  const form = useCall(api.model.formParam, { params: { id: modelId } });
  // the optimistic lock needs the present version, not a row of before
  const record = useCall(api.data.get, { params: { modelId, id: id ?? '' } }, { enabled: id !== null, staleTime: 0 });
  const stored = id === null ? null : record.isFetchedAfterMount ? (record.data ?? undefined) : undefined;
  const error = form.error ?? record.error;
  if (form.data && stored !== undefined)
    return <Filled {...{ modelId, onClose, onSaved, stored }} addition={addition ?? null} form={form.data} />;
  return (
    <Drawer open size={measures.drawer} title={id === null ? '新增记录' : '修改记录'} onClose={onClose}>
      {error ? (
        <StateView kind="error" error={error} onRetry={() => void Promise.all([form.refetch(), id !== null && record.refetch()])} />
      ) : (
        <StateView kind="loading" shape="form" rows={6} />
      )}
    </Drawer>
  );
}

type FilledProps = Omit<Props, 'id' | 'addition'> & { form: FormParam; stored: DataDetail | null; addition: Addition | null };
function Filled({ modelId, form, stored, addition, onClose, onSaved }: FilledProps) {
  const today = useServerDay();
  const given = stored ?? addition;
  const masked = useMemo(() => new Set(given?.masked ?? []), [given]);
  const fields = useMemo(
    () => recordFields(form.columnList, { occasion: stored === null ? 'new' : 'edit', masked }),
    [form, stored, masked],
  );
  const compiled = useMemo(() => compileForm({ layout: fields, rules: [], settings: {} }, { today }), [fields, today]);
  const start = useMemo(() => startValues(form.columnList, fields, given, masked), [form, fields, given, masked]);
  const [store] = useState(() => makeFill(compiled, start, { person: { userId: null, deptId: null } }));
  const [reason, setReason] = useState(addition?.reason ?? '');
  const isDirty = useStore(store, ({ edits }) => edits > 0);
  const letGo = useUnsaved(isDirty);
  const save = useSave({
    modelId,
    stored,
    addition,
    fields,
    store,
    start,
    reason,
    onDone: (id) => {
      letGo();
      onSaved?.(id);
      onClose();
    },
  });
  const close = async () => {
    if (await confirmLeave(isDirty)) onClose();
  };
  return (
    <Drawer
      open
      size={measures.drawer}
      title={titleOf(form.modelName, stored, addition)}
      mask={{ closable: !isDirty }}
      onClose={() => void close()}
      footer={<Foot {...{ store, save }} saveText={addition ? '重新提交' : '保存'} onCancel={() => void close()} />}
    >
      {addition?.returned && <ReturnNote record={addition.flow} returned={addition.returned} />}
      <FillProvider value={{ store, form: compiled, formId: null, isNarrow: false }}>
        <div className="fill-grid">
          {form.columnList.map((column) => {
            const field = fields.find(({ key }) => key === column.columnName);
            return field && <Place key={field.id} {...{ column, field }} isMasked={masked.has(column.columnName)} />;
          })}
        </div>
      </FillProvider>
      {given !== null && <ReasonField label={stored ? '修改原因' : '新增原因'} value={reason} onChange={setReason} />}
    </Drawer>
  );
}

function ReasonField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div className="md-prop md-reason">
      <label htmlFor={id}>{label}</label>
      <Input id={id} maxLength={200} placeholder="选填，记入变更历史" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}

const titleOf = (name: string, stored: DataDetail | null, addition: Addition | null): string => {
  if (addition) return `修改并重新提交${name}`;
  return stored ? `修改${name}` : `新增${name}`;
};

/** What stands in the form at first: the defaults of the model, or the record without what is masked. */
function startValues(
  columns: readonly FormColumn[],
  fields: readonly RecordField[],
  stored: DataDetail | Addition | null,
  masked: ReadonlySet<string>,
) {
  const defaults = new Map(columns.map(({ columnName, defaultValue }) => [columnName, defaultValue]));
  return Object.fromEntries(
    fields.map((field) => {
      const value = stored === null ? defaults.get(field.key) : masked.has(field.key) ? null : stored.values[field.key];
      return [field.key, controlValue(field, value)];
    }),
  );
}

function Place({ column, field, isMasked }: { column: FormColumn; field: RecordField; isMasked: boolean }) {
  const style = { '--span': field.span, '--phone-span': 24 } as React.CSSProperties;
  return (
    <div className="fill-place-of" style={style}>
      {column.refModelId === null ? (
        <FieldBox field={isMasked ? { ...field, help: '已脱敏，填写后替换原值' } : field} />
      ) : (
        <ReferenceBox {...{ column, field }} modelId={column.refModelId} />
      )}
    </div>
  );
}
function ReferenceBox({ column, field, modelId }: { column: FormColumn; field: RecordField; modelId: string }) {
  const id = useId();
  const path = `values.${field.key}`;
  const { state, problem } = useFieldState(field.id, path);
  const value = useFill((fill) => fill.values[field.key]);
  const set = useFill((fill) => fill.set);
  const leave = useFill((fill) => fill.leave);
  return (
    <FieldFrame {...{ id, path, problem }} label={column.columnComment} isRequired={state.isRequired}>
      <ReferenceSelect
        {...{ id, modelId }}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => set(field.key, next)}
        onBlur={() => leave(path)}
      />
    </FieldFrame>
  );
}

interface Saving {
  modelId: string;
  stored: DataDetail | null;
  addition: Addition | null;
  fields: readonly RecordField[];
  store: FillStore;
  start: Readonly<Record<string, unknown>>;
  reason: string;
  onDone: (id: string) => void;
}
/** Sends what was filled in; what the server refuses stands at its field. */
function useSave({ modelId, stored, addition, fields, store, start, reason, onDone }: Saving) {
  const [isSaving, setSaving] = useState(false);
  const refresh = useRefresh();
  const send = async (version: number): Promise<{ id: string; isWaiting: boolean }> => {
    const values = changedValues(fields, stored === null && addition === null ? {} : start, store.getState().values);
    const quiet = { quiet: true };
    if (addition !== null) {
      const params = { modelId, id: addition.id };
      const reply = await api.data.addAgain({ params, body: { values, reason: reason.trim() || null } }, quiet);
      return { id: reply.id, isWaiting: reply.flow !== null };
    }
    if (stored === null) {
      const reply = await api.data.create({ params: { modelId }, body: { values } }, quiet);
      return { id: reply.id, isWaiting: reply.flow !== null };
    }
    const body = { values, version, reason: reason.trim() || null };
    const reply = await api.data.update({ params: { modelId, id: stored.id }, body }, quiet);
    return { id: stored.id, isWaiting: reply.flow !== null };
  };
  const run = async (over?: number): Promise<void> => {
    if (store.getState().judge().length > 0) return walkProblems(store);
    setSaving(true);
    try {
      const { id, isWaiting } = await send(over ?? stored?.version ?? 0);
      await refresh(api.data.page, api.data.additions, api.data.history, api.data.xrefs, api.model.list);
      toast.success(isWaiting ? '已提交审核，通过后生效' : '已保存');
      onDone(id);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.key === 'client.cancelled') return;
      const conflict = conflictOf(error);
      if (conflict) {
        const agreed = await confirmDialog({
          content: `${changedText(conflict.changed, '条记录')}。仍要用您的修改覆盖吗？`,
          okText: '覆盖',
          danger: true,
        });
        return agreed ? await run(conflict.theirs.version) : undefined;
      }
      refuse(store, error);
    } finally {
      setSaving(false);
    }
  };
  return { run: () => void run(), isSaving };
}
function refuse(store: FillStore, error: CallError): void {
  const places = (Array.isArray(error.detail) ? error.detail : []).flatMap((one: unknown) => {
    const { path, message } = (one ?? {}) as { path?: unknown; message?: unknown };
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
  });
  store.getState().refuse(places);
  toast.error(places.length > 0 ? '有内容需要修改' : error.message);
  if (places.length > 0) walkProblems(store);
}

interface FootProps {
  store: FillStore;
  save: { run: () => void; isSaving: boolean };
  saveText: string;
  onCancel: () => void;
}
function Foot({ store, save, saveText, onCancel }: FootProps) {
  const count = useStore(store, (fill) => (fill.showsAll ? fill.verdict.problems.length + fill.refused.size : 0));
  return (
    <div className="form-foot">
      {count > 0 && (
        <span className="problems" role="alert">
          {count} 项需要修改
        </span>
      )}
      <div className="actions">
        <Button onClick={onCancel}>取消</Button>
        <Button type="primary" loading={save.isSaving} onClick={save.run}>
          {saveText}
        </Button>
      </div>
    </div>
  );
}
