import { Checkbox, DatePicker, Form, Input, Modal, Radio, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { toast } from '#kit/web/dialog.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import type { Detail } from './DrdSheet.tsx';
import { typesText } from './parts.tsx';
import { MAX_DAYS } from '../../contract/term.ts';

interface Values {
  usageType: '1' | '2' | '3' | '4';
  refId?: string;
  appId?: string;
  columns?: string[];
  purpose: string;
  validTo: Dayjs;
}
const USAGES = [
  { value: '1', label: '查询', mounts: ['1'] },
  { value: '2', label: 'API', mounts: ['2'] },
  { value: '3', label: '下载', mounts: ['1', '3'] },
  { value: '4', label: '查看', mounts: ['4', '5'] },
] as const;
const MANY = 200;
const DAYS = 90;

/** 申请使用: how, which items, what for, until when. */
export function ApplyDialog({ row, onClose }: { row: Detail; onClose: () => void }) {
  useReturnFocus();
  const [form] = Form.useForm<Values>();
  const usages = USAGES.filter(({ mounts }) => mounts.some((type) => row.mountTypes.includes(type)));
  const usage = Form.useWatch('usageType', form) ?? usages[0]?.value;
  const apply = useWrite(api.drdUse.apply, {
    overlay: false,
    refreshes: [api.drd.page],
    onSuccess: () => {
      toast.success('已提交申请，在“使用申请”查看进度');
      onClose();
    },
  });
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || apply.isPending) return;
    const { validTo, columns, ...rest } = values;
    const isAll = columns === undefined || columns.length === row.itemList.length;
    apply.mutate({
      params: { id: row.id },
      body: { ...rest, columns: isAll || rest.usageType === '4' ? [] : columns, validTo: validTo.format('YYYY-MM-DD') },
    });
  };
  return (
    <Modal
      open
      title={`申请使用“${row.resName}”`}
      width={600}
      okText="提交申请"
      okButtonProps={{ disabled: usages.length === 0 }}
      cancelText={uiTexts.cancel}
      confirmLoading={apply.isPending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {usages.length === 0 && <p className="market-note">该资源没有可以申请的挂接。</p>}
      <Form
        form={form}
        layout="vertical"
        initialValues={{ usageType: usages[0]?.value, columns: row.itemList.map(({ code }) => code), validTo: dayjs().add(DAYS, 'day') }}
      >
        <Form.Item name="usageType" label="使用方式">
          <Radio.Group options={usages.map(({ value, label }) => ({ value, label }))} optionType="button" />
        </Form.Item>
        <MountItem key={usage} row={row} types={USAGES.find(({ value }) => value === usage)?.mounts ?? []} />
        {usage === '2' && <AppItem />}
        {usage === '4' && (
          <p className="market-note drd-note">到截止日为止可以打开它；其中的数据仍按您的数据权限显示，敏感字段照常脱敏。</p>
        )}
        {usage !== '4' && (
          <ItemsItem items={row.itemList} hint={usage === '2' ? '；API 不返回的信息项不会授权，限额按 API 的调用方案' : ''} />
        )}
        <TermItems deciders={row.deciders} />
      </Form>
    </Modal>
  );
}

/** What of the resource, where several things can be used in this way. */
function MountItem({ row, types }: { row: Detail; types: readonly string[] }) {
  const fitting = row.mounts.filter(({ mountType, isGone }) => types.includes(mountType) && !isGone);
  if (fitting.length < 2) return null;
  return (
    <Form.Item name="refId" label="使用的对象" initialValue={fitting[0]!.refId} rules={[{ required: true, message: '请选择使用的对象' }]}>
      <Select options={fitting.map(({ refId, name, mountType }) => ({ value: refId, label: `${name}（${typesText([mountType])}）` }))} />
    </Form.Item>
  );
}

/** Which items; only what is needed is asked for. */
const ItemsItem = ({ items, hint }: { items: Detail['itemList']; hint: string }) =>
  items.length === 0 ? null : (
    <Form.Item
      name="columns"
      label="信息项"
      extra={`只申请需要的信息项；敏感项按您的权限脱敏${hint}`}
      rules={[{ type: 'array', min: 1, message: '请至少选择一个信息项' }]}
    >
      <Checkbox.Group
        className="market-choices"
        options={items.map(({ code, name, sensitive }) => ({
          value: code,
          label: `${name} ${code}${sensitive === '1' ? '（敏感）' : ''}`,
        }))}
      />
    </Form.Item>
  );

/** Until when, and what for. */
const TermItems = ({ deciders }: { deciders: readonly string[] }) => (
  <>
    <Form.Item
      name="validTo"
      label="使用截止日"
      extra="到期后使用权自动收回，文件自动删除"
      rules={[{ required: true, message: '请选择使用截止日' }]}
    >
      <DatePicker
        style={{ width: '100%' }}
        disabledDate={(day) => day.isBefore(dayjs(), 'day') || day.isAfter(dayjs().add(MAX_DAYS, 'day'), 'day')}
      />
    </Form.Item>
    <Form.Item
      name="purpose"
      label="申请用途"
      extra={deciders.length > 0 ? `由 ${deciders.slice(0, 3).join('、')} 等审批；不能审批自己的申请` : undefined}
      rules={[{ required: true, whitespace: true, message: '请填写申请用途' }]}
    >
      <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
    </Form.Item>
  </>
);

function AppItem() {
  const apps = useCall(api.app.page, { query: { status: '1', pageSize: MANY } });
  return (
    <Form.Item name="appId" label="使用的应用" rules={[{ required: true, message: '请选择应用' }]}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择调用接口的应用"
        loading={apps.isPending && !apps.error}
        notFoundContent={apps.error?.message ?? '没有启用的应用，先在“应用与密钥”新增'}
        options={apps.data?.data.map(({ id, appName }) => ({ value: id, label: appName }))}
      />
    </Form.Item>
  );
}
