import { LockOutlined, MobileOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { useSite } from '../shell/use-site.ts';
import { Mark } from '../pages/Mark.tsx';
import { CaptchaPicture } from './CaptchaPicture.tsx';
import { LoginArt } from './LoginArt.tsx';
import { SmsButton } from './SmsButton.tsx';
import { useSignIn, type SignInForm } from './use-sign-in.ts';

/** spec §2: public sign-in. */
export default function LoginPage() {
  const [form] = Form.useForm<SignInForm>();
  const { captcha, isBusy, problem, refreshCaptcha, rememberedName, signIn } = useSignIn(form);
  const site = useSite();
  const [year] = useState(() => new Date().getFullYear());
  const title = site?.title ?? '数智大脑';

  return (
    <div className="login">
      <div className="login-art">
        <div className="login-brand">
          <Mark size={32} />
          <b>{title}</b>
        </div>
        <LoginArt />
        <div className="login-claim">
          <strong>每一个数字，都能追溯到来处</strong>
          <span>元数据、标准、质量与服务，在同一条血缘上治理。</span>
        </div>
        <div className="login-foot">
          © {year} {title}　{site && `v${site.version}`}
        </div>
      </div>
      <main className="login-side">
        <div className="login-box">
          <div className="login-brand small">
            <Mark size={28} />
            <b>{title}</b>
          </div>
          <h1>登录</h1>
          <p className="login-lead">使用集团统一账号{site?.demo && <span className="tag tag-warn">演示数据</span>}</p>
          <Form
            form={form}
            layout="vertical"
            size="large"
            requiredMark={false}
            validateTrigger="onSubmit"
            initialValues={{ username: rememberedName, remember: rememberedName !== '' }}
            onFinish={(values) => void signIn(values)}
          >
            <Form.Item name="username" label="用户名" rules={[{ required: true, whitespace: true, message: '请输入用户名' }]}>
              <Input
                prefix={<UserOutlined />}
                autoComplete="username"
                autoFocus={rememberedName === ''}
                maxLength={64}
                onBlur={() => refreshCaptcha('nameChanged')}
              />
            </Form.Item>
            <Form.Item name="password" label="密码" rules={[{ required: true, message: '请输入密码' }]}>
              <Input.Password prefix={<LockOutlined />} autoComplete="current-password" autoFocus={rememberedName !== ''} maxLength={64} />
            </Form.Item>
            {captcha?.captchaEnabled && (
              <Form.Item label="验证码" htmlFor="code" extra={problem?.captchaChanged ? '验证码已自动刷新，请重新输入' : undefined}>
                <div className="login-pair">
                  <Form.Item name="code" noStyle rules={[{ required: true, message: '请输入验证码' }]}>
                    <Input prefix={<SafetyOutlined />} placeholder="输入图中结果" autoComplete="off" maxLength={10} />
                  </Form.Item>
                  <CaptchaPicture image={captcha.img} onRefresh={() => refreshCaptcha('asked')} />
                </div>
              </Form.Item>
            )}
            {captcha?.smsEnabled && (
              <Form.Item label="短信验证码" htmlFor="smsCode">
                <div className="login-pair">
                  <Form.Item name="smsCode" noStyle rules={[{ required: true, message: '请输入短信验证码' }]}>
                    <Input
                      prefix={<MobileOutlined />}
                      placeholder="6 位数字"
                      inputMode="numeric"
                      autoComplete="one-time-code"
                      maxLength={8}
                    />
                  </Form.Item>
                  <SmsButton username={() => form.getFieldValue('username') as string | undefined} />
                </div>
              </Form.Item>
            )}
            <div className="login-row">
              <Form.Item name="remember" valuePropName="checked" noStyle>
                <Checkbox>记住用户名</Checkbox>
              </Form.Item>
            </div>
            {problem?.text && <Alert className="login-problem" type="error" showIcon title={problem.text} />}
            <Button type="primary" htmlType="submit" block loading={isBusy}>
              登录
            </Button>
          </Form>
          <p className="login-note">
            <LockOutlined />
            密码在浏览器内加密后传输。忘记密码请联系管理员重置。
          </p>
        </div>
      </main>
    </div>
  );
}
