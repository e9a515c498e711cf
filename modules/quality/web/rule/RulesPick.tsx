import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const FRESH = 60_000;
/** Check item of formulas: one does not refer to another. */
const FORMULA = 'custom_formula';

interface Props {
  id: string;
  sourceId: string | null;
  value: readonly string[];
  onChange: (value: unknown) => void;
}

/** Rules that a formula refers to, in the order in which they were chosen; found by their names. */
export function RulesPick({ id, sourceId, value, onChange }: Props) {
  const [text, setText] = useState('');
  const ruleName = useDeferredValue(text.trim());
  const { data, isFetching, error } = useCall(
    api.rule.page,
    { query: { pageSize: 50, sort: 'ruleName', ...(ruleName && { ruleName }), ...(sourceId && { ruleSourceId: sourceId }) } },
    { staleTime: FRESH, keepPrevious: true },
  );
  const options = data?.data.filter(({ ruleItemId }) => ruleItemId !== FORMULA).map((rule) => ({ value: rule.id, label: rule.ruleName }));
  return (
    <>
      <Select
        id={id}
        mode="multiple"
        showSearch={{ filterOption: false, onSearch: setText }}
        loading={isFetching}
        options={options}
        value={[...value]}
        onChange={onChange}
        labelRender={({ value: chosen }) => <Chosen ruleId={String(chosen)} place={value.indexOf(String(chosen)) + 1} />}
        placeholder="按名称搜索规则"
      />
      {error && <small>{error.message}</small>}
    </>
  );
}

/** A chosen rule as the formula names it; its name is read where the list does not hold it. */
function Chosen({ ruleId, place }: { ruleId: string; place: number }) {
  const { data, isError } = useCall(api.rule.get, { params: { id: ruleId } }, { staleTime: FRESH });
  return (
    <span>
      规则{place} {isError ? '（已删除或没有权限）' : data?.ruleName}
    </span>
  );
}
