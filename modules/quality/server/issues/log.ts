import type { App, Db } from '#kit/server/ctx.ts';
import type { IssueState } from '../../core/index.ts';

interface Where {
  readonly app: App;
  readonly db: Db;
  readonly now: Date;
}
/** A line of the trail of an issue. */
export interface Trail {
  readonly issueId: string;
  readonly action: string;
  readonly from: IssueState | null;
  readonly to: IssueState | null;
  readonly reportId?: string;
  readonly errorCount?: number | null;
  readonly accountId?: string;
  readonly content?: string | null;
  /** null = the platform */
  readonly by: string | null;
}

export async function writeTrail({ app, db, now }: Where, lines: readonly Trail[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line) => ({
    id: app.ids.next(),
    issueId: line.issueId,
    action: line.action,
    stateFrom: line.from,
    stateTo: line.to,
    reportId: line.reportId ?? null,
    errorCount: line.errorCount ?? null,
    accountId: line.accountId ?? null,
    content: line.content ?? null,
    createBy: line.by,
    createTime: now,
  }));
  await db.insertInto('qualityIssueLog').values(rows).execute();
}
