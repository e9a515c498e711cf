import { LockOutlined, SafetyOutlined, UserOutlined } from '@ant-design/icons';
import type { ChangeEvent, SubmitEvent } from 'react';
import { CaptchaPicture } from './CaptchaPicture.tsx';
import { Push, SecretBox, TextBox, ErrorLine } from './controls.tsx';
import { LoginField } from './LoginField.tsx';
import { useForgotten, type Channel, type ForgottenField } from './use-forgotten.ts';

const SENT: Record<Channel, string> = { sms: '验证码会以短信发到您登记的手机', mail: '验证码会以邮件发到您登记的邮箱' };
const LABELS: Record<Channel, string> = { sms: '手机短信', mail: '邮件' };

/** The address of the sign-in form; where the person wanted to go stays in it. */
function signInPath(): string {
  const query = new URLSearchParams(window.location.search);
  query.delete('forgot');
  return query.size === 0 ? '/login' : `/login?${query.toString()}`;
}
const Back = ({ text }: { text: string }) => (
  <p className="login-note">
    <a href={signInPath()}>{text}</a>
  </p>
);

/** 忘记密码: a code to the registered telephone or mailbox, then a new password. */
export default function ForgottenPassword() {
  const form = useForgotten();
  const { channels, channel, captcha, values, errors, change, problem, isBusy, isAsked, isDone } = form;
  const bind = (name: ForgottenField) => ({
    id: name,
    value: values[name],
    'aria-invalid': errors[name] !== undefined,
    'aria-describedby': errors[name] ? `${name}-note` : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.target.value }),
  });
  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isAsked) form.submit();
    else form.ask();
  };

  if (isDone)
    return (
      <>
        <h1>密码已重新设置</h1>
        <p className="login-lead">您在所有设备上的登录都已退出，请用新密码登录。</p>
        <Push isPrimary type="button" onClick={() => window.location.assign(signInPath())}>
          去登录
        </Push>
      </>
    );
  if (channels?.length === 0)
    return (
      <>
        <h1>忘记密码</h1>
        <p className="login-lead">平台还没有开通自助找回，请联系管理员为您重置密码。</p>
        <Back text="返回登录" />
      </>
    );
  return (
    <>
      <h1>忘记密码</h1>
      <p className="login-lead">
        {isAsked
          ? `如果该账号登记了${channel === 'sms' ? '手机号码' : '电子邮箱'}，验证码已经发出，10 分钟内有效`
          : channels?.length === 1
            ? SENT[channel]
            : '验证码会发到您登记的手机或邮箱'}
      </p>
      <form noValidate onSubmit={handleSubmit}>
        {isAsked ? (
          <>
            {/* an input of its own, not that of the user name under another label: only a new one takes the focus */}
            <LoginField key="code" name="code" label="收到的验证码" error={errors.code}>
              <TextBox
                {...bind('code')}
                icon={<SafetyOutlined />}
                placeholder="6 位数字"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={8}
                autoFocus
              />
            </LoginField>
            <LoginField name="password" label="新密码" error={errors.password} hint="16 到 20 位，含大小写字母、数字和特殊字符 @#$%^&+=!.">
              <SecretBox {...bind('password')} icon={<LockOutlined />} autoComplete="new-password" maxLength={64} />
            </LoginField>
            <LoginField name="confirmPassword" label="确认新密码" error={errors.confirmPassword}>
              <SecretBox {...bind('confirmPassword')} icon={<LockOutlined />} autoComplete="new-password" maxLength={64} />
            </LoginField>
          </>
        ) : (
          <>
            <LoginField key="username" name="username" label="用户名" error={errors.username}>
              <TextBox {...bind('username')} icon={<UserOutlined />} autoComplete="username" maxLength={64} autoFocus />
            </LoginField>
            {channels && channels.length > 1 && (
              <fieldset className="login-choice">
                <legend>接收方式</legend>
                {channels.map((each) => (
                  <label key={each}>
                    <input type="radio" name="channel" checked={channel === each} onChange={() => form.setChannel(each)} />
                    {LABELS[each]}
                  </label>
                ))}
              </fieldset>
            )}
            {captcha?.captchaEnabled && (
              <LoginField name="picture" label="图片验证码" error={errors.picture}>
                <div className="login-pair">
                  <TextBox {...bind('picture')} icon={<SafetyOutlined />} placeholder="输入图中结果" autoComplete="off" maxLength={10} />
                  <CaptchaPicture image={captcha.img} onRefresh={() => void form.newPicture()} />
                </div>
              </LoginField>
            )}
          </>
        )}
        {problem && <ErrorLine>{problem}</ErrorLine>}
        <Push isPrimary type="submit" isBusy={isBusy} disabled={channels === null}>
          {isAsked ? '设置新密码' : '发送验证码'}
        </Push>
      </form>
      {isAsked && (
        <p className="login-note sentence">
          没有收到？
          <button type="button" className="login-link" onClick={form.restart}>
            重新获取
          </button>
          ，或联系管理员。
        </p>
      )}
      <Back text="返回登录" />
    </>
  );
}
