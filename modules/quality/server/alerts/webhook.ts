import { createHmac } from 'node:crypto';
import type { WebhookKind } from '../../contract/alert.ts';

/*
 * Messages of group robots as their makers document them: 钉钉 自定义机器人 (markdown, 加签), 企业微信 群机器人 (markdown), 飞书 自定义机器人
 * (post, 签名校验), and a plain JSON for everything else, signed over its body.
 */
export interface RobotMessage {
  readonly title: string;
  readonly lines: readonly string[];
}
export interface RobotRequest {
  /** path with query */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const hmac = (key: string, text: string, as: 'base64' | 'hex' = 'base64'): string => createHmac('sha256', key).update(text).digest(as);
/** Signs that mean something in Markdown stand as they were written. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
const joined = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** What is sent to a robot; `at` in milliseconds is part of signatures. */
export function robotRequest(
  kind: WebhookKind,
  { path, secret, at }: { path: string; secret: string | null; at: number },
  { title, lines }: RobotMessage,
): RobotRequest {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const markdown = [`### ${plain(title)}`, ...lines.map((line) => `- ${plain(line)}`)].join('\n');
  switch (kind) {
    case 'dingtalk': {
      const sign = secret === null ? null : encodeURIComponent(hmac(secret, `${at}\n${secret}`));
      return {
        path: sign === null ? path : joined(path, `timestamp=${at}&sign=${sign}`),
        headers,
        body: JSON.stringify({ msgtype: 'markdown', markdown: { title, text: markdown } }),
      };
    }
    case 'wecom':
      return { path, headers, body: JSON.stringify({ msgtype: 'markdown', markdown: { content: markdown } }) };
    case 'feishu': {
      const timestamp = String(Math.floor(at / 1000));
      const signed = secret === null ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') };
      const content = { post: { zh_cn: { title, content: lines.map((text) => [{ tag: 'text', text }]) } } };
      return { path, headers, body: JSON.stringify({ ...signed, msg_type: 'post', content }) };
    }
    case 'json': {
      const body = JSON.stringify({ event: 'quality.alert', time: new Date(at).toISOString(), title, lines });
      return {
        path,
        headers: { ...headers, ...(secret !== null && { 'x-databrain-signature': `sha256=${hmac(secret, body, 'hex')}` }) },
        body,
      };
    }
  }
}

/** Why a robot did not take a message; null when it did. Robots answer 200 with an error code of their own. */
export function robotProblem(kind: WebhookKind, status: number, body: string): string | null {
  if (status < 200 || status >= 300) return `机器人返回 HTTP ${status}`;
  if (kind === 'json') return null;
  try {
    const { errcode, code, errmsg, msg } = JSON.parse(body) as { errcode?: number; code?: number; errmsg?: string; msg?: string };
    return (errcode ?? code ?? 0) === 0 ? null : `机器人拒绝：${String(errmsg ?? msg ?? errcode ?? code).slice(0, 200)}`;
  } catch {
    return '机器人没有返回可识别的结果';
  }
}
