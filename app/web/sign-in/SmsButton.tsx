import { useEffect, useState } from 'react';
import { toast } from '#kit/web/toast.ts';
import { calls } from './calls.ts';
import { Push } from './controls.tsx';

const WAIT_SECONDS = 60;

/** 获取验证码 with its countdown. */
export function SmsButton({ username }: { username: string }) {
  const [left, setLeft] = useState(0);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  const handleClick = async () => {
    const name = username.trim();
    if (!name) return toast.warning('请先输入用户名');
    setBusy(true);
    try {
      const { seconds } = await calls.sms({ body: { username: name } }, { overlay: false });
      setLeft(seconds || WAIT_SECONDS);
      toast.success('如该账号已登记手机号码，验证码将发送到该手机');
    } catch {
      // the request layer has shown why
    } finally {
      setBusy(false);
    }
  };
  return (
    <Push className="login-sms" disabled={left > 0} isBusy={isBusy} onClick={() => void handleClick()}>
      {left > 0 ? `${left} 秒后重试` : '获取验证码'}
    </Push>
  );
}
