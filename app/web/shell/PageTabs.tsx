import { CloseOutlined, DownOutlined, HomeOutlined, ReloadOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { HOME_PATH, tabs, useTabs, type Tab } from './tabs.ts';

/** The row of open pages. */
export function PageTabs() {
  const open = useTabs();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current?.querySelector('.page-tab.on')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [pathname, open.length]);

  const goTo = (tab: Tab) => void navigate(tab.location.pathname + tab.location.search);
  const close = (closes: (tab: Tab) => boolean) => {
    const to = tabs.close(closes, pathname);
    if (to !== null) void navigate(to);
  };
  const refresh = () => void navigate({ pathname: `/redirect${pathname}`, search }, { replace: true });
  const index = open.findIndex((tab) => tab.path === pathname);
  const items = [
    { key: 'refresh', label: '刷新当前页', onClick: refresh },
    { key: 'this', label: '关闭当前', disabled: pathname === HOME_PATH, onClick: () => close((tab) => tab.path === pathname) },
    { key: 'others', label: '关闭其他', disabled: open.length < 2, onClick: () => close((tab) => tab.path !== pathname) },
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
          <div key={tab.path} className={tab.path === pathname ? 'page-tab on' : 'page-tab'}>
            <button
              type="button"
              role="tab"
              aria-selected={tab.path === pathname}
              tabIndex={tab.path === pathname ? 0 : -1}
              onClick={() => goTo(tab)}
              onAuxClick={(event) => event.button === 1 && close((one) => one === tab)}
              onKeyDown={(event) => handleKey(event, at)}
            >
              {tab.path === HOME_PATH && <HomeOutlined />}
              <span>{tab.title}</span>
            </button>
            {tab.path !== HOME_PATH && (
              <button
                type="button"
                className="close"
                aria-label={`关闭 ${tab.title}`}
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
