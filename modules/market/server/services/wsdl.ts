import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { outbound, splitAddress } from '#kit/server/outbound/index.ts';
import { MAX_WSDL } from '../../contract/service.ts';
import { parseWsdl } from '../../core/services/wsdl.ts';
import { XmlProblem } from '../../core/services/xml.ts';
import { hostOf } from './rows.ts';

const invalid = (path: string, message: string, cause?: unknown): AppError =>
  new AppError('input.invalid', message, [{ path, message }], { cause });

/** The operations of a WSDL that was given, or of one on a registered host. Nothing that the document names is fetched. */
export async function readWsdl(ctx: Ctx, { wsdlText, url }: { wsdlText?: string | null | undefined; url: string | null }) {
  const wsdl = wsdlText || (url === null ? '' : await fetched(ctx, url));
  if (wsdl === '') throw invalid('wsdlText', '请上传WSDL文件，或填写已登记外部地址上的WSDL地址');
  try {
    return { wsdl, ...(parseWsdl(wsdl) as { operations: ReturnType<typeof parseWsdl>['operations'][number][]; warnings: string[] }) };
  } catch (error) {
    if (error instanceof XmlProblem) throw invalid(wsdlText ? 'wsdlText' : 'url', `WSDL 不能读取：${error.message}`, error);
    throw error;
  }
}

async function fetched(ctx: Ctx, url: string): Promise<string> {
  const parts = splitAddress(url);
  if (!parts) throw invalid('url', 'WSDL地址应为 http 或 https 地址，不含账号');
  const found = await outbound(ctx.app).find(url);
  const host = found && (await hostOf(ctx.app.db, found.hostId));
  if (!found || !host) throw new AppError('outbound.refused', '该地址没有登记，或没有允许流程与服务调用，请先在系统管理的外部地址中登记');
  const { signal, user } = ctx;
  const reply = await outbound(ctx.app).send({
    hostId: host.id,
    purpose: 'WSDL',
    path: found.path,
    maxBytes: MAX_WSDL,
    signal,
    userId: user.id,
  });
  if (reply.status !== 200) throw new AppError('service.failed', `WSDL地址返回 HTTP ${reply.status}`);
  return reply.body.toString('utf8');
}
