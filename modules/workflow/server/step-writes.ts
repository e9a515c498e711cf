import { sql, type Compilable, type Insertable, type Updateable } from 'kysely';
import { executeLater } from '#kit/server/db/postponed.ts';
import { steadyQuery } from '#kit/server/db/steady.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';

/** Rows of one statement: its parameters are limited. */
const PER_STATEMENT = 1_000;

type NewTask = Insertable<Tables['flowTask']> & { readonly id: string };
type NewCandidate = Insertable<Tables['flowCandidate']>;

/** How a task ends. */
export interface Ending {
  readonly state: 'done' | 'cancelled';
  readonly result: string | null;
  readonly opinion: string | null;
  readonly endTime: Date;
  readonly endedBy: string | null;
}

type Ended = Ending & { readonly id: string };
const ending = (db: Db, rows: readonly Ended[]): Compilable => {
  const each = rows.map(
    ({ id, state, result, opinion, endTime, endedBy }) =>
      sql`(${id}, ${state}, ${result}, ${opinion}, ${endTime}::timestamptz, ${endedBy})`,
  );
  const statement = sql`with ended as (
      update flow_task t set state = e.state, result = e.result, opinion = e.opinion, end_time = e.end_time, ended_by = e.ended_by
      from (values ${sql.join(each)}) as e (id, state, result, opinion, end_time, ended_by) where t.id = e.id returning t.id)
    update flow_candidate set is_open = false where task_id in (select id from ended)`;
  return { compile: () => statement.compile(db) };
};
const endingOne = steadyQuery((db, row: Ended) => ending(db, [row]));

interface Stored {
  readonly trail: readonly Insertable<Tables['flowHistory']>[];
  readonly made: readonly NewTask[];
  readonly candidates: readonly NewCandidate[];
  readonly values: Updateable<Tables['flowInstance']>;
  readonly instanceId: string;
}
function storing(db: Db, { trail, made, candidates, values, instanceId }: Stored): Compilable {
  let statement = db.with('trail', (cte) => cte.insertInto('flowHistory').values(trail)) as unknown as Db;
  if (made.length > 0) statement = statement.with('made', (cte) => cte.insertInto('flowTask').values(made)) as unknown as Db;
  if (candidates.length > 0)
    statement = statement.with('asked', (cte) => cte.insertInto('flowCandidate').values(candidates)) as unknown as Db;
  return statement.updateTable('flowInstance').set(values).where('id', '=', instanceId);
}

interface Usual extends Pick<Stored, 'values' | 'instanceId'> {
  readonly trail: Stored['trail'][number];
  readonly made: NewTask | undefined;
}
const named = (prefix: string, row: object) => Object.entries(row).map(([name, value]) => [`${prefix}.${name}`, value] as const);
/** The values of one row again, without the prefix under which `named` put them among the others. */
const ofRow = <Row>(prefix: string, all: object): Row =>
  Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [])),
  ) as Row;
const usualStatement = steadyQuery((db, all: { readonly instanceId: string }, shape) =>
  storing(db, {
    trail: [ofRow('trail.', all)],
    made: shape.includes('made.') ? [ofRow('made.', all)] : [],
    candidates: [],
    values: ofRow('values.', all),
    instanceId: all.instanceId,
  }),
);
/** The statement of a step with one line of the trail and at most one task that is asked by name. */
function usual(db: Db, { trail, made, values, instanceId }: Usual): Compilable {
  const all = Object.fromEntries([...named('trail', trail), ...named('made', made ?? {}), ...named('values', values)]);
  return usualStatement(db, { ...all, instanceId }, Object.keys(all).join());
}

/**
 * What a step stores, gathered while the engine works and written in two statements: what ends, and the new state with its trail and what it
 * has made. No table is written twice in one statement: some engines that speak PostgreSQL refuse that.
 */
export class StepWrites {
  readonly #trail: Insertable<Tables['flowHistory']>[] = [];
  readonly #ended = new Map<string, Ending>();
  readonly #made = new Map<string, NewTask>();
  readonly #candidates: NewCandidate[] = [];

  trail(row: Insertable<Tables['flowHistory']>): void {
    this.#trail.push(row);
  }

  make(task: NewTask, candidates: readonly NewCandidate[]): void {
    this.#made.set(task.id, task);
    this.#candidates.push(...candidates);
  }

  /** Ends a task; one that the step itself has made is stored as ended. */
  end(id: string, ending: Ending): void {
    const made = this.#made.get(id);
    if (made) this.#made.set(id, { ...made, ...ending });
    else this.#ended.set(id, ending);
  }

  /** Writes everything with the new values of the instance. */
  async flush(db: Db, instanceId: string, values: Updateable<Tables['flowInstance']>): Promise<void> {
    await this.#end(db);
    const made = [...this.#made.values()];
    const candidates = this.#candidates.map((row) => ({ ...row, isOpen: (this.#made.get(row.taskId)?.state ?? 'todo') === 'todo' }));
    const isLarge = made.length > PER_STATEMENT || candidates.length > PER_STATEMENT;
    if (isLarge) await this.#insert(db, made, candidates);
    const stored: Stored = { trail: this.#trail, made: isLarge ? [] : made, candidates: isLarge ? [] : candidates, values, instanceId };
    const [trail] = this.#trail;
    // most steps store one line, and make one task by name or none
    const isUsual = this.#trail.length === 1 && made.length < 2 && candidates.length === 0;
    const statement = isUsual && trail ? usual(db, { trail, made: made[0], values, instanceId }) : storing(db, stored);
    await executeLater(db, statement);
  }

  /** Ends tasks and takes their candidates out of the index of the inbox. */
  async #end(db: Db): Promise<void> {
    const ended = [...this.#ended];
    for (let at = 0; at < ended.length; at += PER_STATEMENT) {
      const rows = ended.slice(at, at + PER_STATEMENT).map(([id, ending]) => ({ id, ...ending }));
      const [only] = rows;
      // one task ends in nearly every step: a text of its own
      if (rows.length === 1 && only) await executeLater(db, endingOne(db, only), { isSteady: true });
      else await executeLater(db, ending(db, rows));
    }
  }

  async #insert(db: Db, made: readonly NewTask[], candidates: readonly NewCandidate[]): Promise<void> {
    for (let at = 0; at < made.length; at += PER_STATEMENT)
      await db
        .insertInto('flowTask')
        .values(made.slice(at, at + PER_STATEMENT))
        .execute();
    for (let at = 0; at < candidates.length; at += PER_STATEMENT)
      await db
        .insertInto('flowCandidate')
        .values(candidates.slice(at, at + PER_STATEMENT))
        .execute();
  }
}
