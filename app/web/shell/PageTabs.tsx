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
  useEffect(() => {
    row.current?.querySelector('.page-tab.on')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [here, open.length]);
  const overflows = useOverflow(row, open);

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
          <div key={tab.key} className={tab.key === here ? 'page-tab on' : 'page-tab'}>
            <button
              type="button"
              role="tab"
              aria-selected={tab.key === here}
              tabIndex={tab.key === here ? 0 : -1}
              title={titleOf(tab)}
              onClick={() => goTo(tab)}
              onAuxClick={(event) => event.button === 1 && close((one) => one === tab)}
              onKeyDown={(event) => handleKey(event, at)}
            >
              {tab.path === HOME_PATH && <HomeOutlined />}
              <span className={tab.isGone ? 'gone' : undefined}>{labelOf(tab)}</span>
            </button>
            {tab.path !== HOME_PATH && (
              <button
                type="button"
                className="close"
                aria-label={`关闭 ${labelOf(tab)}`}
                tabIndex={-1}
                onClick={() => close((one) => one === tab)}
              >
                <CloseOutlined />
              </button>
            )}
          </div>
        ))}
      </div>
      <span className="grow" />
      {overflows && (
        <Dropdown
          trigger={['click']}
          menu={{
            className: 'page-tabs-all',
            selectedKeys: [here],
            items: open.map((tab) => ({ key: tab.key, label: labelOf(tab), onClick: () => goTo(tab) })),
          }}
        >
          <button
            type="button"
            className="icon-button small"
            aria-label={`全部 ${open.length} 个标签页`}
            title={`全部 ${open.length} 个标签页`}
          >
            <EllipsisOutlined />
          </button>
        </Dropdown>
      )}
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
