import { CallError } from '#kit/web/send.ts';

/** What the page of a link shows when it is not open. */
export type ShareError = { at: 'password'; wrong: string | null } | { at: 'closed'; text: string; canRetry: boolean };

/**
 * The face for what went wrong. `asked`: somebody has just given a password; whatever passes by itself (a pause after wrong ones, a lost
 * connection) is said beside it, so that it can be given again.
 */
export function shareErrorOf(error: unknown, asked = false): ShareError {
  const known = error instanceof CallError ? error : null;
  if (known?.key === 'share.password')
    return { at: 'password', wrong: (known.detail as { reason?: string } | null)?.reason === 'wrong' ? known.message : null };
  if (known?.key === 'share.closed') return { at: 'closed', text: known.message, canRetry: false };
  if (known?.key === 'input.invalid') return { at: 'closed', text: '分享链接不正确，请核对地址', canRetry: false };
  const text = known?.message ?? '页面没有打开，请重试';
  return asked ? { at: 'password', wrong: text } : { at: 'closed', text, canRetry: true };
}
