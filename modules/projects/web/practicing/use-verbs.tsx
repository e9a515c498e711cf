import { Form, Input, Modal, type FormInstance } from 'antd';
import { useState, type ReactNode } from 'react';
import { DocumentUpload } from '#modules/files/web/index.ts';
import { proposalRefusal } from '#kit/contract/flow.ts';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { DayInput } from '#kit/web/form/dates.tsx';
import { CallError, CANCELLED } from '#kit/web/send.ts';
import type { RowAction } from '#kit/web/table/types.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { addDays } from '../../core/expiry.ts';
import { api } from '../api.ts';
import type { Qualification } from './labels.tsx';
import { typeOf, useTypes } from './types.ts';

const DAYS_OF_YEAR = 365;
const LONGEST_NAME = 200;

export interface Verbs {
  /** 锁定 / 释放, 延续注册 of a row */
  actions: (row: Qualification) => RowAction[];
  /** what is being asked at the moment */
  dialog: ReactNode;
}

type Asked = { kind: 'occupy' | 'renew'; row: Qualification } | null;

const mayRenew = (row: Qualification) => row.registerStatus !== '4' && row.registerStatus !== '5';
const mayOccupy = (row: Qualification) => mayRenew(row) && (row.certStatus === '1' || row.certStatus === '2');

/** What can be done with a certificate besides editing it. */
export function useVerbs(): Verbs {
  const [asked, ask] = useState<Asked>(null);
  const release = useWrite(api.practicingQualification.release, {
    onSuccess: ({ flow }) => toast.success(flow === null ? '已释放' : '已提交审批，通过后释放'),
  });
  const askRelease = async (row: Qualification) => {
    const project = row.occupiedProjectName ?? row.occupiedProjectId ?? '';
    if (await confirmDialog({ content: `把“${row.personName} ${row.certName}”从项目“${project}”释放？`, okText: '释放' }))
      release.mutate({ params: { id: row.id } });
  };
  const close = () => ask(null);
  return {
    actions: (row) => [
      row.occupied === '1'
        ? {
            key: 'release',
            label: '释放',
            call: api.practicingQualification.release,
            disabled: proposalRefusal('submit', row.flow),
            onClick: () => void askRelease(row),
          }
        : {
            key: 'occupy',
            label: '锁定',
            call: api.practicingQualification.occupy,
            disabled: proposalRefusal('submit', row.flow) ?? !mayOccupy(row),
            onClick: () => ask({ kind: 'occupy', row }),
          },
      {
        key: 'renew',
        label: '延续注册',
        call: api.practicingQualification.renew,
        disabled: !mayRenew(row),
        onClick: () => ask({ kind: 'renew', row }),
      },
    ],
    dialog: (
      <>
        {asked?.kind === 'occupy' && <OccupyDialog row={asked.row} onClose={close} />}
        {asked?.kind === 'renew' && <RenewDialog row={asked.row} onClose={close} />}
      </>
    ),
  };
}

interface DialogProps {
  row: Qualification;
  onClose: () => void;
}

/** Puts what the server says under its field, or above the page. */
function failureIn<Values>(form: FormInstance<Values>, fields: readonly (keyof Values & string)[]) {
  return (error: unknown) => {
    if (!(error instanceof CallError) || error.key === CANCELLED) return;
    const [first] = Array.isArray(error.detail) ? (error.detail as { path?: string; message?: string }[]) : [];
    const field = fields.find((one) => one === first?.path);
    if (field) form.setFields([{ name: field as never, errors: [first?.message ?? error.message] }]);
    else toast.error(error.message);
  };
}

function OccupyDialog({ row, onClose }: DialogProps) {
  const [form] = Form.useForm<{ projectName: string; projectId?: string }>();
  const fail = failureIn(form, ['projectName', 'projectId']);
  const occupy = useWrite(api.practicingQualification.occupy, { quiet: true, overlay: false });
  const save = async () => {
    const body = await form.validateFields().catch(() => null);
    if (!body || occupy.isPending) return;
    await occupy.mutateAsync({ params: { id: row.id }, body }).then(({ flow }) => {
      toast.success(flow === null ? '已锁定' : '已提交审批，通过后锁定');
      onClose();
    }, fail);
  };
  return (
    <Modal
      open
      title="锁定证书"
      okText="锁定"
      cancelText={uiTexts.cancel}
      confirmLoading={occupy.isPending}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p className="muted">
        {row.personName} · {row.certName}。锁定后不能删除、转移或被其他项目使用，直到释放。
      </p>
      <Form form={form} layout="vertical" requiredMark={false}>
        <Form.Item
          name="projectName"
          label="在建项目名称"
          rules={[
            { required: true, whitespace: true, message: '项目名称不能为空' },
            { max: LONGEST_NAME, message: `项目名称不能超过${LONGEST_NAME}个字符` },
          ]}
        >
          <Input autoFocus placeholder="例如 城市副中心综合体施工总承包" />
        </Form.Item>
        <Form.Item name="projectId" label="项目编号" rules={[{ max: 64, message: '项目编号不能超过64个字符' }]}>
          <Input placeholder="选填" />
        </Form.Item>
      </Form>
    </Modal>
  );
}

interface Renewal {
  validFrom: string;
  validTo: string;
  registerNo?: string;
  attachments?: string;
}

function RenewDialog({ row, onClose }: DialogProps) {
  const [form] = Form.useForm<Renewal>();
  const fail = failureIn(form, ['validFrom', 'validTo', 'registerNo', 'attachments']);
  const renew = useWrite(api.practicingQualification.renew, { quiet: true, overlay: false, refreshes: [api.expiry.calendar] });
  const years = typeOf(useTypes(), row.typeId)?.validYears ?? null;
  const start = addDays(row.validTo, 1);
  const save = async () => {
    const body = await form.validateFields().catch(() => null);
    if (!body || renew.isPending) return;
    await renew.mutateAsync({ params: { id: row.id }, body }).then(() => {
      toast.success('已延续注册');
      onClose();
    }, fail);
  };
  return (
    <Modal
      open
      title="延续注册"
      okText="延续"
      cancelText={uiTexts.cancel}
      confirmLoading={renew.isPending}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <p className="muted">
        {row.personName} · {row.certName}，原有效期至 {row.validTo}
        {years !== null && `，该类型注册有效期 ${years} 年`}。已修学时从新的注册期重新累计。
      </p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          validFrom: start,
          validTo: years === null ? undefined : addDays(start, years * DAYS_OF_YEAR - 1),
          registerNo: row.registerNo,
        }}
      >
        <div className="form-grid">
          <Form.Item name="validFrom" label="有效期起" rules={[{ required: true, message: '有效期起不能为空' }]}>
            <DayInput />
          </Form.Item>
          <Form.Item name="validTo" label="有效期至" rules={[{ required: true, message: '有效期至不能为空' }]}>
            <DayInput />
          </Form.Item>
          <Form.Item name="registerNo" label="注册证号" className="wide" rules={[{ max: 64, message: '注册证号不能超过64个字符' }]}>
            <Input placeholder="不变可不改" />
          </Form.Item>
          <Form.Item name="attachments" label="新的证书扫描件" className="wide">
            <DocumentUpload types={['pdf', 'png', 'jpg', 'jpeg']} />
          </Form.Item>
        </div>
      </Form>
    </Modal>
  );
}
