import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import { outbound } from '#kit/server/outbound/index.ts';

const WAIT_MS = 10_000;
/** A greeting is one line of at most 512 characters (RFC 5321). */
const MAX = 1_024;

interface MailHost {
  readonly id: string;
  readonly scheme: string;
  readonly host: string;
  readonly caText: string | null;
}

/** Connects to a registered mail server, encrypted where its scheme says so, and reads its greeting: 220 when it is ready. */
export async function probeMailServer(
  app: App,
  host: MailHost,
  { signal, userId }: { signal: AbortSignal; userId: string },
): Promise<{ status: number; address: string; ms: number }> {
  const started = performance.now();
  const plain = await outbound(app).connect({ hostId: host.id, purpose: '测试', timeoutMs: WAIT_MS, signal, userId });
  const address = plain.remoteAddress ?? '';
  try {
    const late = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
    const line = host.scheme === 'smtps' ? await encrypted(plain, host, late) : plain;
    const status = Number(/^(\d{3})/.exec(await greeting(line, late))?.[1] ?? 0);
    if (status === 0) throw new AppError('outbound.failed', '该地址不是邮件服务器，请检查主机和端口');
    return { status, address, ms: Math.round(performance.now() - started) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const isCertificate = /CERT|TLS|SSL|SIGNED|ALTNAME|EPROTO/.test((error as { code?: string }).code ?? '');
    throw new AppError('outbound.failed', isCertificate ? '邮件服务器的证书无法验证，请检查证书设置' : '邮件服务器没有应答', null, {
      cause: error,
    });
  } finally {
    plain.destroy();
  }
}

async function encrypted(socket: Socket, { host, caText }: MailHost, signal: AbortSignal): Promise<Socket> {
  const line = tlsConnect({
    socket,
    host,
    minVersion: 'TLSv1.2',
    ...(isIP(host) === 0 && { servername: host }),
    ...(caText && { ca: caText }),
  });
  await once(line, 'secureConnect', { signal });
  return line;
}

async function greeting(socket: Socket, signal: AbortSignal): Promise<string> {
  let text = '';
  while (!text.includes('\n') && text.length < MAX) text += String((await once(socket, 'data', { signal }))[0]);
  return text;
}
