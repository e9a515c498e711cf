import { DatePicker, Form, Input, Modal, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState, type ReactNode } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useCall, useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** Everything that a change of issues shows anew. */
export const ISSUE_VIEWS = [api.issue.page, api.issue.get, api.issue.logs, api.issue.stat] as const;

interface DialogProps<V extends object, R = unknown> {
  title: string;
  okText: string;
  /** what was done, for the toast */
  done: string | ((reply: R) => string);
  initial?: Partial<V>;
  /** false = the request layer has said what went wrong; the dialog stays */
  send: (values: V) => Promise<R>;
  onClose: () => void;
  children: ReactNode;
}
/** A question with some fields about issues; a refused answer keeps it open. */
function IssueDialog<V extends object, R = unknown>({ title, okText, done, initial, send, onClose, children }: DialogProps<V, R>) {
  const [form] = Form.useForm<V>();
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const submit = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values === null || isBusy) return;
    setBusy(true);
    // errors are shown by the request layer
    const sent = await send(values)
      .then((reply) => ({ reply }))
      .catch(() => null);
    setBusy(false);
    if (!sent) return;
    toast.success(typeof done === 'string' ? done : done(sent.reply));
    onClose();
    await refresh(...ISSUE_VIEWS);
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      onOk={() => void submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" {...(initial && { initialValues: initial })}>
        {children}
      </Form>
    </Modal>
  );
}

const MAX_NOTE = 500;
const Note = ({ label, isRequired = false }: { label: string; isRequired?: boolean }) => (
  <Form.Item name="note" label={label} rules={isRequired ? [{ required: true, whitespace: true, message: `请填写${label}` }] : []}>
    <Input.TextArea maxLength={MAX_NOTE} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
  </Form.Item>
);

/** Steps of one issue that take a note. */
export const STEPS = {
  submit: { title: '提交复核', label: '整改说明', isRequired: false, done: '已提交复核' },
  approve: { title: '复核通过', label: '复核意见', isRequired: false, done: '已关闭工单' },
  return: { title: '复核退回', label: '退回原因', isRequired: true, done: '已退回' },
  refute: { title: '标为误报', label: '误报原因', isRequired: true, done: '已标为误报' },
  reopen: { title: '重新打开', label: '原因', isRequired: true, done: '已重新打开' },
} as const;
export type Step = keyof typeof STEPS;

export function StepDialog({ step, id, onClose }: { step: Step; id: string; onClose: () => void }) {
  const { title, label, isRequired, done } = STEPS[step];
  return (
    <IssueDialog<{ note?: string }>
      title={title}
      okText={title}
      done={done}
      send={({ note }) => api.issue[step]({ params: { id }, body: { note } })}
      onClose={onClose}
    >
      {step === 'refute' && <p className="muted">规则修改之前，再次不通过也不会重新打开这张工单。</p>}
      <Note label={label} isRequired={isRequired} />
    </IssueDialog>
  );
}

export function CloseDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const title = ids.length === 1 ? '关闭工单' : `关闭 ${ids.length} 张工单`;
  return (
    <IssueDialog<{ note?: string }>
      title={title}
      okText="关闭工单"
      done="已关闭"
      send={({ note }) => api.issue.closeMany({ body: { ids: [...ids], note } })}
      onClose={onClose}
    >
      <p className="muted">规则再次不通过时，工单会重新打开。</p>
      <Note label="关闭原因" isRequired />
    </IssueDialog>
  );
}

export function AssignDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [keyword, setKeyword] = useState('');
  const people = useCall(api.issue.people, { query: keyword ? { keyword } : {} }, { keepPrevious: true });
  return (
    <IssueDialog<{ assigneeId: string; note?: string }>
      title={ids.length === 1 ? '转派工单' : `转派 ${ids.length} 张工单`}
      okText="转派"
      done="已转派"
      send={({ assigneeId, note }) => api.issue.assign({ body: { ids: [...ids], assigneeId, note } })}
      onClose={onClose}
    >
      <Form.Item name="assigneeId" label="处理人" rules={[{ required: true, message: '请选择处理人' }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          placeholder="按姓名搜索"
          notFoundContent={people.isFetching ? '正在搜索' : '没有可以处理工单的人'}
          loading={people.isFetching}
          options={people.data?.map(({ id, nickname, deptName }) => ({
            value: id,
            label: deptName ? `${nickname}（${deptName}）` : nickname,
          }))}
        />
      </Form.Item>
      <Note label="说明" />
    </IssueDialog>
  );
}

const DEFAULT_DAYS = 30;
export function WaiveDialog({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <IssueDialog<{ reason: string; until: Dayjs }, CallReply<typeof api.issue.waive>>
      title="申请豁免"
      okText="提交"
      done={(reply) => (reply.flow ? '已提交审批，通过后豁免' : '已豁免')}
      initial={{ until: dayjs().add(DEFAULT_DAYS, 'day') }}
      send={({ reason, until }) => api.issue.waive({ params: { id }, body: { reason, until: until.format('YYYY-MM-DD') } })}
      onClose={onClose}
    >
      <p className="muted">豁免期内再次不通过不会重新打开工单，到期后恢复；不改变质量评分。</p>
      <Form.Item name="until" label="豁免至" rules={[{ required: true, message: '请选择豁免期限' }]}>
        <DatePicker style={{ width: '100%' }} disabledDate={(date) => date.isBefore(dayjs(), 'day')} />
      </Form.Item>
      <Form.Item name="reason" label="豁免原因" rules={[{ required: true, whitespace: true, message: '请填写豁免原因' }]}>
        <Input.TextArea maxLength={MAX_NOTE} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      </Form.Item>
    </IssueDialog>
  );
}
