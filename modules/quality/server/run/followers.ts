import type { App, Db } from '#kit/server/ctx.ts';
import type { ReportState } from '../../contract/state.ts';
import { alertFollower } from '../alerts/follow.ts';
import { issueFollower } from '../issues/follow.ts';
import type { RunRule } from './record.ts';

/** A report that was written just now. */
export interface FinishedRule {
  readonly batch: string;
  readonly rule: RunRule;
  readonly reportId: string;
  readonly state: ReportState;
  /** what the last report before it said; null when there was none */
  readonly stateBefore: ReportState | null;
  readonly badRows: number | null;
  readonly text: string;
}
/** Where a follower works: it belongs to the transaction of what it follows, and may be repeated with it. */
export interface FollowerScope {
  readonly app: App;
  readonly db: Db;
  readonly now: Date;
}
/**
 * What follows from results, declared by the parts of the module that keep records of their own (issues, alerts). `rule` runs in the
 * transaction that writes a report, once per rule and batch, on whichever node measured it; `batch` in the transaction that ends a batch,
 * after its counts and points were written. Neither asks a source. What a follower throws undoes the transaction, so it throws nothing
 * that another attempt could not mend.
 */
export interface VerdictFollower {
  readonly name: string;
  rule?(scope: FollowerScope, finished: FinishedRule): Promise<void>;
  batch?(scope: FollowerScope, ended: { readonly batch: string }): Promise<void>;
}

/** Followers, in the order in which they work. */
export const followers: readonly VerdictFollower[] = [issueFollower, alertFollower];

export async function followRule(scope: FollowerScope, finished: FinishedRule): Promise<void> {
  for (const follower of followers) await follower.rule?.(scope, finished);
}
export async function followBatch(scope: FollowerScope, batch: string): Promise<void> {
  for (const follower of followers) await follower.batch?.(scope, { batch });
}
