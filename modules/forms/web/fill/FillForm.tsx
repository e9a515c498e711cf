import { CloudOutlined, DownOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { toast } from '#kit/web/dialog.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { CallError, CANCELLED } from '#kit/web/send.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { usePhone } from '#kit/web/use-phone.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import type { Filling, FormRecord } from '../../contract/record.ts';
import { compileForm, rightsOf, validateRecord, type RunOptions } from '../../core/index.ts';
import { api } from '../api.ts';
import { ownCalls, type FillCalls } from './calls.ts';
import { FillProvider } from './context.ts';
import { dropLocalDraft, localDraft, newOnce, useDraft, type Draft, type Kept } from './drafts.ts';
import { FieldList } from './FormBody.tsx';
import { FillProgress } from './FillProgress.tsx';
import { walkProblems } from './jump.ts';
import { ChangeNote, DraftNote, ReturnNote, RoundNote } from './notes.tsx';
import { makeFill, startValues, type FillStore } from './store.ts';
import './fill.css';

type Values = Readonly<Record<string, unknown>>;

interface Props {
  filling: Filling;
  /** the record that is changed; null for a new one */
  record: FormRecord | null;
  /** draft that the server keeps */
  stored: { readonly values: Readonly<Record<string, unknown>>; readonly versionNo: number; readonly updateTime: string } | null;
  /** round of a task that a new record is for */
  round?: FillRound | null;
  /** the record has passed, and a change of it is asked for: anew, or (values) what came back */
  change?: Changing | null;
  /** absent: those of the account */
  calls?: FillCalls;
  onDone: (id: string) => void;
}
/** A change of a record that was asked for and came back; nulls for one that is new. */
export type Changing = Pick<NonNullable<FormRecord['change']>, 'values' | 'returned' | 'processInstanceId'>;
/** What a filling knows of its round. */
export interface FillRound {
  readonly roundId: string;
  readonly taskName: string;
  readonly remark: string | null;
  readonly end: string;
  readonly carryOver: '0' | '1';
  readonly previous: { readonly roundNo: number; readonly values: Readonly<Record<string, unknown>> } | null;
}

/** The younger of both drafts: what a lost network left here, or what another device sent. */
function draftOf({ filling, record, stored }: Props): Draft | null {
  if (record) return null;
  const local = localDraft(filling.userId, filling.formId);
  if (!stored || (local && Date.parse(local.time) >= Date.parse(stored.updateTime))) return local;
  return { values: stored.values, versionNo: stored.versionNo, time: stored.updateTime, once: local?.once ?? newOnce() };
}

/** Who fills in, what stood there before, and what of it this person sees masked: that stays as it is. */
const useRunOptions = (filling: Filling, record: FormRecord | null, before: Values | null): RunOptions =>
  useMemo(
    () => ({
      person: { userId: filling.userId, deptId: filling.deptId },
      before,
      rights: new Map([...rightsOf(filling.schema, null), ...(record?.masked ?? []).map((id) => [id, 'read'] as const)]),
    }),
    [filling, record, before],
  );

/** What a new record begins with where its task takes over what was given before. */
const carriedOver = ({ round, record }: Props) => (record === null && round?.carryOver === '1' ? (round.previous?.values ?? null) : null);

/** One filling of a form: filled in, kept as a draft, submitted once. */
export function FillForm(props: Props) {
  const { filling, record, change, calls = ownCalls } = props;
  const isNarrow = usePhone();
  const [draft, setDraft] = useState(() => draftOf(props));
  const [once, setOnce] = useState(() => draft?.once ?? newOnce());
  const [reason, setReason] = useState('');
  const before = change?.values ?? record?.values ?? null;
  const options = useRunOptions(filling, record, before);
  const form = useMemo(() => compileForm(filling.schema, { today: filling.today }), [filling]);
  const [store] = useState(() => makeFill(form, startValues(form, before ?? draft?.values ?? carriedOver(props), options), options));
  const files = useMemo(() => calls.filesOf?.(once), [calls, once]);
  const isOpen = useRef(true);
  const { kept, save } = useDraft({
    store,
    once,
    userId: filling.userId,
    formId: filling.formId,
    versionNo: filling.versionNo,
    now: () => new Date(serverNow()).toISOString(),
    keep: calls.keepDraft,
    // a stored record has no draft: what is there already must not be lost by an old text
    isOn: () => isOpen.current && record === null,
  });
  const forget = () => {
    dropLocalDraft(filling.userId, filling.formId);
    calls.dropDraft(filling.formId);
  };
  const replace = (values: Values | null) => store.getState().replace(startValues(form, values, options));
  const startAnew = () => {
    forget();
    setDraft(null);
    setOnce(newOnce());
    replace(null);
  };
  const submit = useSubmit({ ...props, reason, store, once, options, onSent: () => void (isOpen.current = false), forget });
  return (
    <FillProvider value={{ store, form, isNarrow, formId: filling.formId, choices: calls.choices, ...(files && { files }) }}>
      <div className="fill">
        <div className="fill-main">
          <div className="fill-paper" data-labels={form.schema.settings.labelPosition ?? 'top'}>
            {draft && <DraftNote draft={draft} isOld={draft.versionNo !== filling.versionNo} drop={startAnew} />}
            {record?.returned && <ReturnNote record={record} returned={record.returned} />}
            {change?.returned && (
              <ReturnNote record={{ flowStatus: '2', processInstanceId: change.processInstanceId }} returned={change.returned} />
            )}
            {change && <ChangeNote reason={reason} onReason={setReason} />}
            {props.round && <RoundNote round={props.round} take={record ? null : replace} />}
            {filling.remark && <p className="fill-remark">{filling.remark}</p>}
            <FieldList fields={form.schema.layout} />
          </div>
          <FillFooter store={store} kept={kept} hasDraft={record === null} onDraft={save} submit={submit} text={submitText(props)} />
        </div>
        <FillProgress filling={filling} />
      </div>
    </FillProvider>
  );
}
const submitText = ({ filling, record, change }: Props): string => {
  if (change) return '提交变更';
  if (record) return record.flowStatus === '2' ? '重新提交' : '保存修改';
  return filling.schema.settings.submitText ?? '提交';
};

const doneText = ({ filling: { schema, userId }, record, change }: Props): string => {
  if (change) return schema.settings.approval ? '变更已提交，通过后生效' : '已保存';
  const isSent = schema.settings.approval !== undefined && (record === null || record.submitterId === userId);
  if (isSent) return '已提交，等待审批';
  return record ? '已保存' : '提交成功';
};

interface Sending extends Props {
  /** why a change is asked for */
  reason: string;
  store: FillStore;
  once: string;
  options: RunOptions;
  onSent: () => void;
  forget: () => void;
}
/** Sends what was filled in: once, however often the button is pressed, and the same record when it is sent again. */
function useSubmit(sending: Sending) {
  const { filling, record, round, change, reason, calls = ownCalls, store, once, options, onSent, forget, onDone } = sending;
  const [isSending, setSending] = useState(false);
  const busy = useRef(false);
  const refresh = useRefresh();
  const send = async (values: Record<string, unknown>): Promise<string> => {
    const { formId } = filling;
    if (record) {
      const given = { params: { id: formId, recordId: record.id }, body: { values, version: record.version } };
      if (change) await api.record.change({ ...given, body: { ...given.body, reason: reason || null } }, { quiet: true });
      else await api.record.update(given, { quiet: true });
      return record.id;
    }
    return calls.create(formId, { values, roundId: round?.roundId ?? null, once });
  };
  const run = async () => {
    if (busy.current) return;
    const problems = store.getState().judge();
    if (problems.length > 0) return walkProblems(store);
    busy.current = true;
    setSending(true);
    try {
      const { values } = validateRecord(compileForm(filling.schema, { today: filling.today }), store.getState().values, options);
      const id = await send({ ...values });
      onSent();
      if (record === null) forget();
      await refresh(api.record.mine, api.record.page, api.record.myRecords, api.record.get, api.record.changes, api.task.mine);
      toast.success((change ? null : filling.schema.settings.doneText) ?? doneText(sending));
      onDone(id);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // whoever has looked where it goes and thought better of it
      if (error.key === CANCELLED) return;
      const places = placesOf(error.detail);
      store.getState().refuse(places);
      toast.error(
        places.length > 0 ? '有内容需要修改' : error.status === 0 ? '网络不通，草稿已保存在本机，恢复后可再次提交' : error.message,
      );
      if (places.length > 0) walkProblems(store);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  return { run, isSending };
}
/** Places that the server refused. */
function placesOf(detail: unknown): { path: string; message: string }[] {
  if (!Array.isArray(detail)) return [];
  return detail.flatMap((one: unknown) => {
    const { path, message } = (one ?? {}) as { path?: unknown; message?: unknown };
    return typeof path === 'string' && typeof message === 'string' ? [{ path, message }] : [];
  });
}

interface FooterProps {
  store: FillStore;
  kept: Kept;
  hasDraft: boolean;
  onDraft: () => Promise<boolean>;
  submit: { run: () => Promise<void>; isSending: boolean };
  text: string;
}
function FillFooter({ store, kept, hasDraft, onDraft, submit, text }: FooterProps) {
  const isPhone = usePhone();
  const shows = useStore(store, (fill) => fill.showsAll);
  const problems = useStore(store, (fill) => fill.verdict.problems);
  const refused = useStore(store, (fill) => fill.refused.size);
  const count = shows ? problems.length + refused : 0;
  const names = [...new Set(problems.map(({ message }) => /“([^”]+)”/.exec(message)?.[1] ?? message))].slice(0, 4).join('、');
  const keep = async () => toast.success((await onDraft()) ? '草稿已保存' : '草稿已保存在本机，联网后同步');
  return (
    <footer className="fill-foot">
      {count > 0 ? (
        <span className="bad cut" role="status">
          <ExclamationCircleFilled /> {isPhone ? `还有 ${count} 项需要修改` : `${count} 项需要修改${names && `：${names}`}`}
        </span>
      ) : (
        <span />
      )}
      {count > 0 && (
        <Button type="link" size="small" icon={<DownOutlined />} iconPlacement="end" onClick={() => walkProblems(store)}>
          下一项
        </Button>
      )}
      <span className="grow" />
      {kept && (
        <span className="muted fill-kept">
          <CloudOutlined /> <DateText value={kept.at} /> {kept.where === 'server' ? '已自动保存' : '已保存在本机'}
        </span>
      )}
      {hasDraft && <Button onClick={() => void keep()}>存草稿</Button>}
      <Button type="primary" loading={submit.isSending} onClick={() => void submit.run()}>
        {text}
      </Button>
    </footer>
  );
}
