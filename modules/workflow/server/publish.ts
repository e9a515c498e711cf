import { createHash } from 'node:crypto';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from '#kit/server/ctx.ts';
import type { BusinessType } from '#kit/server/flow.ts';
import type { Problem } from '../core/bpmn/read-nodes.ts';
import { BpmnError, readBpmn, type Document } from '../core/bpmn/read.ts';
import type { ProcessModel } from '../core/model.ts';
import { isOfApproval } from '../core/reserved.ts';
import { overwrittenNames, unknownNames } from '../core/used-names.ts';
import { problemsOf } from '../core/validate.ts';
import { allNodes, latestOf } from './definitions-of.ts';
import { findType, flowServices, serviceOf } from './types.ts';

/** Reads a BPMN text. Throws rule.broken with what is wrong with it. */
export async function readText(xml: string): Promise<Document> {
  try {
    return await readBpmn(xml);
  } catch (error) {
    if (error instanceof BpmnError) throw new AppError('rule.broken', error.message, null, { cause: error });
    throw error;
  }
}

/** What the services of a text say about their settings, and variables that none may set. */
async function problemsOfServices(app: App, { processes }: Document): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const process of processes)
    for (const node of allNodes(process)) {
      if (node.kind !== 'passTask' || !node.service) continue;
      const { service: code, params, result } = node.service;
      const wrong = await serviceOf(app, code)?.check?.(app, params);
      const reserved = result !== undefined && isOfApproval(result) ? [`不能把响应保存到变量 ${result}，请换一个名字`] : [];
      found.push(...[...(wrong ?? []), ...reserved].map((message) => ({ node: node.id, message: `“${node.name || node.id}”${message}` })));
    }
  return found;
}

/** Everything that keeps a text from being published: of the text itself, and processes that it calls and nobody has published. */
export async function problemsWith(ctx: Ctx, xml: string, document: Document) {
  const problems = [...problemsOf(document, xml, flowServices(ctx.app)), ...(await problemsOfServices(ctx.app, document))];
  const own = new Set(document.processes.map(({ id }) => id));
  for (const process of document.processes)
    for (const node of allNodes(process)) {
      if (node.kind !== 'callActivity' || node.calledElement === '' || node.calledElement.includes('${') || own.has(node.calledElement))
        continue;
      if (!(await latestOf(ctx.db, node.calledElement)))
        problems.push({ node: node.id, message: `“${node.name || node.id}”调用的流程 ${node.calledElement} 没有发布` });
    }
  return problems;
}

/**
 * Why a signal that begins a process cannot begin it for records of a type: only types that make records for it (`begin`) are started so. Null
 * when it can, and for a process that no signal begins.
 */
export function startsNobody(process: ProcessModel, { name, begin }: Pick<BusinessType, 'name' | 'begin'>): string | null {
  if (begin) return null;
  const start = Object.values(process.nodes).find((node) => node.kind === 'startEvent' && node.event.kind === 'signal');
  return start
    ? `“${name}”要先有单据才能提交，信号开始事件“${start.name || start.id}”不能发起，请改为普通开始事件，或用于“通用申请”这样可由信号发起的业务类型`
    : null;
}

/** A new version must fit the records of every business that uses the process. Throws rule.broken with the names it does not know. */
async function assertFitsBusinesses(ctx: Ctx, process: ProcessModel): Promise<void> {
  const businesses = await ctx.db
    .selectFrom('flowBusiness')
    .select(['businessName', 'businessType'])
    .where('definitionKey', '=', process.id)
    .where('deletedAt', 'is', null)
    .limit(200)
    .execute();
  for (const { businessName, businessType } of businesses) {
    const type = await findType(ctx, businessType);
    const unheard = type && startsNobody(process, type);
    if (unheard) throw new AppError('rule.broken', `业务“${businessName}”使用该流程，但${unheard}`);
    const unknown = type ? unknownNames([process], type.fields) : [];
    if (unknown.length > 0)
      throw new AppError('rule.broken', `业务“${businessName}”使用该流程，但流程用到的${unknown.join('、')}不是“${type?.name}”的字段`);
    const overwritten = type ? overwrittenNames([process], type.fields) : [];
    if (overwritten.length > 0)
      throw new AppError(
        'rule.broken',
        `业务“${businessName}”使用该流程，但流程改变的变量${overwritten.join('、')}是“${type?.name}”的字段，请换一个名字`,
      );
  }
}

interface Published {
  readonly xml: string;
  readonly name: string;
  readonly categoryId: string | null;
  readonly kind: 'simple' | 'bpmn';
}

/** Publishes the first process of a text as the next version of its key. Throws rule.broken for problems and for an unchanged text. */
export async function publishText(ctx: Ctx, { xml, name, categoryId, kind }: Published) {
  const document = await readText(xml);
  const problems = await problemsWith(ctx, xml, document);
  if (problems.length > 0)
    throw new AppError(
      'rule.broken',
      problems
        .slice(0, 5)
        .map(({ message }) => message)
        .join('；'),
      { problems },
    );
  const process = document.processes[0] as ProcessModel;
  await assertFitsBusinesses(ctx, process);
  const sha256 = createHash('sha256').update(xml).digest('hex');
  // versions of a key are given one after the other: the newest row is the lock
  const latest = await ctx.db
    .selectFrom('flowDefinition')
    .select(['versionNo', 'sha256'])
    .where('defKey', '=', process.id)
    .orderBy('versionNo', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (latest?.sha256 === sha256) throw new AppError('rule.broken', `流程没有改动，当前已是第 ${latest.versionNo} 版`);
  const id = ctx.app.ids.next();
  const versionNo = (latest?.versionNo ?? 0) + 1;
  const made = await ctx.db
    .insertInto('flowDefinition')
    .values({
      id,
      defKey: process.id,
      versionNo,
      name,
      categoryId,
      kind,
      bpmnXml: xml,
      sha256,
      createBy: ctx.user.id,
      createTime: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['defKey', 'versionNo']).doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows !== 1n) throw new AppError('rule.broken', '该流程刚刚发布了新版本，请刷新后重试');
  ctx.audit.change({ entity: '流程定义', id, name, before: null, after: { key: process.id, versionNo } });
  return { definitionId: id, key: process.id, versionNo };
}
