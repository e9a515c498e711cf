import type * as z from 'zod';
import type { FlowTask as Task } from '../contract/task.ts';
import type { Send, TestApp } from '#kit/test/app.ts';

/** What every employee has of the workflow. */
export const EMPLOYEE = [
  'workflow:task:todo:list',
  'workflow:task:done:list',
  'workflow:task:exam',
  'workflow:task:caim',
  'workflow:task:unclaim',
  'workflow:task:delegate',
  'workflow:task:assignee',
  'workflow:request:add',
  'workflow:request:edit',
  'workflow:request:remove',
  'workflow:request:submit',
  'workflow:delegation:list',
  'workflow:delegation:add',
] as const;

type FlowTask = z.output<typeof Task>;

export interface Person {
  readonly id: string;
  readonly call: Send;
}

/** A company with a starter, his leader and others, and helpers that do what people do. */
export function testFlow(app: TestApp) {
  let count = 0;
  const person = async (options: { deptId?: string | null; perms?: readonly string[] } = {}): Promise<Person> => {
    const user = await app.make.user({ perms: options.perms ?? EMPLOYEE, dataScope: '5', deptId: options.deptId ?? null });
    return { id: user.id, call: app.as(user.token) };
  };
  /** Publishes a tree as the process of a new business and answers the code of the business. */
  const business = async (next: unknown): Promise<string> => {
    const key = `flow${(count += 1)}`;
    const tree = { type: 'start', id: 'start', next };
    const { data: model, msg } = await app.admin('POST', '/workflow/models', { key, name: '费用申请', kind: 'simple', tree });
    if (!model) throw new Error(msg);
    const published = await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
    if (published.status !== 200) throw new Error(published.msg);
    return configure(published.data.definitionId);
  };
  const configure = async (processDefinitionId: string): Promise<string> => {
    const businessCode = `80${99 + (count += 1)}`;
    await app.admin('POST', '/workflow/business', {
      businessCode,
      businessName: '费用',
      businessType: 'workflow.request',
      businessComponent: 'workflow/request',
      businessAuditGroup: 'audit',
      processDefinitionId,
      businessTempalte: '{nickname}的{businessName}申请',
    });
    return businessCode;
  };
  const request = async (starter: Person, businessCode: string, over: object = {}): Promise<string> => {
    const { data, msg } = await starter.call('POST', '/workflow/requests', {
      businessCode,
      title: 't',
      text: 'x',
      amount: '100.00',
      ...over,
    });
    if (!data) throw new Error(msg);
    return data.id;
  };
  /** A submitted request: its id and that of its instance. */
  const submitted = async (starter: Person, businessCode: string, over: object = {}): Promise<{ id: string; instance: string }> => {
    const id = await request(starter, businessCode, over);
    const { data, msg } = await starter.call('POST', `/workflow/requests/${id}/submit`, {});
    if (!data) throw new Error(msg);
    return { id, instance: data.processInstanceId };
  };
  const status = async (starter: Person, id: string): Promise<string> =>
    (await starter.call('GET', `/workflow/requests/${id}`)).data.flowStatus;
  const todo = async (who: Person, instance?: string): Promise<FlowTask[]> =>
    (await who.call('GET', '/workflow/tasks/pageTodo?pageSize=100')).data.data.filter(
      (task: { processInstanceId: string }) => instance === undefined || task.processInstanceId === instance,
    );
  /** Does something with the one open task that a person has in an instance. */
  const act = async (who: Person, instance: string, body: object) => {
    const [task] = await todo(who, instance);
    if (!task) throw new Error('no open task');
    return who.call('POST', `/workflow/tasks/execute/${task.id}`, { taskId: task.id, processInstanceId: instance, ...body });
  };
  const approve = (who: Person, instance: string, approved = true) =>
    act(who, instance, { action: 'complete', message: approved ? '同意' : '不同意', variables: { approved } });
  return { person, business, configure, request, submitted, status, todo, act, approve };
}
