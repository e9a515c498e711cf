import type { FlowComparison } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { comparedField } from '#kit/server/flow-comparison.ts';
import type { Change } from '../contract/version.ts';
import { differencesOf, publishedNo, versionOf } from './differences.ts';
import { chartsOf } from './publish.ts';
import type { Publishable } from './published-version.ts';
import { docOf } from './store.ts';

const WHAT: Readonly<Record<Change['what'], string>> = { added: '新增', removed: '删除', changed: '修改', moved: '移动' };
const asRow = ({ what, subject, name, details }: Change): Record<string, string | null> => ({
  subject,
  name,
  what: WHAT[what],
  details: details.join('、') || null,
});

/** A draft beside what viewers see now; null when nothing is published yet. */
export async function comparePublished(
  ctx: Pick<Ctx, 'db'>,
  kind: Publishable,
  id: string,
  versionName: string | null,
): Promise<FlowComparison | null> {
  const no = await publishedNo(ctx, kind, id);
  if (no === null) return null;
  const [published, doc] = [await versionOf(ctx, kind, id, no), await docOf(ctx, kind, id)];
  const count = async (of: unknown) => String(Object.keys((await chartsOf(ctx, kind, of)).charts).length);
  const { changes, more } = await differencesOf(ctx, { kind, id }, { from: 'published', to: 'draft' });
  const rows: FlowComparison['tables'][number]['rows'] = changes.map((change) => {
    const row = asRow(change);
    if (change.what === 'added') return { state: 'added', before: null, after: row };
    if (change.what === 'removed') return { state: 'removed', before: row, after: null };
    return { state: 'changed', before: { ...row, what: null, details: null }, after: row };
  });
  return {
    against: `正在发布的第 ${no} 版`,
    fields: [
      comparedField({ name: 'versionName', label: '版本名称', before: published.name, after: versionName }),
      comparedField({ name: 'charts', label: '图表数', before: await count(published.doc), after: await count(doc) }),
    ],
    tables: [
      {
        name: 'content',
        label: more > 0 ? `内容（另有 ${more} 处没有列出）` : '内容',
        columns: [
          { name: 'subject', label: '类别' },
          { name: 'name', label: '名称' },
          { name: 'what', label: '变化' },
          { name: 'details', label: '变化的内容' },
        ],
        rows,
      },
    ],
  };
}
