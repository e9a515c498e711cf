import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { hashOf } from './snapshot.ts';
import { testFlow, type Person } from './test-flow.ts';

const app = startApp();
const flow = testFlow(app);
let staff!: Person;
let anna!: Person;
let code = '';

beforeAll(async () => {
  [staff, anna] = [await flow.person(), await flow.person()];
  code = await flow.business({
    type: 'approve',
    id: 'n1',
    name: '审批',
    who: [{ kind: 'user', ids: [anna.id] }],
    mode: 'any',
    fields: { amount: 'edit' },
    next: null,
  });
});

/** A request that was submitted when its type had fewer fields. */
async function submittedEarlier() {
  const made = await flow.submitted(staff, code);
  const snapshot = { title: 't', amount: '100.00' };
  await app.database.db
    .updateTable('flowInstance')
    .set({ snapshot: JSON.stringify(snapshot), snapshotHash: hashOf(snapshot) })
    .where('id', '=', made.instance)
    .execute();
  return made;
}

it('fields that were declared since do not keep an approval from passing, nor an approver from editing others', async () => {
  const [first, second] = [await submittedEarlier(), await submittedEarlier()];
  expect((await flow.approve(anna, first.instance)).data.flowStatus).toBe('4');
  const edits = { action: 'complete', variables: { approved: true }, fields: { amount: '50' } };
  expect((await flow.act(anna, second.instance, edits)).data.flowStatus).toBe('4');
});

it('a field that was submitted and has changed behind the approval does', async () => {
  const { id, instance } = await submittedEarlier();
  await app.database.db.updateTable('flowRequest').set({ amount: '9999.00' }).where('id', '=', id).execute();
  expect(await flow.approve(anna, instance)).toMatchObject({ status: 422, error: 'rule.broken' });
  expect(await flow.status(staff, id)).toBe('3');
});
