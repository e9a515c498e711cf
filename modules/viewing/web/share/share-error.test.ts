import { expect, it } from 'vitest';
import { CallError } from '#kit/web/send.ts';
import { shareErrorOf } from './share-error.ts';

const failed = (status: number, key: string, message: string, detail: unknown = null) => new CallError({ status, key, message, detail });

it('a pause after wrong passwords is said beside the password, which can be given again', () => {
  const pause = failed(429, 'rate.tooMany', '操作过于频繁，请2秒后再试');
  expect(shareErrorOf(pause, true)).toEqual({ at: 'password', wrong: '操作过于频繁，请2秒后再试' });
  expect(shareErrorOf(new Error('offline'), true)).toEqual({ at: 'password', wrong: '页面没有打开，请重试' });
  expect(shareErrorOf(pause)).toEqual({ at: 'closed', text: '操作过于频繁，请2秒后再试', canRetry: true });
});

it('a wrong password is told apart from none', () => {
  expect(shareErrorOf(failed(403, 'share.password', '访问密码不正确，请重新输入', { reason: 'wrong' }), true)).toMatchObject({
    wrong: '访问密码不正确，请重新输入',
  });
  expect(shareErrorOf(failed(403, 'share.password', '请输入访问密码'))).toEqual({ at: 'password', wrong: null });
});

it('a link that has ended is closed, whatever was given', () => {
  expect(shareErrorOf(failed(403, 'share.closed', '链接已失效'), true)).toEqual({ at: 'closed', text: '链接已失效', canRetry: false });
});
