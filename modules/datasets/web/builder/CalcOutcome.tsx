import { Alert } from 'antd';
import { checkExpr, parseExpr } from '#kit/core/expr/index.ts';
import { TYPE_LABELS } from '../sets/kinds.tsx';
import { CalcSample } from './CalcSample.tsx';
import type { Draft } from './use-draft.ts';

interface Props {
  draft: Draft;
  /** the calculated field, null while it is new */
  id: string | null;
  name: string;
  text: string;
}

/** What becomes of an expression while it is written: what is wrong with it, or the type and the first values of its result. */
export function CalcOutcome({ draft, id, name, text }: Props) {
  if (text.trim() === '')
    return (
      <p className="muted">用方括号引用字段，例如 SUM([利润]) / SUM([收入])。含聚合函数的表达式在分组后计算，比率不会被错误地相加。</p>
    );
  const { ast, error } = parseExpr(text);
  const checked = ast && checkExpr(ast, draft.model.fields, [id ?? '']);
  const problem = error ?? checked?.errors[0];
  if (problem || !checked) return problem && <Alert type="error" showIcon title={`第 ${problem.start + 1} 个字符：${problem.message}`} />;
  const { type, isAggregate } = checked;
  return (
    <>
      <Alert
        type="success"
        showIcon
        title={`结果是${type === 'any' ? '空值' : TYPE_LABELS[type]}${isAggregate ? '，先聚合再计算' : '，逐行计算'}`}
      />
      {!isAggregate && <CalcSample draft={draft} id={id} name={name || '结果'} ast={ast} />}
    </>
  );
}
