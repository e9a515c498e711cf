import { LockOutlined, MobileOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { parts } from '#modules/notices/web/index.ts';
import { Mark } from '../pages/Mark.tsx';
import { calls, type LoginBanner, type Site } from './calls.ts';
import { CaptchaPicture } from './CaptchaPicture.tsx';
import { Push, SecretBox, TextBox, Tick, Trouble } from './controls.tsx';
import { LoginArt } from './LoginArt.tsx';
import { LoginField } from './LoginField.tsx';
import { SmsButton } from './SmsButton.tsx';
import { useSignIn, type TextField } from './use-sign-in.ts';

// after the form: a slow banner must not keep anybody from signing in
const LoginBanners = lazyPart(parts.loginBanners);
const art = <LoginArt />;

interface LoginPageProps {
  /** undefined until it is known */
  site: Site | undefined;
  /** leads to a path of the product */
  onSignedIn: (path: string) => unknown;
}
/**
 * spec §2: public sign-in, at the door and inside the program. It stands without router, server state and antd, which would be two thirds of what
 * the first page loads.
 */
export default function LoginPage({ site, onSignedIn }: LoginPageProps) {
  const { values, errors, change, captcha, isBusy, problem, refreshCaptcha, rememberedName, signIn } = useSignIn(onSignedIn);
  const [year] = useState(() => new Date().getFullYear());
  const [banners, setBanners] = useState<readonly LoginBanner[]>([]);
  useEffect(() => {
    calls.banners({}, { quiet: true }).then(setBanners, () => undefined);
  }, []);
  const title = site?.title ?? '数智大脑';
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
    <div className="login">
      <div className="login-art">
        <div className="login-brand">
          <Mark size={32} />
          <b>{title}</b>
        </div>
        {banners.length > 0 ? (
          <Suspense fallback={art}>
            <LoginBanners banners={banners} />
          </Suspense>
        ) : (
          art
        )}
        {banners.length === 0 && (
          <div className="login-claim">
            <strong>每一个数字，都能追溯到来处</strong>
            <span>元数据、标准、质量与服务，在同一条血缘上治理。</span>
          </div>
        )}
        <div className="login-foot">
          © {year} {title}　{site && `v${site.version.split('+')[0]}`}
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
              <LoginField name="smsCode" label="短信验证码" error={errors.smsCode}>
                <div className="login-pair">
                  <TextBox
                    {...bind('smsCode')}
                    icon={<MobileOutlined />}
                    placeholder="6 位数字"
                    inputMode="numeric"
                    autoComplete="one-time-code"
                    maxLength={8}
                  />
                  <SmsButton username={values.username} />
                </div>
              </LoginField>
            )}
            <div className="login-row">
              <Tick checked={values.remember} onChange={(event) => change({ remember: event.target.checked })}>
                记住用户名
              </Tick>
            </div>
            {problem?.text && <Trouble>{problem.text}</Trouble>}
            <Push isPrimary type="submit" isBusy={isBusy}>
              登录
            </Push>
          </form>
          <p className="login-note">
            <LockOutlined />
            密码在浏览器内加密后传输。忘记密码请联系管理员重置。
          </p>
        </div>
      </main>
    </div>
  );
}
