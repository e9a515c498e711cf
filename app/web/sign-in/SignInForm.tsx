import { LockOutlined, MobileOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import type { ChangeEvent, SubmitEvent } from 'react';
import { CaptchaPicture } from './CaptchaPicture.tsx';
import type { Site } from './calls.ts';
import { Push, SecretBox, TextBox, Tick, ErrorLine } from './controls.tsx';
import { LoginField } from './LoginField.tsx';
import { SmsField } from './SmsField.tsx';
import { useSignIn, type TextField } from './use-sign-in.ts';

/** The same page with the other form; where the person wanted to go stays in the address. */
function forgottenPath(): string {
  const query = new URLSearchParams(window.location.search);
  query.set('forgot', '1');
  return `/login?${query.toString()}`;
}

interface SignInFormProps {
  /** undefined until it is known */
  site: Site | undefined;
  /** leads to a path of the product */
  onSignedIn: (path: string) => unknown;
}
/** User name and password, with a picture or a code when the server asks for one. */
export function SignInForm({ site, onSignedIn }: SignInFormProps) {
  const { values, errors, change, captcha, isBusy, problem, refreshCaptcha, rememberedName, signIn } = useSignIn(onSignedIn);
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void signIn();
  };
  const bind = (name: TextField) => ({
    id: name,
    value: values[name],
    'aria-invalid': errors[name] !== undefined,
    'aria-describedby': errors[name] ? `${name}-note` : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  });

  return (
    <>
      <h1>登录</h1>
      <p className="login-lead">使用集团统一账号{site?.demo && <span className="tag tag-warn">演示数据</span>}</p>
      <form noValidate onSubmit={handleSubmit}>
        <LoginField name="username" label="用户名" error={errors.username}>
          <TextBox
            {...bind('username')}
            icon={<UserOutlined />}
            autoComplete="username"
            autoFocus={rememberedName === ''}
            maxLength={64}
            onBlur={() => refreshCaptcha('nameChanged')}
          />
        </LoginField>
        <LoginField name="password" label="密码" error={errors.password}>
          <SecretBox
            {...bind('password')}
            icon={<LockOutlined />}
            autoComplete="current-password"
            autoFocus={rememberedName !== ''}
            maxLength={64}
          />
        </LoginField>
        {captcha?.captchaEnabled && (
          <LoginField
            name="code"
            label="验证码"
            error={errors.code}
            hint={problem?.captchaChanged ? '验证码已自动刷新，请重新输入' : undefined}
          >
            <div className="login-pair">
              <TextBox {...bind('code')} icon={<SafetyOutlined />} placeholder="输入图中结果" autoComplete="off" maxLength={10} />
              <CaptchaPicture image={captcha.img} onRefresh={() => refreshCaptcha('asked')} />
            </div>
          </LoginField>
        )}
        {captcha?.smsEnabled && (
          <SmsField username={values.username} error={errors.smsCode}>
            <TextBox
              {...bind('smsCode')}
              icon={<MobileOutlined />}
              placeholder="6 位数字"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={8}
            />
          </SmsField>
        )}
        <div className="login-row">
          <Tick checked={values.remember} onChange={(event) => change({ remember: event.target.checked })}>
            记住用户名
          </Tick>
          <a href={forgottenPath()}>忘记密码？</a>
        </div>
        {problem?.text && <ErrorLine>{problem.text}</ErrorLine>}
        <Push isPrimary type="submit" isBusy={isBusy}>
          登录
        </Push>
      </form>
      <p className="login-note">
        <LockOutlined aria-hidden />
        密码在浏览器内加密后传输。
      </p>
    </>
  );
}
