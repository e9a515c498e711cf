import { holds } from '#kit/contract/access.ts';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { HomeFigure, SearchHit } from '#kit/server/module.ts';
import { issues, LISTS, openIssues } from './issues/queries.ts';
import { checkRules } from './rules/queries.ts';

const RULES = ['quality:rule:list'];
const MAX = 5;

/** Figures of the /home directory: what the account can see. */
export async function figures(ctx: Ctx): Promise<HomeFigure[]> {
  const found: HomeFigure[] = [];
  if (holds(ctx.user, RULES[0]!)) {
    const { all, failed } = await checkRules(ctx, RULES)
      .where('rule.status', '=', '1')
      .select((e) => [e.fn.countAll<string>().as('all'), e.fn.countAll<string>().filterWhere('rule.lastState', '=', 'fail').as('failed')])
      .executeTakeFirstOrThrow();
    found.push({ path: '/quality/checkrule', value: all, unit: '条', note: Number(failed) > 0 ? `${failed} 条未通过` : '全部通过' });
  }
  if (holds(ctx.user, LISTS[0]!)) {
    const { open, late } = await openIssues(ctx)
      .select((e) => [e.fn.countAll<string>().as('open'), e.fn.countAll<string>().filterWhere('issue.dueTime', '<', ctx.now).as('late')])
      .executeTakeFirstOrThrow();
    found.push({ path: '/quality/checkissue', value: open, unit: '张', note: Number(late) > 0 ? `${late} 张逾期` : '没有逾期' });
  }
  return found;
}

/** Rules by name and issues by number for the ⌘K palette. */
export async function search(ctx: Ctx, keyword: string): Promise<SearchHit[]> {
  const rules = holds(ctx.user, RULES[0]!)
    ? await checkRules(ctx, RULES)
        .select(['rule.id', 'rule.ruleName'])
        .where(containsText('rule.ruleName', keyword))
        .orderBy('rule.ruleName')
        .orderBy('rule.id')
        .limit(MAX)
        .execute()
    : [];
  const found = holds(ctx.user, LISTS[0]!)
    ? await issues(ctx)
        .select(['issue.id', 'issue.issueNo', 'rule.ruleName'])
        .where((e) => e.or([containsText('issue.issueNo', keyword), containsText('rule.ruleName', keyword)]))
        .orderBy('issue.lastFailTime', 'desc')
        .orderBy('issue.id')
        .limit(MAX)
        .execute()
    : [];
  return [
    ...rules.map(({ id, ruleName }) => ({ kind: '质量规则', title: ruleName, detail: '', path: `/quality/checkrule?open=detail-${id}` })),
    ...found.map(({ id, issueNo, ruleName }) => ({
      kind: '问题工单',
      title: `${issueNo} ${ruleName}`,
      detail: '',
      path: `/quality/checkissue?open=detail-${id}`,
    })),
  ];
}
