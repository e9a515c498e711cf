import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { Approval, Copy, ServiceWork, type ApproverKind } from '../contract/approval.ts';
import {
  Tree,
  type BranchNode,
  type CallNode,
  type DelayNode,
  type EventNode,
  type StartNode,
  type TreeNode,
  type UntilNode,
} from '../contract/tree.ts';
import { readBpmn } from '../core/bpmn/read.ts';
import { everyProperty } from '../core/bpmn/test-properties.ts';
import { treeOf } from '../core/tree/tree-of.ts';

/*
 * Every property of every kind of node is changed and goes through the server: saved, read again, published, taken out as a file, taken in as
 * another model. A property that is added to a kind of node and has no case here fails the types or the test of completeness.
 */
const app = startApp();
let count = 0;

const WHO: Record<ApproverKind, object> = {
  user: { ids: ['1', '2'] },
  role: { ids: ['admin'] },
  post: { ids: ['3'] },
  dept: { ids: ['4'] },
  deptLeader: { ids: ['5'] },
  starter: {},
  starterDeptLeader: {},
  leaders: { levels: 3 },
  starterPicks: {},
  lastPicks: {},
  formUser: { field: 'owner' },
  formDeptLeader: { field: 'dept' },
  dataOwner: {},
  expression: { expr: "${kind == 'a' ? submitter : owner}" },
};
const sources = Object.entries(WHO).map(([kind, more]) => [{ kind, ...more }]);
const NAME = '名称 "引号" <尖> & 和';

const APPROVAL: Record<keyof Approval, readonly object[]> = {
  who: [...sources, sources.flat()].map((who) => ({ who })),
  mode: ['any', 'all', 'sequence', 'random'].map((mode) => ({ mode })),
  percent: [1, 67, 100].map((percent) => ({ mode: 'ratio', percent })),
  nobody: ['admin', 'leader', 'pass'].map((nobody) => ({ nobody })),
  starter: ['leader', 'pass', 'self'].map((starter) => ({ starter })),
  repeated: ['ask', 'previous', 'any'].map((repeated) => ({ repeated })),
  mayReturn: [{ mayReturn: false }, { mayReturn: true }],
  returnMode: [{ returnMode: 'direct' }, { returnMode: 'again' }],
  isHandling: [{ isHandling: true }, { isHandling: false }],
  timeout: ['remind', 'approve', 'reject', 'leader', 'return'].map((action, n) => ({ timeout: { after: 'P1DT2H', action, times: n + 1 } })),
  fields: [{ fields: { amount: 'edit', text: 'hide', title: 'read' } }],
};
const COPY: Record<keyof Copy, readonly object[]> = { who: sources.map((who) => ({ who })) };
const SERVICE: Record<keyof ServiceWork, readonly object[]> = {
  service: [{ service: 'other.work' }],
  params: [{ params: { title: NAME, text: '多行\n{title}' } }, { params: {} }],
  who: [...sources.map((who) => ({ who })), { who: undefined }],
  result: [{ result: 'answer' }, { result: '结果' }],
};
type Own<T> = Exclude<keyof T, 'id' | 'type' | 'next' | 'name'>;
const DELAY: Record<Own<DelayNode>, readonly object[]> = { duration: ['P9D', 'PT5M', 'P1DT2H3M4S'].map((duration) => ({ duration })) };
const UNTIL: Record<Own<UntilNode>, readonly object[]> = {
  date: ['2030-02-28', '2030-02-28T08:30', '${planDate}'].map((date) => ({ date })),
};
const EVENT: Record<Own<EventNode>, readonly object[]> = {
  awaits: [{ awaits: 'message' }, { awaits: 'signal' }],
  event: [{ event: NAME }, { event: '${orderNo}' }, { event: '' }],
};
const CALL: Record<Own<CallNode>, readonly object[]> = {
  process: [{ process: 'other.key' }, { process: '' }],
  inherits: [{ inherits: true }, { inherits: false }],
  inputs: [
    {
      inputs: [
        { source: 'a', target: 'b' },
        { source: '${a + 1}', target: '金额' },
      ],
    },
  ],
  outputs: [
    {
      outputs: [
        { source: 'x', target: 'y' },
        { source: "${x == '<'}", target: 'z' },
      ],
    },
  ],
};

const starter = [{ kind: 'starter' }];
/** Kinds of single nodes: as they begin, and what is changed in them. */
const KINDS: Record<Exclude<TreeNode['type'], BranchNode['type']>, readonly [object, Record<string, readonly object[]>]> = {
  approve: [{ who: starter }, APPROVAL],
  copy: [{ who: starter }, COPY],
  delay: [{ duration: 'P1D' }, DELAY],
  until: [{ date: '2029-01-01' }, UNTIL],
  event: [{ awaits: 'message', event: '到货' }, EVENT],
  call: [{ process: 'called', inherits: false, inputs: [], outputs: [] }, CALL],
  service: [{ service: 'workflow.notify', params: { title: 't' }, who: starter }, SERVICE],
};
const branch = (id: string, name: string, condition: string | null, next: object | null = null) => ({ id, name, condition, next });
const forks = (['exclusive', 'parallel', 'inclusive'] as const).flatMap((type) => {
  const isFree = type === 'parallel';
  const first = isFree ? null : "${amount >= 5000 && kind != '<a>' || empty text}";
  const delay = { type: 'delay', id: 'd', name: '等', duration: 'P1D' };
  return [
    { type, name: NAME, branches: [branch('b1', NAME, first), branch('b2', '', null)] },
    { type, name: '', branches: [branch('b1', '', first, delay), branch('b3', '中', isFree ? null : '${x}'), branch('b2', '其他', null)] },
  ];
});

const treeWith = (node: object): StartNode =>
  Tree.parse({ type: 'start', id: 'start', name: '发起', next: { id: 'n1', name: '', ...node } });

async function saved(body: object): Promise<{ id: string; key: string; detail: { tree: unknown; bpmnXml: string; kind: string } }> {
  const key = `props${(count += 1)}`;
  const made = await app.admin('POST', '/workflow/models', { key, name: '属性', ...body });
  if (made.status !== 200) throw new Error(JSON.stringify(made));
  const { data: detail } = await app.admin('GET', `/workflow/models/${made.data.id}`);
  return { id: made.data.id, key, detail };
}
/** What comes back of a tree after it was saved, read, taken out as a file and taken in as another model. */
async function roundTrip(tree: StartNode): Promise<unknown[]> {
  const { key, detail } = await saved({ kind: 'simple', tree });
  const other = `props${count + 1}`;
  const taken = await saved({ kind: 'bpmn', bpmnXml: detail.bpmnXml.replaceAll(`"${key}"`, `"${other}"`) });
  const { tree: shown, why } = await treeOf(taken.detail.bpmnXml);
  if (!shown) throw new Error(why);
  const again = await saved({ kind: 'simple', tree: shown });
  return [detail.tree, shown, again.detail.tree];
}

describe('every property of a node', () => {
  it('has a case', () => {
    expect(Object.keys(APPROVAL).toSorted()).toEqual(Object.keys(Approval.shape).toSorted());
    expect(Object.keys(COPY)).toEqual(Object.keys(Copy.shape));
    expect(Object.keys(SERVICE).toSorted()).toEqual(Object.keys(ServiceWork.shape).toSorted());
  });

  it.each(
    Object.entries(KINDS).flatMap(([type, [base, properties]]) =>
      Object.entries({ ...properties, name: [{ name: NAME }] }).map(([property, values]) => ({ type, property, base, values })),
    ),
  )('$type.$property survives save, reload, export and import', async ({ type, base, values }) => {
    for (const value of values) {
      const tree = treeWith({ type, ...base, ...value });
      for (const back of await roundTrip(tree)) expect(back, JSON.stringify(value)).toEqual(JSON.parse(JSON.stringify(tree)));
    }
  });

  it('of forks and branches survives as well', async () => {
    for (const fork of forks) {
      const tree = treeWith(fork);
      for (const back of await roundTrip(tree)) expect(back).toEqual(JSON.parse(JSON.stringify(tree)));
    }
  });
});

it('every property of the BPMN view survives save, reload, publishing, export and import', async () => {
  const called = await saved({ kind: 'simple', tree: treeWith({ type: 'delay', duration: 'P1D' }) });
  await app.admin('POST', `/workflow/models/${called.id}/publish`, { version: 0 });
  const key = `props${count + 1}`;
  const xml = everyProperty(key).replace('calledElement="other"', `calledElement="${called.key}"`);
  const { id, detail } = await saved({ kind: 'bpmn', bpmnXml: xml });
  expect(detail).toMatchObject({ kind: 'bpmn', bpmnXml: xml });
  const published = await app.admin('POST', `/workflow/models/${id}/publish`, { version: 0 });
  expect(published).toMatchObject({ status: 200 });
  const { data: out } = await app.admin('GET', `/workflow/definitions/${published.data.definitionId}/text`);
  expect(out.bpmnXml).toBe(xml);
  const other = `props${count + 1}`;
  const taken = await saved({ kind: 'bpmn', bpmnXml: out.bpmnXml.replaceAll(`"${key}"`, `"${other}"`) });
  const [before, after] = [await readBpmn(xml), await readBpmn(taken.detail.bpmnXml)];
  expect(after.problems).toEqual([]);
  expect(after.processes[0]).toEqual({ ...before.processes[0], id: other });
});
