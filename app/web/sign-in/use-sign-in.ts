import { useCallback, useEffect, useRef, useState } from 'react';
import { encryptPassword } from '#kit/web/oaep.ts';
import { CallError } from '#kit/web/send.ts';
import { session } from '#kit/web/session.ts';
import { readCookie, writeCookie } from '#kit/web/storage.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { ownPath } from '../guard/decide.ts';
import { calls } from './calls.ts';
import { noteSignIn } from './device.ts';

const START = { username: '', password: '', code: '', smsCode: '', remember: false };
type Values = typeof START;
export type TextField = Exclude<keyof Values, 'remember'>;

const MISSING: Record<TextField, string> = {
  username: '请输入用户名',
  password: '请输入密码',
  code: '请输入验证码',
  smsCode: '请输入短信验证码',
};

type Captcha = Awaited<ReturnType<typeof calls.captcha>>;

/** What went wrong and does not belong to one field, and whether the picture has changed since. */
interface Problem {
  text: string | null;
  captchaChanged: boolean;
}

const NAME_COOKIE = 'data_ui_username';
/** the server keeps a key for five minutes */
const KEY_LIFE_MS = 4.5 * 60_000;
/** identification of our own client, not a secret */
const CLIENT = `Basic ${btoa('web:web')}`;

/** The sign-in form: its values, captcha and key, the call, errors in place. `onSignedIn` leads to a path of the product. */
export function useSignIn(onSignedIn: (path: string) => unknown) {
  const [captcha, setCaptcha] = useState<Captcha | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const fetchedAt = useRef(0);
  const fetchedFor = useRef('');
  const [rememberedName] = useState(() => readCookie(NAME_COOKIE) ?? '');
  const [values, setValues] = useState<Values>({ ...START, username: rememberedName, remember: rememberedName !== '' });
  const [errors, setErrors] = useState<Partial<Record<TextField, string>>>({});

  const change = (part: Partial<Values>) => {
    setValues((now) => ({ ...now, ...part }));
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in part))));
  };
  const showErrors = (found: typeof errors) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) document.getElementById(first)?.focus();
  };

  const fetchCaptcha = useCallback((username: string): Promise<Captcha> => {
    return calls.captcha({ query: username ? { username } : {} }, { quiet: true }).then((image) => {
      fetchedAt.current = Date.now();
      fetchedFor.current = username;
      setCaptcha(image);
      return image;
    });
  }, []);

  const refreshCaptcha = (reason: 'asked' | 'nameChanged') => {
    const username = values.username.trim();
    if (reason === 'nameChanged' && username === fetchedFor.current) return;
    if (reason === 'asked') change({ code: '' });
    fetchCaptcha(username).catch((error: unknown) => setProblem({ text: textOf(error), captchaChanged: false }));
  };

  useEffect(() => {
    fetchCaptcha(rememberedName).catch((error: unknown) => setProblem({ text: textOf(error), captchaChanged: false }));
  }, [fetchCaptcha, rememberedName]);

  /** Every try uses up its key: get a new one and put the error where it belongs. */
  const handleFailure = async (error: unknown, username: string) => {
    const next = await fetchCaptcha(username).catch(() => null);
    change({ code: '' });
    const captchaChanged = next?.captchaEnabled ?? false;
    const key = error instanceof CallError ? error.key : '';
    const field = key === 'auth.badCredentials' ? 'password' : key === 'auth.captchaRequired' && captchaChanged ? 'code' : null;
    setProblem({ text: field ? null : textOf(error), captchaChanged });
    if (!field) return;
    // the captcha field may only just have appeared
    setTimeout(() => {
      showErrors({ [field]: textOf(error) });
    });
  };

  const signIn = async (): Promise<void> => {
    const username = values.username.trim();
    const asked: TextField[] = ['username', 'password'];
    if (captcha?.captchaEnabled) asked.push('code');
    if (captcha?.smsEnabled) asked.push('smsCode');
    const missing = asked.filter((name) => (name === 'username' ? username : values[name]) === '');
    showErrors(Object.fromEntries(missing.map((name) => [name, MISSING[name]])));
    if (missing.length > 0) return;
    setBusy(true);
    setProblem(null);
    try {
      // a captcha that the person has typed belongs to its key; a stale one is refused by the server and replaced below
      const isFresh = captcha !== null && (captcha.captchaEnabled || Date.now() - fetchedAt.current < KEY_LIFE_MS);
      const { publicKey, uuid } = isFresh ? captcha : await fetchCaptcha(username);
      const token = await calls.token(
        {
          body: {
            username,
            password: encryptPassword(publicKey, values.password),
            grant_type: 'password',
            scope: 'all',
            uuid,
            code: values.code,
            smsCode: values.smsCode,
            appFlag: '0',
            type: '0',
          },
        },
        { quiet: true, overlay: false, headers: { authorization: CLIENT } },
      );
      writeCookie(NAME_COOKIE, values.remember ? username : null);
      session.reset();
      session.setToken(token.access_token);
      session.broadcast({ kind: 'signedIn', userId: token.id });
      noteSignIn();
      await onSignedIn(ownPath(new URLSearchParams(window.location.search).get('redirect')) ?? '/home');
    } catch (error) {
      await handleFailure(error, username);
      setBusy(false);
    }
  };

  return { values, errors, change, captcha, isBusy, problem, refreshCaptcha, rememberedName, signIn };
}

const textOf = (error: unknown): string => (error instanceof CallError ? error.message : uiTexts.requestError);
