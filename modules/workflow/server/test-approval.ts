import type { Send, TestApp } from '#kit/test/app.ts';

/** An approver, and processes of one step with him that business types are put under. */
export async function testApproval(app: TestApp) {
  const user = await app.make.user({
    perms: ['workflow:task:todo:list', 'workflow:task:exam'],
    dataScope: '5',
  });
  const call = app.as(user.token);
  let count = 0;
  /** Publishes a process whose one step is the approver's, and binds a business type to it. */
  const govern = async (businessType: string, over: object = {}): Promise<void> => {
    const key = `approval${(count += 1)}`;
    const next = { type: 'approve', id: 'n1', name: '审批', who: [{ kind: 'user', ids: [user.id] }], mode: 'any', next: null };
    const { data: model } = await app.admin('POST', '/workflow/models', {
      key,
      name: key,
      kind: 'simple',
      tree: { type: 'start', id: 'start', next },
    });
    const { data } = await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
    const made = await app.admin('POST', '/workflow/business', {
      businessCode: `T${count}`,
      businessName: key,
      businessType,
      processDefinitionId: data.definitionId,
      businessTempalte: '{nickname}的{businessName}',
      ...over,
    });
    if (made.status !== 200) throw new Error(made.msg);
  };
  /** Takes every configuration of a business type away again. */
  const release = (businessType: string) =>
    app.database.db.updateTable('flowBusiness').set({ deletedAt: new Date() }).where('businessType', '=', businessType).execute();
  const act = async (instance: string, body: object) => {
    const { data } = await call('GET', '/workflow/tasks/pageTodo?pageSize=200');
    const task = data.data.find(({ processInstanceId }: { processInstanceId: string }) => processInstanceId === instance);
    if (!task) throw new Error('no open task');
    return call('POST', `/workflow/tasks/execute/${task.id}`, { taskId: task.id, ...body });
  };
  const agree = (instance: string) => act(instance, { action: 'complete', variables: { approved: true } });
  const refuse = (instance: string) => act(instance, { action: 'complete', message: '不同意', variables: { approved: false } });
  const sendBack = (instance: string) => act(instance, { action: 'return', to: 'start', mode: 'again', message: '请补充' });
  const cancel = (starter: Send, instance: string) => starter('DELETE', `/workflow/instances/delete/${instance}`);
  const snapshot = async (instance: string) => (await call('GET', `/workflow/instances/${instance}/detail`)).data.snapshot;
  return { id: user.id, call, govern, release, agree, refuse, sendBack, cancel, snapshot };
}
