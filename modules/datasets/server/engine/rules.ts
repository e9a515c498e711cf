import type { App } from '#kit/server/ctx.ts';
import { CachePolicy } from '../../contract/cache-policy.ts';
import { recent } from '#kit/server/recent.ts';

type Scope = 'source' | 'dataset';
interface Rule {
  readonly policy: CachePolicy | null;
  readonly purgeNo: number;
}
const NONE: Rule = { policy: null, purgeNo: 0 };
/** Other nodes hear of a change this much later at most. */
const OLD_MS = 5_000;

const keyOf = (scope: Scope, id: string): string => `${scope} ${id}`;

async function read({ db }: App): Promise<ReadonlyMap<string, Rule>> {
  const rows = await db.selectFrom('visualCacheRule').select(['scope', 'scopeId', 'policy', 'purgeNo']).execute();
  return new Map(
    rows.map(({ scope, scopeId, policy, purgeNo }) => {
      const known = CachePolicy.safeParse(policy);
      return [keyOf(scope as Scope, scopeId), { policy: known.success ? known.data : null, purgeNo }];
    }),
  );
}

const rulesOf = recent(OLD_MS, read);
/** Reads the rules anew on this node when somebody asks next. */
export const forgetRules = (app: App): void => rulesOf.forget(app);

/** What is said of a source and a data set apart from their documents, a few seconds old at most. */
export async function ruleFor(app: App, ids: { sourceId: string | null; setId: string }): Promise<{ source: Rule; set: Rule }> {
  const rules = await rulesOf.of(app);
  return {
    source: (ids.sourceId === null ? undefined : rules.get(keyOf('source', ids.sourceId))) ?? NONE,
    set: rules.get(keyOf('dataset', ids.setId)) ?? NONE,
  };
}
