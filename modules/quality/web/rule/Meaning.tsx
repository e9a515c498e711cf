import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';
import { missingOf, type Draft, type Item } from './draft.ts';

/** The rule in words, or what is still needed to say it. */
export function Meaning({
  draft,
  item,
  data,
  isWanted = false,
}: {
  draft: Draft;
  item: Item | undefined;
  data: CallReply<typeof api.rule.sentence> | undefined;
  /** somebody tried to save without a check */
  isWanted?: boolean;
}) {
  if (!item && isWanted)
    return (
      <p className="bad" role="alert">
        请先在左侧选择一种检查
      </p>
    );
  if (!item) return <p className="muted">先在左侧选择一种检查</p>;
  if (!data) return <p className="muted">选择数据表和字段后显示</p>;
  const lacks = missingOf(item, draft);
  if (lacks.length > 0) return <p className="muted">填写{lacks.join('、')}后显示</p>;
  return data.ruleProblem ? <p className="bad">{data.ruleProblem}</p> : <p>{data.ruleSentence}</p>;
}
