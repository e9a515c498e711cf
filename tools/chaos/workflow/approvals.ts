import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { multipart } from '#kit/test/multipart.ts';
import { sender, type Send } from '#kit/test/node.ts';
import { faultsOfInstance } from '#modules/workflow/server/check.ts';
import { Client, type Answer } from '../../bench/client.ts';
import type { Cluster } from './cluster.ts';

const PATIENCE_MS = 90_000;
const PAUSE_MS = 60;
/** What every employee has of approvals. */
export const PERMS = [
  'workflow:task:todo:list',
  'workflow:task:done:list',
  'workflow:task:exam',
  'workflow:task:caim',
  'workflow:task:delegate',
  'workflow:task:assignee',
  'workflow:request:add',
  'workflow:request:edit',
  'workflow:request:remove',
  'workflow:request:submit',
];

interface Person {
  readonly id: string;
  readonly token: string;
}
interface Task {
  readonly id: string;
  readonly kind: string;
  readonly assigneeId: string;
}
/** What was acknowledged of a task. */
interface Told {
  readonly task: string;
  readonly result: string;
}

/** Three people decide together, then one; a reminder a second after. */
const tree = (all: readonly string[], last: string) => ({
  type: 'start',
  id: 'start',
  next: {
    type: 'approve',
    id: 'n1',
    name: '会签',
    who: [{ kind: 'user', ids: all }],
    mode: 'all',
    next: { type: 'approve', id: 'n2', name: '终审', who: [{ kind: 'user', ids: [last] }], mode: 'any', next: null },
  },
});
const REMINDER =
  '<bpmn:boundaryEvent id="late" attachedToRef="n1" cancelActivity="false"><bpmn:timerEventDefinition><bpmn:timeDuration xsi:type="bpmn:tFormalExpression">PT1S</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:boundaryEvent>' +
  '<bpmn:endEvent id="lateEnd"/><bpmn:sequenceFlow id="late_end" sourceRef="late" targetRef="lateEnd"/>';

/** Publishes the process as BPMN text with the reminder and configures it as business 8099. */
async function publish(admin: Send, all: readonly string[], last: string): Promise<void> {
  const ok = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
    const answer = await admin(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.msg}`);
    return answer;
  };
  const { data: model } = await ok('POST', '/workflow/models', { key: 'chaos', name: '费用申请', kind: 'simple', tree: tree(all, last) });
  const { data: first } = await ok('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
  const text = (await ok('GET', `/workflow/definitions/${first.definitionId}/resource`)).raw.toString();
  // boundary events have no place in an approval tree: the second version is an imported text
  const xml = text.replace('</bpmn:process>', `${REMINDER}</bpmn:process>`);
  const imported = await admin('POST', '/workflow/definitions/import/file', ...multipart('chaos.bpmn', Buffer.from(xml)));
  if (imported.status !== 200) throw new Error(imported.msg);
  await ok('POST', '/workflow/business', {
    businessCode: '8099',
    businessName: '费用',
    businessType: 'workflow.request',
    businessComponent: 'workflow/request',
    businessAuditGroup: 'audit',
    processDefinitionId: first.definitionId,
    businessTempalte: '{nickname}的{businessName}申请',
  });
}

/** What a person does with a task, and how the task is told then: now and then it is returned or refused. */
function actOf({ kind }: Task, chance: number) {
  if (kind === 'submit') return { action: 'complete', variables: { approved: true }, result: 'submitted' };
  if (chance < 0.08) return { action: 'return', to: 'start', mode: chance < 0.04 ? 'direct' : 'again', result: 'returned' };
  const approved = chance > 0.11;
  return { action: 'complete', variables: { approved }, result: approved ? 'approved' : 'rejected' };
}

/** People who submit and decide, each call with its key and sent again when nobody answers. */
export class Approvals {
  readonly failures: string[] = [];
  acknowledged = 0;
  repeated = 0;
  longestMs = 0;
  readonly #cluster: Cluster;
  readonly #starter: Person;
  readonly #people: ReadonlyMap<string, Person>;
  readonly #clients: readonly Client[];
  readonly #instances: string[] = [];
  readonly #told: Told[] = [];
  #lanes: Promise<void>[] = [];
  #isOver = false;
  #turn = 0;

  private constructor(cluster: Cluster, starter: Person, people: readonly Person[]) {
    this.#cluster = cluster;
    this.#starter = starter;
    this.#people = new Map(people.map((person) => [person.id, person]));
    this.#clients = cluster.ports.map((port) => new Client(port, 64));
  }

  static async begin(cluster: Cluster, lanes: number): Promise<Approvals> {
    const person = () => cluster.make.user({ perms: PERMS, dataScope: '5' });
    const starter = await person();
    const people = [await person(), await person(), await person(), await person()];
    const admin = sender(() => cluster.watcher, await cluster.make.adminToken());
    await publish(
      admin,
      people.slice(0, 3).map(({ id }) => id),
      people[3]!.id,
    );
    const approvals = new Approvals(cluster, starter, people);
    approvals.#lanes = Array.from({ length: lanes }, () => approvals.#live());
    return approvals;
  }

  /** One submitted instance whose people are asked; answers its id. */
  static async one(cluster: Cluster, admin: Send): Promise<string> {
    const person = () => cluster.make.user({ perms: PERMS, dataScope: '5' });
    const starter = await person();
    const people = [await person(), await person(), await person(), await person()];
    await publish(
      admin,
      people.slice(0, 3).map(({ id }) => id),
      people[3]!.id,
    );
    const call = sender(() => cluster.watcher, starter.token);
    const made = await call('POST', '/workflow/requests', { businessCode: '8099', title: 't', text: 'x', amount: '1.00' });
    const sent = await call('POST', `/workflow/requests/${made.data.id}/submit`, {});
    if (sent.status !== 200) throw new Error(sent.msg);
    return sent.data.processInstanceId;
  }

  get instances(): number {
    return this.#instances.length;
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
    for (const client of this.#clients) client.close();
  }

  /** A write with a key of its own, at either node, until somebody answers it. */
  async #write<T>(person: Person, path: string, body: unknown): Promise<T | null> {
    const options = {
      method: 'POST',
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify(body),
    };
    const began = performance.now();
    for (let tries = 0; performance.now() - began < PATIENCE_MS; tries += 1) {
      if (tries > 0) {
        this.repeated += 1;
        await wait(PAUSE_MS);
      }
      const client = this.#clients[(this.#turn += 1) % this.#clients.length];
      const answer: Answer | null = (await client?.send(path, options).catch(() => null)) ?? null;
      if (!answer || answer.status >= 500) continue;
      const reply = JSON.parse(answer.text) as { data: T; error?: string; msg: string };
      // the first one is still at work, or its node has died and its transaction is about to go
      if (reply.error === 'idempotency.running') continue;
      this.longestMs = Math.max(this.longestMs, performance.now() - began);
      if (answer.status === 200) {
        this.acknowledged += 1;
        return reply.data;
      }
      this.failures.push(`${path} ${answer.status} ${reply.msg}`);
      return null;
    }
    this.failures.push(`${path}: nobody answered in ${PATIENCE_MS / 1000} s`);
    return null;
  }

  async #open(instance: string): Promise<Task[]> {
    for (;;) {
      try {
        return await this.#cluster.database.query<Task>(
          'app',
          `select id, kind, assignee_id as "assigneeId" from flow_task where instance_id = $1 and state = 'todo' order by create_time, id`,
          [instance],
        );
      } catch {
        // the database is away
        await wait(PAUSE_MS);
      }
    }
  }

  async #live(): Promise<void> {
    while (!this.#isOver) {
      const body = { businessCode: '8099', title: randomUUID(), text: 'x', amount: '1.00' };
      const made = await this.#write<{ id: string }>(this.#starter, '/workflow/requests', body);
      if (!made) continue;
      const sent = await this.#write<{ processInstanceId: string }>(this.#starter, `/workflow/requests/${made.id}/submit`, {});
      if (!sent) continue;
      this.#instances.push(sent.processInstanceId);
      await this.#decide(sent.processInstanceId);
    }
  }

  /** Decides until the instance has ended; now and then it is returned or refused. */
  async #decide(instance: string): Promise<void> {
    for (let [task] = await this.#open(instance); task; [task] = await this.#open(instance)) {
      const person = this.#people.get(task.assigneeId) ?? this.#starter;
      const { result, ...act } = actOf(task, Math.random());
      const body = { taskId: task.id, processInstanceId: instance, message: '意见', ...act };
      if (!(await this.#write(person, `/workflow/tasks/execute/${task.id}`, body))) return;
      this.#told.push({ task: task.id, result });
    }
  }

  /** Compares what is stored with what was acknowledged, and every instance with I1 to I6. */
  async audit(): Promise<{ lost: string[]; doubled: string[]; faults: string[]; passed: number; undelivered: number }> {
    const { database, watcher } = this.#cluster;
    const results = new Map(
      (await database.query<{ id: string; result: string | null }>('app', 'select id, result from flow_task')).map(({ id, result }) => [
        id,
        result,
      ]),
    );
    const lost = this.#told.filter(({ task, result }) => results.get(task) !== result).map(({ task, result }) => `${task} ${result}`);
    const twice = await database.query<{ key: string; n: number }>(
      'app',
      `select i.business_key as key, count(*)::int as n from flow_instance i group by i.business_key having count(*) > 1`,
    );
    const acts = await database.query<{ key: string }>(
      'app',
      `select instance_id || ' ' || (command->>'task') as key from flow_history where command->>'type' = 'complete'
       group by instance_id, command->>'task' having count(*) > 1`,
    );
    const faults: string[] = [];
    const all = await database.query<{ id: string }>('app', 'select id from flow_instance');
    for (const { id } of all) for (const fault of await faultsOfInstance(watcher.app, id)) faults.push(`${id}: ${fault}`);
    const [effects] = await database.query<{ passed: number; missing: number; wrong: number }>(
      'app',
      `select count(*) filter (where i.flow_status = '4')::int as passed,
         count(*) filter (where i.flow_status = '4' and e.instance_id is null)::int as missing,
         count(*) filter (where i.flow_status <> '4' and e.instance_id is not null)::int as wrong
       from flow_instance i left join chaos_effect e on e.instance_id = i.id`,
    );
    if (effects && effects.wrong > 0) faults.push(`${effects.wrong} effects of instances that did not pass`);
    return {
      lost,
      doubled: [...twice.map(({ key, n }) => `${key} submitted ${n} times`), ...acts.map(({ key }) => `${key} decided twice`)],
      faults,
      passed: effects?.passed ?? 0,
      undelivered: effects?.missing ?? 0,
    };
  }
}
