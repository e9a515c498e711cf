import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { createTransport } from 'nodemailer';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { ConfigSeed } from '#kit/server/module.ts';
import { outbound, type Origin } from '#kit/server/outbound/index.ts';
import { readConfig, readSecretConfig } from '#modules/system/server/index.ts';

const SERVER = 'sys.mail.server';
const USERNAME = 'sys.mail.username';
const PASSWORD = 'sys.mail.password';
const FROM = 'sys.mail.from';
const SITE = 'sys.mail.siteAddress';
const WAIT_MS = 10_000;

/** Host and port, however they are written. */
function serverName(text: string): string {
  const server = mailServer(text);
  return server ? `${server.host.toLowerCase()}:${server.port}` : text.trim();
}

export const mailConfigs: readonly ConfigSeed[] = [
  {
    key: SERVER,
    name: '邮件服务器地址',
    value: '',
    type: 'text',
    group: '邮件',
    remark:
      '如 smtps://mail.example.com:465 或 smtp://mail.example.com:25，其协议、主机和端口须先在外部地址中登记；为空时不发送邮件；换成另一台服务器后须重新填写邮件服务器密码',
    // changing the server requires its password again: the stored one must not be sent to another server
    carries: { secret: PASSWORD, target: serverName },
    outside: mailOrigin,
    problem: (value) =>
      value.trim() === '' || mailServer(value) ? null : '请填写 smtp:// 或 smtps:// 开头的地址，例如 smtps://mail.example.com:465',
  },
  { key: USERNAME, name: '邮件服务器账号', value: '', type: 'text', group: '邮件', remark: '为空时不验证身份；填写后只使用加密连接' },
  { key: PASSWORD, name: '邮件服务器密码', value: '', type: 'secret', group: '邮件', remark: '邮件服务器账号的密码或授权码' },
  { key: FROM, name: '发件人邮箱', value: '', type: 'text', group: '邮件', remark: '为空时使用邮件服务器账号' },
  {
    key: SITE,
    name: '平台访问地址',
    value: '',
    type: 'text',
    group: '邮件',
    remark: '邮件中链接的开头，如 https://data.example.com；为空时邮件不带链接',
  },
];

/** A file that a mail brings along. */
export interface MailFile {
  readonly filename: string;
  readonly content: Buffer;
}
export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  /** page of the platform that it leads to */
  readonly path: string;
  readonly attachments?: readonly MailFile[];
}
/** A line to the mail server, for several mails. */
export interface Mailer {
  /** Throws rule.broken when the server does not take the mail; once the server was not there, at once. */
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** True when a mail server is configured. */
export const mailIsOn = async (app: App): Promise<boolean> => Boolean(await readConfig(app.db, SERVER));

/** What mails leave with, without the password; null when no mail server is configured. */
export async function mailSettings(app: App): Promise<string | null> {
  const server = await readConfig(app.db, SERVER);
  return server ? [server, await readConfig(app.db, USERNAME), await readConfig(app.db, FROM)].join('\n') : null;
}

/** `smtp://host:25` → how to reach it; null for anything else. */
export function mailServer(text: string): { host: string; port: number; secure: boolean } | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return null;
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  return { host, port: url.port === '' ? (secure ? 465 : 25) : Number(url.port), secure };
}

function mailOrigin(text: string): Origin | null {
  const server = mailServer(text);
  return server && { scheme: server.secure ? 'smtps' : 'smtp', host: server.host, port: server.port };
}

/** Scheme and host under which people reach the platform, without a slash at its end; null where nobody has set it. */
export async function siteAddress(app: App): Promise<string | null> {
  return ((await readConfig(app.db, SITE)) ?? '').replace(/\/+$/, '') || null;
}

/** A mail with the address of its page, where the platform knows its own. */
const contentOf = ({ to, subject, text, path, attachments = [] }: Mail, site: string) => ({
  to: { ...to },
  subject,
  text: site ? `${text}\n\n${site}${path}` : text,
  attachments: [...attachments],
});

/** Opens a line with the settings of the platform; null when none is configured. Throws rule.broken for settings that cannot work. */
export async function openMail(app: App): Promise<Mailer | null> {
  const address = await readConfig(app.db, SERVER);
  if (!address) return null;
  const server = mailServer(address);
  const origin = mailOrigin(address);
  if (!server || !origin) throw new AppError('rule.broken', '邮件服务器地址应以 smtp:// 或 smtps:// 开头，请联系管理员修改系统参数');
  const user = (await readConfig(app.db, USERNAME)) ?? '';
  const from = (await readConfig(app.db, FROM)) || user;
  if (!from) throw new AppError('rule.broken', '没有填写发件人邮箱，请联系管理员修改系统参数');
  const site = (await siteAddress(app)) ?? '';
  const pass = user ? ((await readSecretConfig(app, app.db, PASSWORD)) ?? '') : '';
  if (user && !pass) throw new AppError('rule.broken', '没有填写邮件服务器密码，请联系管理员修改系统参数');
  const host = await outbound(app).hostAt(origin);
  if (!host) throw new AppError('rule.broken', '邮件服务器地址没有在外部地址中登记，请联系管理员登记');
  let refusal: string | null = null;
  const dial = async () => {
    try {
      return { connection: await outbound(app).connect({ hostId: host.id, purpose: '邮件', timeoutMs: WAIT_MS }) };
    } catch (error) {
      refusal = (error as Error).message;
      throw error;
    }
  };
  const transport = createTransport({
    ...server,
    // the connection goes where the rules of outside hosts let it, and is logged like every other
    getSocket: (_options: unknown, done: (error: Error | null, line: { connection: Socket }) => void) => callbackify(dial)(done),
    ...(host.caText && { tls: { ca: host.caText } }),
    pool: true,
    maxConnections: 1,
    // a password travels encrypted or not at all
    ...(user && { requireTLS: true, auth: { user, pass } }),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    // a mail is text that we made: nothing is read from disk or fetched for it
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  let isLost = false;
  return {
    async send(mail) {
      if (isLost) throw new AppError('rule.broken', '邮件服务器没有响应');
      try {
        await transport.sendMail({ from, ...contentOf(mail, site) });
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        // refused addresses are a matter of one mail, everything else of the line
        isLost = code !== 'EENVELOPE' && code !== 'EMESSAGE';
        const lost = refusal === null ? '邮件服务器没有响应或拒绝登录' : `邮件服务器无法连接：${refusal}`;
        throw new AppError('rule.broken', isLost ? lost : '邮件服务器不接受该收件人', null, { cause: error });
      }
    },
    close: () => transport.close(),
  };
}
