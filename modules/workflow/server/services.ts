import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';
import type { FlowScope, FlowService } from '#kit/server/flow.ts';
import { notify } from '#modules/notices/server/index.ts';
import type { EngineEvent } from '../core/engine/state.ts';
import { peopleOfSources, type Facts } from './approvers.ts';
import { findNode } from './definitions-of.ts';
import { instancePath } from './messages.ts';
import type { InstanceRow, Working } from './step.ts';
import { flowServices } from './types.ts';

/** 发送消息: tells people in the system that a process has come to a node. */
const sending: FlowService = {
  code: 'workflow.notify',
  name: '发送消息',
  description: '流程到达该节点时，给指定的人员发站内消息',
  asksPeople: true,
  params: [
    { name: 'title', label: '标题', kind: 'text', isRequired: true },
    { name: 'text', label: '内容', kind: 'area', isRequired: false },
  ],
  async run(app, { key, instanceId, title, people, params }) {
    await notify(app, app.db, {
      to: [...people],
      kind: 'flow',
      title: (params['title'] ?? '').slice(0, 100),
      text: (params['text'] || title).slice(0, 500),
      path: instancePath(instanceId),
      key,
    });
  },
};
/** What this module itself can do for service nodes. */
export const ownServices: readonly FlowService[] = [sending];

/** What the outbox keeps of a service node until it is done. */
interface Kept {
  readonly service: string;
  readonly node: { readonly id: string; readonly name: string };
  readonly people: readonly string[];
  readonly params: Readonly<Record<string, string>>;
}

/** Puts values in the places of a text: {title}. What has no value stays as it is written. */
const filled = (text: string, values: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{([\p{L}_]\w*)\}/gu, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? String(value) : whole;
  });

/** Stores the work of the service nodes that a step has passed, in its transaction: it is done once the step holds. */
export async function keepServices(scope: FlowScope, work: Working, events: readonly EngineEvent[], facts: Facts): Promise<void> {
  const rows = [];
  for (const event of events) {
    const node = event.type === 'delegate' ? findNode(work.definitions, event.node) : null;
    if (node?.kind !== 'passTask' || !node.service) continue;
    const { service, params, who } = node.service;
    const values = { ...work.record.snapshot, ...facts.variables, requestTitle: work.row.title };
    const kept: Kept = {
      service,
      node: { id: node.id, name: node.name },
      people: who ? await peopleOfSources(scope, node.id, who, facts) : [],
      params: Object.fromEntries(Object.entries(params).map(([name, text]) => [name, filled(text, values)])),
    };
    rows.push({
      id: scope.app.ids.next(),
      instanceId: work.row.id,
      rev: work.rev,
      kind: `service:${rows.length}`,
      work: JSON.stringify(kept),
      nextTime: scope.now,
      createTime: scope.now,
    });
  }
  if (rows.length > 0) await scope.db.insertInto('flowOutbox').values(rows).execute();
}

/** Does the work of a service node. Throws what the service throws, and for a service that is no longer there. */
export async function runService(app: App, id: string, instance: InstanceRow, work: unknown): Promise<void> {
  const kept = work as Kept;
  const service = flowServices(app).find(({ code }) => code === kept.service);
  if (!service) throw new AppError('rule.broken', `服务 ${kept.service} 没有登记`);
  await service.run(app, {
    key: `flow.service:${id}`,
    instanceId: instance.id,
    title: instance.title,
    node: kept.node,
    starterId: instance.starterId,
    people: kept.people,
    params: kept.params,
    snapshot: instance.snapshot as Record<string, unknown>,
  });
}
