import { isDeepStrictEqual } from 'node:util';
import type { App, Db } from '#kit/server/ctx.ts';
import { groupPairs, zoneOf, type Group, type Identities, type Pair, type Reason } from '../../core/match/index.ts';
import type { StoredRule } from './rule.ts';

/** Groups and members written by one statement. */
const AT_ONCE = 1_000;
const MEMBERS_AT_ONCE = 5_000;

interface OpenCandidate {
  readonly id: string;
  readonly state: string;
  readonly score: number;
  readonly zone: string;
  readonly reasons: unknown;
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
    .select(['c.id', 'c.state', 'c.score', 'c.zone', 'c.reasons', 'r.recordId'])
    .where('c.modelId', '=', modelId)
    .where('c.state', 'in', ['open', 'later'])
    .execute();
  const found = new Map<string, OpenCandidate & { records: string[] }>();
  for (const { recordId, ...row } of rows) {
    const known = found.get(row.id);
    if (known) known.records.push(recordId);
    else found.set(row.id, { ...row, score: Number(row.score), records: [recordId] });
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
  const fresh: (Values & { id: string; records: readonly string[] })[] = [];
  for (const [group, candidate] of next) {
    const isSame = candidate !== null && keyOf(candidate.records) === keyOf(group.records);
    const { score, reasons } = group;
    const values = { score, zone: zoneOf(score, rule), reasons, state: isSame ? candidate.state : 'open' };
    if (candidate === null) fresh.push({ ...values, id: app.ids.next(), records: group.records });
    else if (!isSame || !isAsKept(candidate, values)) await change(db, candidate.id, values, isSame ? null : group.records);
  }
  await add(db, { modelId, createTime: app.now() }, fresh);
  return groups.length;
}

/** What of a group is kept beside its records. */
interface Values {
  readonly score: number;
  readonly zone: string;
  readonly reasons: readonly Reason[];
  readonly state: string;
}
/** Most groups of a run are those of the last one. */
const isAsKept = (kept: OpenCandidate, { score, zone, reasons }: Values): boolean =>
  kept.score === score && kept.zone === zone && isDeepStrictEqual(kept.reasons, reasons);

async function change(db: Db, id: string, { reasons, ...values }: Values, records: readonly string[] | null): Promise<void> {
  await db
    .updateTable('masterdataCandidate')
    .set({ ...values, reasons: JSON.stringify(reasons) })
    .where('id', '=', id)
    .execute();
  if (records === null) return;
  await db.deleteFrom('masterdataCandidateRecord').where('candidateId', '=', id).execute();
  await db
    .insertInto('masterdataCandidateRecord')
    .values(records.map((recordId) => ({ candidateId: id, recordId })))
    .execute();
}

async function add(
  db: Db,
  of: { modelId: string; createTime: Date },
  fresh: readonly (Values & { id: string; records: readonly string[] })[],
): Promise<void> {
  for (let at = 0; at < fresh.length; at += AT_ONCE) {
    const some = fresh.slice(at, at + AT_ONCE);
    const candidates = some.map(({ records: _, reasons, ...row }) => ({ ...row, ...of, reasons: JSON.stringify(reasons) }));
    await db.insertInto('masterdataCandidate').values(candidates).execute();
    const members = some.flatMap(({ id, records }) => records.map((recordId) => ({ candidateId: id, recordId })));
    for (let from = 0; from < members.length; from += MEMBERS_AT_ONCE)
      await db
        .insertInto('masterdataCandidateRecord')
        .values(members.slice(from, from + MEMBERS_AT_ONCE))
        .execute();
  }
}
