import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { flowScopeOf } from '#kit/server/flow.ts';
import type { instance as contract } from '../contract/instance.ts';
import type { Command } from '../core/engine/apply.ts';
import type { InstanceState } from '../core/engine/state.ts';
import type { Definitions } from '../core/model.ts';
import { assertOwnVariables } from './decide.ts';
import { definitionsOf, findNode } from './definitions-of.ts';
import { runStep, takeInstance } from './step.ts';

type AwaitedEvent = z.output<(typeof contract)['events']['reply']>[number];
type Body = z.output<(typeof contract)['trigger']['body']>;

/** What an instance waits for that comes from outside: messages, signals, and receive tasks, those of called processes included. */
function awaitedBy(definitions: Definitions, state: InstanceState): AwaitedEvent[] {
  const named = (node: string) => ({ node, nodeName: findNode(definitions, node)?.name || node });
  const subscribed = Object.values(state.subscriptions).flatMap(({ kind, name, node, isLocal }) =>
    kind === 'condition' || isLocal ? [] : { kind, name, ...named(node) },
  );
  const received = Object.values(state.tokens).flatMap(({ node, state: stands }) => {
    const model = stands === 'waiting' ? findNode(definitions, node) : null;
    if (model?.kind !== 'receiveTask') return [];
    return model.message
      ? { kind: 'message' as const, name: model.message, ...named(node) }
      : { kind: 'receive' as const, name: node, ...named(node) };
  });
  const all = [...subscribed, ...received];
  return all.filter((one, at) => all.findIndex(({ kind, name }) => kind === one.kind && name === one.name) === at);
}

/** The events that a running instance waits for. Throws entity.notFound, flow.ended. */
export async function awaitedEvents(ctx: Ctx, id: string): Promise<AwaitedEvent[]> {
  const row = await ctx.db
    .selectFrom('flowInstance')
    .select(['definitionId', 'called', 'state', 'endTime'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  if (row.endTime !== null) throw new AppError('flow.ended');
  return awaitedBy(await definitionsOf(ctx.db, row.definitionId, row.called), row.state as InstanceState);
}

const COMMANDS: Readonly<Record<AwaitedEvent['kind'], (name: string, variables: Readonly<Record<string, unknown>>) => Command>> = {
  message: (name, variables) => ({ type: 'message', name, variables }),
  signal: (name) => ({ type: 'signal', name }),
  receive: (node) => ({ type: 'trigger', node }),
};

/** Lets an event happen that an instance waits for. Throws rule.broken when it does not, entity.notFound, flow.ended, input.invalid. */
export async function triggerEvent(ctx: Ctx, id: string, { kind, name, variables, reason }: Body) {
  const scope = flowScopeOf(ctx);
  const work = await takeInstance(scope, id);
  const { row, definitions, state } = work;
  if (row.starterId === ctx.user.id) throw new AppError('rule.broken', '不能触发自己发起的流程，请由其他管理员操作');
  if (row.suspensionState === '2') throw new AppError('rule.broken', '流程已挂起，请先激活');
  const event = state ? awaitedBy(definitions, state).find((one) => one.kind === kind && one.name === name) : undefined;
  if (!event) throw new AppError('rule.broken', '流程没有等待该事件，请刷新后重试');
  if (variables && kind !== 'message')
    throw new AppError('input.invalid', '只有消息可以带变量', [{ path: 'variables', message: '只有消息可以带变量' }]);
  assertOwnVariables(work, variables ?? {});
  await runStep(scope, work, {
    command: COMMANDS[kind](name, variables ?? {}),
    actorId: ctx.user.id,
    action: '触发事件',
    opinion: reason,
    node: { key: event.node, name: event.nodeName },
  });
  ctx.audit.note(`触发流程“${row.title}”等待的事件：${event.nodeName}`);
  return { flowStatus: work.flowStatus };
}
