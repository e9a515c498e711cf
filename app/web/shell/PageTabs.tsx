import { CloseOutlined, DownOutlined, EllipsisOutlined, HomeOutlined, ReloadOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useGuarded } from '../guard/guarded.ts';
import { tabKey } from '../routes/resolve.ts';
import { HOME_PATH, labelOf, tabs, useTabs, type Tab } from './tabs.ts';

/** The row of open pages. */
export function PageTabs() {
  const open = useTabs();
  const location = useLocation();
  const { pathname, search } = location;
  const here = tabKey(location, useGuarded().target);
  const navigate = useNavigate();
  const row = useRef<HTMLDivElement>(null);
  const overflows = useOverflow(row, open);
  useEffect(() => {
    row.current?.querySelector('.page-tab.on')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [here, open.length, overflows]);

  const goTo = (tab: Tab) => void navigate(tab.location.pathname + tab.location.search);
  const close = (closes: (tab: Tab) => boolean) => {
    const to = tabs.close(closes, here);
    if (to !== null) void navigate(to);
  };
  const refresh = () => void navigate({ pathname: `/redirect${pathname}`, search }, { replace: true });
  const index = open.findIndex((tab) => tab.key === here);
  const items = [
    { key: 'refresh', label: '刷新当前页', onClick: refresh },
    { key: 'this', label: '关闭当前', disabled: here === HOME_PATH, onClick: () => close((tab) => tab.key === here) },
    { key: 'others', label: '关闭其他', disabled: open.length < 2, onClick: () => close((tab) => tab.key !== here) },
    {
      key: 'right',
      label: '关闭右侧',
      disabled: index < 0 || index === open.length - 1,
      onClick: () => close((tab) => open.indexOf(tab) > index),
    },
    { key: 'all', label: '关闭全部', onClick: () => close(() => true) },
  ];
  const handleKey = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = open[at + step];
    if (step !== 0 && next) goTo(next);
    else if (event.key === 'Delete') close((tab) => tab === open[at]);
  };

  return (
    <div className="page-tabs">
      <div className="page-tabs-row" role="tablist" aria-label="已打开的页面" ref={row}>
        {open.map((tab, at) => (
          <TabEntry
            key={tab.key}
            tab={tab}
            isHere={tab.key === here}
            onOpen={() => goTo(tab)}
            onClose={() => close((one) => one === tab)}
            onKey={(event) => handleKey(event, at)}
          />
        ))}
      </div>
      <span className="grow" />
      {overflows && <AllTabs open={open} here={here} onChoose={goTo} />}
      <button type="button" className="icon-button small" aria-label="刷新当前页" onClick={refresh} title="刷新当前页">
        <ReloadOutlined />
      </button>
      <Dropdown trigger={['click']} menu={{ items }}>
        <button type="button" className="icon-button small" aria-label="标签页操作">
          <DownOutlined />
        </button>
      </Dropdown>
    </div>
  );
}

interface EntryProps {
  tab: Tab;
  isHere: boolean;
  onOpen: () => void;
  onClose: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/** One tab: the name of its page or object, and a cross; the home page stays. */
function TabEntry({ tab, isHere, onOpen, onClose, onKey }: EntryProps) {
  const label = labelOf(tab);
  return (
    <div className={isHere ? 'page-tab on' : 'page-tab'}>
      <button
        type="button"
        role="tab"
        aria-selected={isHere}
        aria-keyshortcuts={tab.path === HOME_PATH ? undefined : 'Delete'}
        tabIndex={isHere ? 0 : -1}
        title={titleOf(tab)}
        onClick={onOpen}
        onAuxClick={(event) => event.button === 1 && onClose()}
        onKeyDown={onKey}
      >
        {tab.path === HOME_PATH && <HomeOutlined />}
        <span className={tab.isGone ? 'gone' : undefined}>{label}</span>
      </button>
      {tab.path !== HOME_PATH && (
        // a tablist may hold tabs only: for the keyboard and for screen readers it is Delete on the tab that closes
        <button type="button" className="close" aria-hidden title={`关闭 ${label}`} tabIndex={-1} onClick={onClose}>
          <CloseOutlined />
        </button>
      )}
    </div>
  );
}

/** All open pages by name, for a row that does not show all of them. */
function AllTabs({ open, here, onChoose }: { open: readonly Tab[]; here: string; onChoose: (tab: Tab) => void }) {
  const items = open.map((tab) => ({ key: tab.key, label: labelOf(tab), onClick: () => onChoose(tab) }));
  const label = `全部 ${open.length} 个标签页`;
  return (
    <Dropdown trigger={['click']} menu={{ className: 'page-tabs-all', selectedKeys: [here], items }}>
      <button type="button" className="icon-button small" aria-label={label} title={label}>
        <EllipsisOutlined />
      </button>
    </Dropdown>
  );
}

/** Page and object in full, for a name that was cut or no longer leads anywhere. */
const titleOf = (tab: Tab): string | undefined =>
  tab.isGone ? `${labelOf(tab)}：已删除，或当前账号无权查看` : tab.name === null ? undefined : `${tab.title} / ${tab.name}`;

/** True while the row has more tabs than it can show. */
function useOverflow(row: RefObject<HTMLElement | null>, open: readonly Tab[]): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = row.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1));
    watcher.observe(element);
    for (const tab of element.children) watcher.observe(tab);
    return () => watcher.disconnect();
  }, [row, open]);
  return overflows;
}
