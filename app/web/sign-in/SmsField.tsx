import { SafetyOutlined } from '@ant-design/icons';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { CallError } from '#kit/web/send.ts';
import { toast } from '#kit/web/toast.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { CaptchaPicture } from './CaptchaPicture.tsx';
import { calls } from './calls.ts';
import { Push, TextBox } from './controls.tsx';
import { LoginField } from './LoginField.tsx';

const WAIT_SECONDS = 60;
const QUIET = { quiet: true, overlay: false } as const;
type Captcha = Awaited<ReturnType<typeof calls.captcha>>;

interface SmsFieldProps {
  username: string;
  /** what is wrong with the code that was typed */
  error: string | undefined;
  /** the box of the code */
  children: ReactNode;
}
/** The code of a text message: asking for it costs a picture, which opens below, then a countdown runs. */
export function SmsField({ username, error, children }: SmsFieldProps) {
  const [left, setLeft] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [picture, setPicture] = useState<Captcha | null>(null);
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  const fetchPicture = async (): Promise<Captcha> => {
    const image = await calls.captcha({ query: { picture: '1' } }, QUIET);
    setAnswer('');
    setPicture(image);
    return image;
  };
  const sendWith = async ({ uuid }: Captcha) => {
    const { seconds } = await calls.sms({ body: { username: username.trim(), uuid, code: answer } }, QUIET);
    setPicture(null);
    setAnswer('');
    setLeft(seconds || WAIT_SECONDS);
    toast.success('如该账号已登记手机号码，验证码将发送到该手机');
  };
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (failure) {
      const text = failure instanceof CallError ? failure.message : uiTexts.requestError;
      // each picture counts once
      if (picture && (await fetchPicture().catch(() => null))) setProblem(text);
      else toast.error(text);
    } finally {
      setBusy(false);
    }
  };
  const handleClick = () => {
    if (!username.trim()) return toast.warning('请先输入用户名');
    if (picture?.captchaEnabled && !answer.trim()) return setProblem('请输入图中结果');
    void run(async () => {
      if (picture) return sendWith(picture);
      const image = await fetchPicture();
      // where pictures are off there is nothing to answer
      if (!image.captchaEnabled) await sendWith(image);
    });
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // the form would sign in without a code
    event.preventDefault();
    handleClick();
  };
  return (
    <>
      <LoginField name="smsCode" label="短信验证码" error={error}>
        <div className="login-pair">
          {children}
          <Push className="login-sms" disabled={left > 0} isBusy={isBusy} onClick={handleClick}>
            {left > 0 ? `${left} 秒后重试` : picture ? '发送短信' : '获取验证码'}
          </Push>
        </div>
      </LoginField>
      {picture?.captchaEnabled && (
        <LoginField name="smsPicture" label="发送短信前请输入图中结果" error={problem}>
          <div className="login-pair">
            <TextBox
              id="smsPicture"
              value={answer}
              icon={<SafetyOutlined />}
              autoComplete="off"
              autoFocus
              maxLength={10}
              aria-invalid={problem !== undefined}
              aria-describedby={problem ? 'smsPicture-note' : undefined}
              onChange={(event) => {
                setAnswer(event.target.value);
                setProblem(undefined);
              }}
              onKeyDown={handleKey}
            />
            <CaptchaPicture image={picture.img} onRefresh={() => void run(fetchPicture)} />
          </div>
        </LoginField>
      )}
    </>
  );
}
