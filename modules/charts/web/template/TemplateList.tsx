import { useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Placeholder } from '#modules/library/web/parts.ts';
import type { TemplateKind } from './TemplateWizard.tsx';

interface Props {
  of: TemplateKind;
  value: string | null;
  onChange: (id: string) => void;
}

/** The templates that there are: those of the product, and what is published. */
export function TemplateList({ of, value, onChange }: Props) {
  const [word, setWord] = useState('');
  const { data, error, refetch } = of.useTemplates();
  if (error && !data) return <StateView kind="error" error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" shape="form" rows={6} />;
  if (data.length === 0) return <div className="blank">还没有可用的模板：发布一个{of.label}后，它就可以作为模板。</div>;
  const rows = data.filter(({ name, folderName }) => `${name} ${folderName ?? ''}`.toLowerCase().includes(word.trim().toLowerCase()));
  return (
    <>
      <SearchInput
        label="搜索模板"
        placeholder="搜索模板名称"
        className="tpl-search"
        maxLength={64}
        value={word}
        onChange={setWord}
        onSearch={setWord}
      />
      {rows.length === 0 && <div className="blank">没有名称包含“{word.trim()}”的模板。</div>}
      <div className="tpl-list" role="radiogroup" aria-label="模板">
        {rows.map((row) => (
          <button
            type="button"
            role="radio"
            key={row.id}
            aria-checked={value === row.id}
            aria-label={row.name}
            onClick={() => onChange(row.id)}
          >
            <span className="lib-thumb">{row.thumbnail ? <img src={row.thumbnail} alt="" /> : <Placeholder kind={of.kind} />}</span>
            <b className="cut">{row.name}</b>
            <span className="muted cut">{row.isSystem ? '系统内置' : (row.folderName ?? '未分组')}</span>
          </button>
        ))}
      </div>
    </>
  );
}
