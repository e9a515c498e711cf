import { createHash, createHmac } from 'node:crypto';
import type { RobotKind } from '../../contract/robot.ts';

/*
 * Messages of group robots as their makers document them: 钉钉 自定义机器人 (markdown, 加签), 企业微信 群机器人 (markdown, image), 飞书
 * 自定义机器人 (post, 签名校验), and a plain JSON for everything else, signed over its body.
 */
export interface RobotFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}
export interface RobotMessage {
  /** what a plain JSON says that it is: `quality.alert` */
  readonly event: string;
  readonly title: string;
  readonly lines: readonly string[];
  /** page of the platform that it leads to, with scheme and host */
  readonly url?: string | null;
  /** pictures go to 企业微信, all files to a plain JSON; the others take none */
  readonly files?: readonly RobotFile[];
}
export interface RobotRequest {
  /** path with query */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
interface Target {
  /** path with query */
  readonly path: string;
  readonly secret: string | null;
  /** milliseconds, part of signatures */
  readonly at: number;
}

/** Bytes of a picture that 企业微信 takes. */
const MAX_PICTURE_BYTES = 2 * 1_048_576;
const HEADERS = { 'content-type': 'application/json; charset=utf-8' };

const hmac = (key: string, text: string, as: 'base64' | 'hex' = 'base64'): string => createHmac('sha256', key).update(text).digest(as);
/**
 * Signs that mean something in Markdown stand as they were written. An underscore within a word means nothing (CommonMark 6.2), and clients
 * that know no escapes would show one in every name of a table.
 */
const plain = (text: string): string => text.replace(/[\\`*{}[\]<>#|]|(?<!\w)_|_(?!\w)/g, '\\$&');
const joined = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;
const LINK = '打开查看';

function markdownOf({ title, lines, url }: RobotMessage): string {
  return [`### ${plain(title)}`, ...lines.map((line) => `- ${plain(line)}`), ...(url ? [`\n[${LINK}](${url})`] : [])].join('\n');
}

function pictureRequest(path: string, { bytes }: RobotFile): RobotRequest {
  const image = { base64: bytes.toString('base64'), md5: createHash('md5').update(bytes).digest('hex') };
  return { path, headers: HEADERS, body: JSON.stringify({ msgtype: 'image', image }) };
}

/** What is sent to a robot, one request after the other. */
export function robotRequests(kind: RobotKind, { path, secret, at }: Target, message: RobotMessage): readonly RobotRequest[] {
  const { event, title, lines, url, files = [] } = message;
  switch (kind) {
    case 'dingtalk': {
      const sign = secret === null ? null : encodeURIComponent(hmac(secret, `${at}\n${secret}`));
      return [
        {
          path: sign === null ? path : joined(path, `timestamp=${at}&sign=${sign}`),
          headers: HEADERS,
          body: JSON.stringify({ msgtype: 'markdown', markdown: { title, text: markdownOf(message) } }),
        },
      ];
    }
    case 'wecom': {
      const text = { path, headers: HEADERS, body: JSON.stringify({ msgtype: 'markdown', markdown: { content: markdownOf(message) } }) };
      const pictures = files.filter(({ type, bytes }) => type === 'image/png' && bytes.length <= MAX_PICTURE_BYTES);
      return [text, ...pictures.map((file) => pictureRequest(path, file))];
    }
    case 'feishu': {
      const timestamp = String(Math.floor(at / 1000));
      const signed = secret === null ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '') };
      const paragraphs = [...lines.map((text) => [{ tag: 'text', text }]), ...(url ? [[{ tag: 'a', text: LINK, href: url }]] : [])];
      const content = { post: { zh_cn: { title, content: paragraphs } } };
      return [{ path, headers: HEADERS, body: JSON.stringify({ ...signed, msg_type: 'post', content }) }];
    }
    case 'json': {
      const attachments = files.map(({ name, type, bytes }) => ({ name, type, data: bytes.toString('base64') }));
      const more = { ...(url && { url }), ...(attachments.length > 0 && { attachments }) };
      const body = JSON.stringify({ event, time: new Date(at).toISOString(), title, lines, ...more });
      const signed = { ...HEADERS, ...(secret !== null && { 'x-databrain-signature': `sha256=${hmac(secret, body, 'hex')}` }) };
      return [{ path, headers: signed, body }];
    }
  }
}

/** Why a robot did not take a message; null when it did. Robots answer 200 with an error code of their own. */
export function robotProblem(kind: RobotKind, status: number, body: string): string | null {
  if (status < 200 || status >= 300) return `机器人返回 HTTP ${status}`;
  if (kind === 'json') return null;
  try {
    const { errcode, code, errmsg, msg } = JSON.parse(body) as { errcode?: number; code?: number; errmsg?: string; msg?: string };
    return (errcode ?? code ?? 0) === 0 ? null : `机器人拒绝：${String(errmsg ?? msg ?? errcode ?? code).slice(0, 200)}`;
  } catch {
    return '机器人没有返回可识别的结果';
  }
}
