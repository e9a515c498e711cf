import type { App, Db } from '#kit/server/ctx.ts';
import { groupPairs, zoneOf, type Group, type Identities, type Pair, type Reason } from '../../core/match/index.ts';
import type { StoredRule } from './rule.ts';

interface OpenCandidate {
  readonly id: string;
  readonly state: string;
  readonly score: number;
  readonly records: readonly string[];
}
const keyOf = (records: readonly string[]): string => records.join(' ');

/** Pairs of records that are both still there, by the thresholds of the rule. */
async function pairsOf(db: Db, modelId: string, { review }: StoredRule): Promise<Pair[]> {
  const rows = await db
    .selectFrom('masterdataMatchPair as p')
    .innerJoin('masterdataMatchRecord as a', (join) => join.onRef('a.modelId', '=', 'p.modelId').onRef('a.recordId', '=', 'p.recordA'))
    .innerJoin('masterdataMatchRecord as b', (join) => join.onRef('b.modelId', '=', 'p.modelId').onRef('b.recordId', '=', 'p.recordB'))
    .select(['p.recordA', 'p.recordB', 'p.score', 'p.reasons'])
    .where('p.modelId', '=', modelId)
    .where('p.score', '>=', String(review))
    .execute();
  return rows.map(({ recordA, recordB, score, reasons }) => ({
    a: recordA,
    b: recordB,
    score: Number(score),
    reasons: reasons as Reason[],
    clashes: false,
  }));
}

async function openCandidates(db: Db, modelId: string): Promise<OpenCandidate[]> {
  const rows = await db
    .selectFrom('masterdataCandidate as c')
    .innerJoin('masterdataCandidateRecord as r', 'r.candidateId', 'c.id')
    .select(['c.id', 'c.state', 'c.score', 'r.recordId'])
    .where('c.modelId', '=', modelId)
    .where('c.state', 'in', ['open', 'later'])
    .execute();
  const found = new Map<string, OpenCandidate & { records: string[] }>();
  for (const { id, state, score, recordId } of rows) {
    const known = found.get(id);
    if (known) known.records.push(recordId);
    else found.set(id, { id, state, score: Number(score), records: [recordId] });
  }
  for (const { records } of found.values()) records.sort();
  return [...found.values()];
}

async function separation(db: Db, modelId: string, pairs: readonly Pair[]) {
  const apart = await db.selectFrom('masterdataMatchApart').select(['recordA', 'recordB']).where('modelId', '=', modelId).execute();
  const ids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const identities = new Map<string, Identities>();
  for (let at = 0; at < ids.length; at += 5_000) {
    const rows = await db
      .selectFrom('masterdataMatchRecord')
      .select(['recordId', 'identities'])
      .where('modelId', '=', modelId)
      .where('recordId', 'in', ids.slice(at, at + 5_000))
      .execute();
    for (const row of rows) identities.set(row.recordId, row.identities as Identities);
  }
  return {
    apart: apart.map(({ recordA, recordB }) => [recordA, recordB] as const),
    identities: (id: string) => identities.get(id),
  };
}

/** Which candidate goes on as which group: the same records, else one that shares a record, else a new one. */
function assigned(groups: readonly Group[], before: readonly OpenCandidate[]): Map<Group, OpenCandidate | null> {
  const same = new Map(before.map((candidate) => [keyOf(candidate.records), candidate]));
  const next = new Map<Group, OpenCandidate | null>();
  const used = new Set<string>();
  for (const group of groups) {
    const candidate = same.get(keyOf(group.records)) ?? null;
    next.set(group, candidate);
    if (candidate) used.add(candidate.id);
  }
  const byRecord = new Map(before.flatMap((candidate) => candidate.records.map((record) => [record, candidate] as const)));
  for (const group of groups) {
    if (next.get(group)) continue;
    const shared = group.records.map((record) => byRecord.get(record)).find((candidate) => candidate && !used.has(candidate.id));
    if (!shared) continue;
    used.add(shared.id);
    next.set(group, shared);
  }
  return next;
}

/**
 * Makes the open candidates of a model what its pairs say: a group that stays the same keeps its candidate and what people decided, one that
 * changes is open again, one that falls apart goes. The caller holds the rule locked. Answers the number of open groups.
 */
export async function regroup(app: App, db: Db, modelId: string, rule: StoredRule): Promise<number> {
  const pairs = await pairsOf(db, modelId, rule);
  const groups = groupPairs(pairs, await separation(db, modelId, pairs));
  const before = await openCandidates(db, modelId);
  const next = assigned(groups, before);
  const living = new Set([...next.values()].flatMap((candidate) => candidate?.id ?? []));
  const gone = before.filter(({ id }) => !living.has(id)).map(({ id }) => id);
  for (let at = 0; at < gone.length; at += 5_000)
    await db
      .deleteFrom('masterdataCandidate')
      .where('id', 'in', gone.slice(at, at + 5_000))
      .execute();
  for (const [group, candidate] of next) await keepCandidate(app, db, { modelId, rule, group, candidate });
  return groups.length;
}

interface Keep {
  readonly modelId: string;
  readonly rule: StoredRule;
  readonly group: Group;
  readonly candidate: OpenCandidate | null;
}
async function keepCandidate(app: App, db: Db, { modelId, rule, group, candidate }: Keep): Promise<void> {
  const isSame = candidate !== null && keyOf(candidate.records) === keyOf(group.records);
  const values = {
    score: group.score,
    zone: zoneOf(group.score, rule),
    reasons: JSON.stringify(group.reasons),
    state: isSame ? candidate.state : 'open',
  };
  const id = candidate?.id ?? app.ids.next();
  if (candidate) await db.updateTable('masterdataCandidate').set(values).where('id', '=', id).execute();
  else
    await db
      .insertInto('masterdataCandidate')
      .values({ id, modelId, createTime: app.now(), ...values })
      .execute();
  if (isSame) return;
  if (candidate) await db.deleteFrom('masterdataCandidateRecord').where('candidateId', '=', id).execute();
  await db
    .insertInto('masterdataCandidateRecord')
    .values(group.records.map((recordId) => ({ candidateId: id, recordId })))
    .execute();
}
