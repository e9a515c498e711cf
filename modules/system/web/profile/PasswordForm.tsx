import { Button, Form, Input } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { session } from '#kit/web/session.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { NewPassword } from '../../contract/auth.ts';
import { api } from './api.ts';
import { newSealer } from './seal.ts';

interface Fields {
  oldPassword: string;
  password: string;
  confirmPassword: string;
}

/** After success the dialog stays this long, then the person is signed out. */
const CLOSE_AFTER_MS = 2000;

/** The rule of the contract with its own text. */
const checkNew = (_: unknown, value: unknown): Promise<void> => {
  const parsed = NewPassword.safeParse(value);
  return parsed.success ? Promise.resolve() : Promise.reject(new Error(parsed.error.issues[0]?.message));
};

/** Change of one's own password. `onClose` is called before the person is signed out. */
export function PasswordForm({ onClose }: { onClose?: () => void }) {
  const [form] = Form.useForm<Fields>();
  const [phase, setPhase] = useState<'editing' | 'saving' | 'done'>('editing');
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    if (phase !== 'done') return;
    const timer = setTimeout(() => {
      close.current?.();
      void session.signOut();
    }, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  const handleFinish = async (values: Fields) => {
    setPhase('saving');
    try {
      const { uuid, seal } = await newSealer();
      await api.auth.changePassword(
        {
          body: {
            uuid,
            oldPassword: seal(values.oldPassword),
            password: seal(values.password),
            confirmPassword: seal(values.confirmPassword),
          },
        },
        { quiet: true, overlay: false },
      );
      toast.success(uiTexts.saved);
      setPhase('done');
    } catch (error) {
      toast.error(uiTexts.saveFailed);
      if (error instanceof CallError && error.status >= 400) showReason(error);
      setPhase('editing');
    }
  };
  /** Shows a refusal below the field that it concerns, by default the old password. */
  const showReason = (error: CallError) => {
    const issues = Array.isArray(error.detail) ? (error.detail as { path?: unknown; message?: unknown }[]) : [];
    const name = issues.map((issue) => issue.path).find((path) => path === 'password' || path === 'confirmPassword') as
      | keyof Fields
      | undefined;
    const field = name ?? (error.key === 'auth.passwordRule' ? 'password' : 'oldPassword');
    form.setFields([{ name: field, errors: [error.message] }]);
  };

  // An error that stayed while its field is mended would vanish under the click on 保存 and move the button away.
  const forget = (changed: Partial<Fields>) =>
    form.setFields(Object.keys(changed).map((name) => ({ name: name as keyof Fields, errors: [] })));

  return (
    <Form
      form={form}
      layout="vertical"
      validateTrigger="onBlur"
      autoComplete="off"
      onValuesChange={forget}
      onFinish={(values) => void handleFinish(values)}
    >
      <Form.Item name="oldPassword" label="旧密码" rules={[{ required: true, message: '旧密码不能为空' }]}>
        <Input.Password autoComplete="current-password" placeholder="请输入旧密码" />
      </Form.Item>
      <Form.Item
        name="password"
        label="新密码"
        required
        extra="16 至 20 位，须包含大写字母、小写字母、数字和 @#$%^&+=!. 中的特殊字符"
        rules={[{ validator: checkNew }]}
      >
        <Input.Password autoComplete="new-password" placeholder="请输入新密码" />
      </Form.Item>
      <Form.Item
        name="confirmPassword"
        label="确认密码"
        dependencies={['password']}
        rules={[
          { required: true, message: '确认密码不能为空' },
          ({ getFieldValue }) => ({
            validator: (_, value: unknown) =>
              !value || value === getFieldValue('password') ? Promise.resolve() : Promise.reject(new Error('两次输入密码不一致')),
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" placeholder="请再次输入新密码" />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={phase === 'saving'} disabled={phase !== 'editing'}>
        保存
      </Button>
    </Form>
  );
}
