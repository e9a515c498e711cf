import type { App, Db } from '../ctx.ts';
import { isSignedEnd, linkHash, LOG_COLUMNS, type LogRow } from './link.ts';
import { storedHead, OVERLAP_MS, sealLogs } from './seal.ts';

const PER_BATCH = 2_000;
const SHOWN = 100;

/**
 * Kinds of findings: row changed, row deleted, link removed, row without link (not written by the product), end not signed by the product,
 * chain shorter than before.
 */
export type ProblemKind = 'changed' | 'missing' | 'gap' | 'unlinked' | 'end' | 'shortened';
export interface Problem {
  kind: ProblemKind;
  seq: number | null;
  logId: string | null;
}
export interface CheckResult {
  checked: number;
  problemCount: number;
  /** the first hundred findings */
  problems: Problem[];
  headSeq: number;
  headHash: string;
}
/** A chain position recorded outside of the product (number and hash). */
export interface Anchor {
  seq: number;
  hash: string;
}

/** One batch of links joined with their rows; deleted rows have empty columns. */
const linksAfter = (db: Db, seq: number, upTo: number) =>
  db
    .selectFrom('kitLogChain')
    .leftJoin('sysOperLog', 'sysOperLog.id', 'kitLogChain.logId')
    .select(['kitLogChain.seq', 'kitLogChain.logId', 'kitLogChain.hash'])
    .select(LOG_COLUMNS.map((column) => `sysOperLog.${column}` as const))
    .where('kitLogChain.seq', '>', String(seq))
    .where('kitLogChain.seq', '<=', String(upTo))
    .orderBy('kitLogChain.seq')
    .limit(PER_BATCH)
    .execute();

/**
 * Recomputes the whole chain and compares `anchors` with the links of their numbers. Rows written meanwhile are not included. Throws only
 * when the database fails or the signal aborts.
 */
export async function verifyLogs(
  app: App,
  options: { anchors?: readonly Anchor[]; signal?: AbortSignal; progress?: (percent: number) => Promise<void> } = {},
): Promise<CheckResult> {
  const { db, secrets } = app;
  await sealLogs(app);
  const problems: Problem[] = [];
  let problemCount = 0;
  const found = (kind: ProblemKind, seq: number | null, logId: string | null) => {
    problemCount += 1;
    if (problems.length < SHOWN) problems.push({ kind, seq, logId });
  };
  // before the head of the chain: rows that are linked in between would look as if it had been longer
  const kept = await storedHead(app);
  const head = await db.selectFrom('kitLogChainHead').selectAll().where('id', '=', 'oper').executeTakeFirst();
  const anchors = [...(options.anchors ?? []), ...(kept ? [kept] : [])];
  const headSeq = Number(head?.seq ?? 0);
  const headHash = head?.hash ?? '';
  if (!head) found('end', null, null);
  else {
    if (!isSignedEnd(secrets, 'head', { seq: headSeq, hash: headHash, signature: head.signature })) found('end', headSeq, null);
    const base = { seq: Number(head.baseSeq), hash: head.baseHash, signature: head.baseSignature };
    if (!isSignedEnd(secrets, 'base', base)) found('end', base.seq, null);
  }
  const from = Number(head?.baseSeq ?? 0);
  let seq = from;
  let hash = head?.baseHash ?? '';
  let checked = 0;
  for (;;) {
    options.signal?.throwIfAborted();
    const links = await linksAfter(db, seq, headSeq);
    if (seq < headSeq && Number(links[0]?.seq) !== seq + 1) {
      const base = await baseAfter(app, seq);
      if (base) {
        ({ seq, hash } = base);
        continue;
      }
    }
    for (const link of links) {
      const number = Number(link.seq);
      if (number !== seq + 1) found('gap', seq + 1, null);
      else if (link.id === null) found('missing', number, link.logId);
      else if (linkHash(secrets, number, hash, link as unknown as LogRow) !== link.hash) found('changed', number, link.logId);
      if (anchors.some((anchor) => anchor.seq === number && anchor.hash !== link.hash)) found('end', number, link.logId);
      // continues from the stored hash, so that one broken row is reported once
      seq = number;
      ({ hash } = link);
      checked += 1;
    }
    if (links.length < PER_BATCH) break;
    await options.progress?.(Math.min(99, Math.round(((seq - from) / Math.max(1, headSeq - from)) * 100)));
  }
  // beyond the head only when links were removed meanwhile
  if (seq < headSeq || from > headSeq || (seq === headSeq && hash !== headHash)) found('gap', seq + 1, null);
  for (const anchor of anchors) if (anchor.seq > headSeq) found('shortened', anchor.seq, null);
  for (const logId of await unlinked(app)) found('unlinked', null, logId);
  return { checked, problemCount, problems, headSeq, headHash };
}

/** Where the chain begins by now, when links behind `seq` have been removed because their time was over. */
async function baseAfter({ db, secrets }: App, seq: number): Promise<{ seq: number; hash: string } | null> {
  const head = await db.selectFrom('kitLogChainHead').selectAll().where('id', '=', 'oper').executeTakeFirst();
  const base = { seq: Number(head?.baseSeq ?? 0), hash: head?.baseHash ?? '', signature: head?.baseSignature ?? '' };
  return base.seq > seq && isSignedEnd(secrets, 'base', base) ? base : null;
}

/** Rows old enough to be linked but without a link: not written by the product. */
async function unlinked(app: App): Promise<string[]> {
  const rows = await app.db
    .selectFrom('sysOperLog')
    .select('id')
    .where('createTime', '<', new Date(app.now().getTime() - OVERLAP_MS))
    .where((e) => e.not(e.exists(e.selectFrom('kitLogChain').select('seq').whereRef('kitLogChain.logId', '=', 'sysOperLog.id'))))
    .orderBy('id')
    .limit(SHOWN + 1)
    .execute();
  return rows.map((row) => row.id);
}
