import { useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';

/** Search of the list: asked for with Enter, given up by clearing it. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [draft, setDraft] = useState(value);
  const [applied, setApplied] = useState(value);
  // the back button or 清除筛选 changed it from outside
  if (applied !== value) {
    setApplied(value);
    setDraft(value);
  }
  return (
    <SearchInput
      label="搜索标题、单号、发起人"
      placeholder="标题、单号、发起人"
      shortcut="/"
      maxLength={100}
      value={draft}
      onChange={(text) => {
        setDraft(text);
        if (text === '' && value !== '') onSearch('');
      }}
      onSearch={(text) => onSearch(text.trim())}
    />
  );
}
