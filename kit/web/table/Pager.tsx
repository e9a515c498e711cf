import { DoubleLeftOutlined, DoubleRightOutlined, EllipsisOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Grid, Input, Select } from 'antd';
import { useState } from 'react';
import { pageCount, pagerItems } from './pager-items.ts';

const PAGE_SIZES = [10, 20, 30, 50] as const;
export const DEFAULT_PAGE_SIZE = 20;
const PAGER_COUNT = { wide: 7, narrow: 5 };

interface PagerProps {
  page: number;
  limit: number;
  total: number;
  onChange: (page: number, limit: number) => void;
}

/** Page size, previous, pages, next, jump; the total stands at the left of the footer. */
export function Pager({ page, limit, total, onChange }: PagerProps) {
  const wide = Grid.useBreakpoint().lg ?? true;
  const pages = pageCount(total, limit);
  const go = (next: number) => onChange(Math.min(Math.max(next, 1), pages), limit);
  const sizes = [...new Set([...PAGE_SIZES, limit])].sort((a, b) => a - b);
  return (
    <nav className="pager" aria-label="分页">
      <Select
        aria-label="每页条数"
        size="small"
        value={limit}
        options={sizes.map((size) => ({ value: size, label: `${size} 条/页` }))}
        // keeps the first visible row visible
        onChange={(size) => onChange(Math.floor(((page - 1) * limit) / size) + 1, size)}
      />
      <button type="button" aria-label="上一页" disabled={page <= 1} onClick={() => go(page - 1)}>
        <LeftOutlined />
      </button>
      {pagerItems(page, pages, wide ? PAGER_COUNT.wide : PAGER_COUNT.narrow).map((item) => {
        if (item === 'before') return <Skip key={item} label="向前 5 页" icon={<DoubleLeftOutlined />} onClick={() => go(page - 5)} />;
        if (item === 'after') return <Skip key={item} label="向后 5 页" icon={<DoubleRightOutlined />} onClick={() => go(page + 5)} />;
        return (
          <button
            type="button"
            key={item}
            className={item === page ? 'on' : undefined}
            aria-current={item === page ? 'page' : undefined}
            aria-label={`第 ${item} 页`}
            onClick={() => go(item)}
          >
            {item}
          </button>
        );
      })}
      <button type="button" aria-label="下一页" disabled={page >= pages} onClick={() => go(page + 1)}>
        <RightOutlined />
      </button>
      <Jumper onJump={go} />
    </nav>
  );
}

function Skip({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) {
  return (
    <button type="button" className="skip" aria-label={label} title={label} onClick={onClick}>
      <EllipsisOutlined className="rest" />
      {icon}
    </button>
  );
}

function Jumper({ onJump }: { onJump: (page: number) => void }) {
  const [text, setText] = useState('');
  const jump = () => {
    if (/^\d{1,9}$/.test(text)) onJump(Number(text));
    setText('');
  };
  return (
    <label className="jumper">
      跳至
      <Input
        size="small"
        inputMode="numeric"
        aria-label="跳至页码"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={jump}
        onBlur={jump}
      />
      页
    </label>
  );
}
