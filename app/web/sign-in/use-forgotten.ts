import { useCallback, useEffect, useState } from 'react';
import { encryptPassword } from '#kit/web/oaep.ts';
import { CallError } from '#kit/web/send.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { calls } from './calls.ts';

const START = { username: '', picture: '', code: '', password: '', confirmPassword: '' };
export type ForgottenField = keyof typeof START;
export type Channel = Awaited<ReturnType<typeof calls.resetChannels>>['channels'][number];
type Captcha = Awaited<ReturnType<typeof calls.captcha>>;
type Errors = Partial<Record<ForgottenField, string>>;

/** What the server will say, said before a code is spent. */
function passwordErrors({ password, confirmPassword }: Pick<typeof START, 'password' | 'confirmPassword'>): Errors {
  if (password.length < 16 || password.length > 20) return { password: '用户密码长度必须介于 16 和 20 之间' };
  if (!/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[@#$%^&+=!.])\S+$/.test(password))
    return { password: '用户密码必须包含大小写字母、数字和特殊字符' };
  return password === confirmPassword ? {} : { confirmPassword: '两次输入密码不一致' };
}
const textOf = (error: unknown): string => (error instanceof CallError ? error.message : uiTexts.requestError);
const QUIET = { quiet: true, overlay: false } as const;

/** The two steps of a forgotten password: asking for a code, and setting the new password with it. */
export function useForgotten() {
  const [channels, setChannels] = useState<readonly Channel[] | null>(null);
  const [channel, setChannel] = useState<Channel>('sms');
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [values, setValues] = useState(START);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [ticket, setTicket] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);

  const fetchCaptcha = useCallback(
    () =>
      calls.captcha({ query: { picture: '1' } }, { quiet: true }).then((image) => {
        setCaptcha(image);
        return image;
      }),
    [],
  );
  useEffect(() => {
    const fail = (error: unknown) => setProblem(textOf(error));
    calls.resetChannels({}, { quiet: true }).then((found) => {
      setChannels(found.channels);
      setChannel(found.channels[0] ?? 'sms');
    }, fail);
    fetchCaptcha().catch(fail);
  }, [fetchCaptcha]);

  const change = (part: Partial<typeof START>) => {
    setValues((now) => ({ ...now, ...part }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in part))));
  };
  const showErrors = (found: Errors): boolean => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(first)?.focus();
    return first !== undefined;
  };
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const isPicture = error instanceof CallError && error.key === 'auth.captchaRequired';
      if (isPicture) showErrors({ picture: textOf(error) });
      else setProblem(textOf(error));
    } finally {
      setBusy(false);
    }
  };
  const newPicture = async () => {
    change({ picture: '' });
    await fetchCaptcha().catch((error: unknown) => setProblem(textOf(error)));
  };

  const ask = () => {
    const username = values.username.trim();
    const found: Errors = {};
    if (!username) found.username = '请输入用户名';
    if (captcha?.captchaEnabled && !values.picture) found.picture = '请输入验证码';
    if (showErrors(found)) return;
    void run(async () => {
      try {
        const { uuid } = captcha ?? (await fetchCaptcha());
        const answer = await calls.resetCode({ body: { username, channel, uuid, code: values.picture } }, QUIET);
        setTicket(answer.ticket);
      } finally {
        // each picture counts once
        await newPicture();
      }
    });
  };
  const submit = () => {
    const found = { ...(values.code.trim() ? {} : { code: '请输入验证码' }), ...passwordErrors(values) };
    if (showErrors(found) || ticket === null) return;
    void run(async () => {
      const { uuid, publicKey } = await fetchCaptcha();
      const seal = (text: string) => encryptPassword(publicKey, text);
      const body = {
        ticket,
        code: values.code.trim(),
        password: seal(values.password),
        confirmPassword: seal(values.confirmPassword),
        uuid,
      };
      await calls.resetSubmit({ body }, QUIET);
      setDone(true);
    });
  };
  const restart = () => {
    setTicket(null);
    setProblem(null);
    change({ code: '' });
  };
  return {
    channels,
    channel,
    setChannel,
    captcha,
    newPicture,
    values,
    errors,
    change,
    problem,
    isBusy,
    isAsked: ticket !== null,
    isDone,
    ask,
    submit,
    restart,
  };
}
