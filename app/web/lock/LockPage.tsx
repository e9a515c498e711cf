import { LockOutlined } from '@ant-design/icons';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { CallError } from '#kit/web/send.ts';
import { session, useSession } from '#kit/web/session.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { ownPath } from '../guard/decide.ts';
import { Mark } from '../pages/Mark.tsx';
import { unlockScreen } from './lock.ts';

/** The locked screen: nothing of the application is mounted, the server answers nothing else. */
export default function LockPage() {
  const user = useSession((s) => s.user);
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [form] = Form.useForm<{ password: string }>();
  const [isBusy, setBusy] = useState(false);

  const handleFinish = async ({ password }: { password: string }) => {
    setBusy(true);
    try {
      await unlockScreen(password);
      void navigate(ownPath(query.get('redirect')) ?? '/home', { replace: true });
    } catch (error) {
      form.setFields([{ name: 'password', errors: [error instanceof CallError ? error.message : uiTexts.requestError] }]);
      setBusy(false);
    }
  };
  return (
    <div className="lock-page">
      <div className="lock-box">
        <Mark size={32} />
        <h1>屏幕已锁定</h1>
        <p>{user ? `${user.nickname}，输入密码继续` : '输入密码继续'}</p>
        <Form
          form={form}
          size="large"
          onValuesChange={() => form.setFields([{ name: 'password', errors: [] }])}
          onFinish={(values) => void handleFinish(values)}
        >
          <Form.Item name="password" rules={[{ required: true, message: '请输入锁屏密码或登录密码' }]} validateTrigger="onSubmit">
            <Input.Password
              prefix={<LockOutlined />}
              aria-label="锁屏密码或登录密码"
              placeholder="锁屏密码或登录密码"
              autoComplete="off"
              autoFocus
            />
          </Form.Item>
          <Button type="primary" htmlType="submit" block loading={isBusy}>
            解锁
          </Button>
        </Form>
        <Button type="link" className="lock-out" onClick={() => void session.signOut()}>
          退出登录
        </Button>
      </div>
    </div>
  );
}
