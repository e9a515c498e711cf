import { LinkOutlined } from '@ant-design/icons';
import { Button, DatePicker, Form, Input, InputNumber, Switch } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { useOnce } from '#kit/web/use-once.ts';
import { MIN_LINK_PASSWORD, type FillLink } from '../../contract/link.ts';
import { api } from '../api.ts';

interface Values {
  linkName: string;
  password?: string;
  expireTime?: Dayjs | null;
  hasCaptcha: boolean;
  maxRecords?: number | null;
  hourLimit?: number | null;
  dayLimit?: number | null;
}
const startOf = (link: FillLink | null): Partial<Values> =>
  link === null
    ? { hasCaptcha: true }
    : { ...link, hasCaptcha: link.hasCaptcha === '1', expireTime: link.expireTime ? dayjs(link.expireTime) : null };

const shapeOf = (values: Values) => ({
  linkName: values.linkName,
  expireTime: values.expireTime?.toISOString() ?? null,
  hasCaptcha: values.hasCaptcha ? ('1' as const) : ('0' as const),
  maxRecords: values.maxRecords ?? null,
  hourLimit: values.hourLimit ?? null,
  dayLimit: values.dayLimit ?? null,
});

interface Props {
  formId: string;
  /** the link that is changed; null for a new one */
  link: FillLink | null;
  onMade: (path: string) => void;
  /** changed, or left as it is */
  onEnd: () => void;
}
/** The limits of a link. */
export function LinkForm({ formId, link, onMade, onEnd }: Props) {
  const [form] = Form.useForm<Values>();
  const create = useWrite(api.link.create, {
    onSuccess: ({ path }) => {
      form.resetFields();
      onMade(path);
    },
  });
  const update = useWrite(api.link.update, {
    refreshes: [api.link.list],
    onSuccess: () => {
      toast.success('已保存');
      onEnd();
    },
  });
  const isBusy = create.isPending || update.isPending;
  const send = useOnce(isBusy, (values: Values) => {
    const shape = shapeOf(values);
    if (link === null) return create.mutate({ params: { id: formId }, body: { ...shape, password: values.password || null } });
    const { id, version, status } = link;
    update.mutate({ params: { id }, body: { ...shape, version, status, ...(values.password && { password: values.password }) } });
  });
  const count = (name: 'maxRecords' | 'hourLimit' | 'dayLimit', label: string, max: number) => (
    <Form.Item name={name} label={label}>
      <InputNumber min={1} max={max} precision={0} placeholder="不限" />
    </Form.Item>
  );
  return (
    <Form form={form} layout="vertical" className="link-form" initialValues={startOf(link)} onFinish={send}>
      <Form.Item name="linkName" label="链接名称" rules={[{ required: true, whitespace: true, message: '请填写链接名称' }]}>
        <Input maxLength={50} placeholder="例如 供应商自助登记" />
      </Form.Item>
      <Form.Item name="password" label="访问密码" rules={[{ min: MIN_LINK_PASSWORD, message: `访问密码至少${MIN_LINK_PASSWORD}位` }]}>
        <Input.Password maxLength={64} autoComplete="new-password" placeholder={link?.hasPassword ? '不填则不变' : '不填则无需密码'} />
      </Form.Item>
      <Form.Item name="expireTime" label="有效期至">
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          placeholder="不填则长期有效"
          disabledDate={(day: Dayjs) => day.isBefore(dayjs().startOf('day'))}
        />
      </Form.Item>
      {count('maxRecords', '收集总数', 1_000_000)}
      {count('hourLimit', '每个地址每小时', 10_000)}
      {count('dayLimit', '每个地址每天', 100_000)}
      <Form.Item name="hasCaptcha" label="提交前验证码" valuePropName="checked">
        <Switch />
      </Form.Item>
      <div className="link-acts">
        <Button type="primary" htmlType="submit" icon={link === null ? <LinkOutlined /> : undefined} loading={isBusy}>
          {link === null ? '生成链接' : '保存'}
        </Button>
        {link !== null && <Button onClick={onEnd}>取消</Button>}
      </div>
    </Form>
  );
}
