import { Alert, Checkbox, Form, Input, Modal, Select, type FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { confirmLeave, useUnsaved } from '#kit/web/unsaved.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';
import { LEVELS } from '#modules/gate/web/parts.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { ClassSelect, DomainSelect, TagSelect } from './pickers.tsx';
import { TIERS } from './labels.ts';

/** What is described: one object as it is now, chosen ones, or all of a filter. */
export type Subject =
  | {
      kind: 'table' | 'column';
      one: {
        id: string;
        version: number;
        name: string;
        values: Record<string, unknown>;
        owner: { id: string; name: string } | null;
        /** level below which a decision needs a reason */ bound?: string | null;
      };
    }
  | { kind: 'table' | 'column'; ids: readonly string[] }
  | { kind: 'table' | 'column'; filter: Record<string, string | undefined>; total: number };

interface Props {
  subject: Subject;
  onClose: (done: boolean) => void;
}

const LABELS = { table: '数据表', column: '字段' };
const REFRESHES = [api.table.get, api.column.page, api.search.find];

/** 维护: Chinese name, description, owner, domain, tier, tags, classification; of many, only what is filled in is changed. */
export function GovernDialog({ subject, onClose }: Props) {
  const { kind } = subject;
  const one = 'one' in subject ? subject.one : null;
  const [form] = Form.useForm<Record<string, unknown>>();
  const [isChanged, setChanged] = useState(false);
  // the second click of a double click comes before the next render
  const isBusy = useRef(false);
  const can = useCan();
  const total = 'ids' in subject ? subject.ids.length : 'total' in subject ? subject.total : 1;
  const done = () => {
    letGo();
    toast.success('已保存');
    onClose(true);
  };
  const many = (reply: { changed: number; jobId: string | null }) => {
    if (reply.jobId === null && reply.changed === 0) {
      toast.warning(`没有修改任何${LABELS[kind]}：内容没有变化，或不在您的维护范围内`);
      return;
    }
    letGo();
    const rest = total - reply.changed;
    toast.success(
      reply.jobId !== null
        ? '数量较多，已转到后台执行，完成后刷新即可看到'
        : `已维护 ${count(reply.changed)} 个${LABELS[kind]}${rest > 0 ? `，其余 ${count(rest)} 个内容没有变化或不在您的维护范围内` : ''}`,
    );
    onClose(true);
  };
  const letGo = useUnsaved(isChanged);
  const options = { overlay: false, refreshes: REFRESHES };
  const saveTable = useWrite(api.governance.table, { ...options, onSuccess: done });
  const saveColumn = useWrite(api.governance.column, { ...options, onSuccess: done });
  const saveTables = useWrite(api.governance.tables, { ...options, onSuccess: many });
  const saveColumns = useWrite(api.governance.columns, { ...options, onSuccess: many });
  const isPending = saveTable.isPending || saveColumn.isPending || saveTables.isPending || saveColumns.isPending;
  const store = async () => {
    const { onlyEmpty, ...given } = await form.validateFields();
    if (one) {
      const body = { ...given, version: one.version };
      const target = { params: { id: one.id }, body };
      return kind === 'table' ? saveTable.mutateAsync(target) : saveColumn.mutateAsync(target);
    }
    const filled = Object.fromEntries(
      Object.entries(given).filter(
        ([, value]) => value !== undefined && value !== '' && value !== null && !(Array.isArray(value) && value.length === 0),
      ),
    );
    const target = 'ids' in subject ? { ids: [...subject.ids] } : 'filter' in subject ? { filter: subject.filter as never } : {};
    const body = { ...target, set: { ...filled, onlyEmpty: onlyEmpty === true } };
    return kind === 'table' ? saveTables.mutateAsync({ body }) : saveColumns.mutateAsync({ body });
  };
  const submit = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    // errors are shown already: by the field, or by the request layer
    await store().catch(() => undefined);
    isBusy.current = false;
  };
  const close = async () => {
    if (await confirmLeave(isChanged)) onClose(false);
  };
  const mayClassify = can(api.classify.update);
  const bound = one?.bound ?? null;
  return (
    <Modal
      open
      width={560}
      title={one ? `维护${LABELS[kind]}` : `批量维护 ${count(total)} 个${LABELS[kind]}`}
      okText={one ? '保存' : uiTexts.ok}
      cancelText={uiTexts.cancel}
      confirmLoading={isPending}
      okButtonProps={{ disabled: !isChanged }}
      onOk={() => void submit()}
      onCancel={() => void close()}
    >
      {one ? (
        <p className="mono govern-name">{one.name}</p>
      ) : (
        <Alert type="info" title="只修改填写了内容的项，留空的项保持不变。" className="govern-note" />
      )}
      <Form form={form} layout="vertical" initialValues={one?.values ?? {}} onValuesChange={() => setChanged(true)}>
        {(one || kind === 'column') && (
          <Form.Item name="cnName" label="中文名">
            <Input maxLength={100} placeholder="业务上怎么称呼它" />
          </Form.Item>
        )}
        <Form.Item name="description" label="说明">
          <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 8 }} placeholder="口径、来源、使用注意" />
        </Form.Item>
        {kind === 'table' && <TableFields owner={one?.owner ?? null} form={form} />}
        {kind === 'column' && mayClassify && <ClassificationFields form={form} bound={bound} />}
        {one ? (
          <Form.Item name="tagIds" label="标签">
            <TagSelect />
          </Form.Item>
        ) : (
          <TagFields />
        )}
      </Form>
    </Modal>
  );
}

/** Tags to add and to take away from many objects. */
function TagFields() {
  return (
    <>
      <div className="govern-two">
        <Form.Item name="addTagIds" label="增加标签">
          <TagSelect />
        </Form.Item>
        <Form.Item name="removeTagIds" label="移除标签">
          <TagSelect />
        </Form.Item>
      </div>
      <Form.Item name="onlyEmpty" valuePropName="checked">
        <Checkbox>只填写空白项，已有内容不覆盖</Checkbox>
      </Form.Item>
    </>
  );
}

/** Owner, domain and tier, which only tables have. */
function TableFields({ owner, form }: { owner: { id: string; name: string } | null; form: FormInstance }) {
  return (
    <div className="govern-two">
      <Form.Item name="ownerId" label="负责人">
        <AccountSelect present={owner} />
      </Form.Item>
      <Form.Item name="domainId" label="主题域">
        <DomainSelect />
      </Form.Item>
      <Form.Item name="tier" label="数据分层">
        <Select allowClear placeholder="选择分层" options={TIERS} onClear={() => form.setFieldValue('tier', null)} />
      </Form.Item>
    </div>
  );
}

/** Class and level of a column; a lower level asks for its reason. */
function ClassificationFields({ form, bound }: { form: FormInstance; bound: string | null }) {
  return (
    <div className="govern-two">
      <Form.Item name="classId" label="数据分类">
        <ClassSelect />
      </Form.Item>
      <Form.Item name="level" label="敏感级别" extra="不选则随分类">
        <Select allowClear placeholder="选择级别" options={LEVELS} onClear={() => form.setFieldValue('level', null)} />
      </Form.Item>
      <Form.Item
        name="levelReason"
        label="降级理由"
        className="govern-wide"
        extra={bound ? `级别低于 ${bound} 时必须填写；分类和级别都清空则恢复继承` : '级别低于继承的级别时必须填写'}
        dependencies={['level', 'classId']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, value?: string) => {
              const level = getFieldValue('level') as string | null | undefined;
              if (bound && level && level < bound && !value?.trim()) throw new Error('请填写降低级别的理由');
            },
          }),
        ]}
      >
        <Input maxLength={200} placeholder="例如：已公开的任命名单" />
      </Form.Item>
    </div>
  );
}
