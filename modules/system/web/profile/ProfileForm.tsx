import { Button, Form, Input, Radio } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { DayInput } from '#kit/web/form/dates.tsx';
import { CallError } from '#kit/web/send.ts';
import { session } from '#kit/web/session.ts';
import { useUnsaved } from '#kit/web/unsaved.tsx';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { ProfileInput } from '../../contract/profile.ts';
import { api } from './api.ts';

type Profile = CallReply<typeof api.profile.get>;
interface Fields {
  nickname: string;
  phone: string | null;
  email: string | null;
  sex: '0' | '1' | '2';
  birthday: string | null;
}

const sexes = [
  { value: '0', label: '男' },
  { value: '1', label: '女' },
  { value: '2', label: '未知' },
];
const blankToNull = (text: string | null): string | null => text?.trim() || null;

/** The text of the contract for one field. */
const check = (field: 'nickname' | 'phone' | 'email') => ({
  validator: (_: unknown, value: string | null) => {
    const parsed = ProfileInput.shape[field].safeParse(field === 'nickname' ? (value ?? '') : blankToNull(value));
    return parsed.success ? Promise.resolve() : Promise.reject(new Error(parsed.error.issues[0]?.message));
  },
});

export function ProfileForm({ profile }: { profile: Profile }) {
  const [form] = Form.useForm<Fields>();
  const [isDirty, setDirty] = useState(false);
  useUnsaved(isDirty);
  const save = useWrite(api.profile.update, { quiet: true });

  const handleFinish = async (values: Fields) => {
    const body = {
      nickname: values.nickname,
      phone: blankToNull(values.phone),
      email: blankToNull(values.email),
      sex: values.sex,
      birthday: values.birthday ?? null,
      avatar: profile.avatar,
      version: profile.version,
    };
    try {
      setDirty(false);
      await save.mutateAsync({ body });
      const { user, menus, perms } = session.get();
      if (user) session.setAccount({ user: { ...user, nickname: body.nickname, phone: body.phone }, menus, perms });
      toast.success(uiTexts.saved);
    } catch (error) {
      setDirty(true);
      if (!(error instanceof CallError)) throw error;
      const issues = Array.isArray(error.detail) ? (error.detail as { path: string; message: string }[]) : [];
      form.setFields(issues.map((issue) => ({ name: issue.path as keyof Fields, errors: [issue.message] })));
      if (issues.length === 0) toast.error(error.message);
    }
  };
  const initial: Fields = {
    nickname: profile.nickname,
    phone: profile.phone,
    email: profile.email,
    sex: profile.sex as Fields['sex'],
    birthday: profile.birthday,
  };
  return (
    <Form
      className="profile-form"
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      initialValues={initial}
      onValuesChange={() => setDirty(true)}
      onFinish={(values) => void handleFinish(values)}
    >
      <Form.Item name="nickname" label="昵称" required rules={[check('nickname')]}>
        <Input maxLength={50} autoComplete="nickname" />
      </Form.Item>
      <Form.Item name="phone" label="手机号码" rules={[check('phone')]}>
        <Input maxLength={11} inputMode="numeric" autoComplete="tel" />
      </Form.Item>
      <Form.Item name="email" label="电子邮箱" rules={[check('email')]}>
        <Input maxLength={50} autoComplete="email" />
      </Form.Item>
      <Form.Item name="birthday" label="出生日期">
        <DayInput className="profile-wide" placeholder="请选择日期" />
      </Form.Item>
      <Form.Item name="sex" label="性别">
        <Radio.Group options={sexes} />
      </Form.Item>
      <Form.Item label={null}>
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={!isDirty}>
          保存
        </Button>
      </Form.Item>
    </Form>
  );
}
