import { Input, Tabs as AntTabs } from 'antd';
import { useState } from 'react';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { MAX_TABS } from '../contract/console.ts';
import type { Tabs } from './use-tabs.ts';

// names of antd's own buttons
const TAB_WORDS = { dropdownAriaLabel: '更多页签', removeAriaLabel: '关闭', addAriaLabel: '新增页签' };

/** The tabs above the editor: a double click renames, the cross closes. */
export function TabBar({ tabs }: { tabs: Tabs }) {
  const [renaming, setRenaming] = useState<string | null>(null);
  const rename = (key: string, name: string) => {
    setRenaming(null);
    if (name.trim() !== '') tabs.patch(key, { tabName: name.trim().slice(0, 50) });
  };
  const close = async (key: string) => {
    const tab = tabs.tabs.find((one) => one.tabKey === key);
    if (
      tab &&
      tab.queryId === null &&
      tab.sqlText.trim() !== '' &&
      !(await confirmDialog({ content: `“${tab.tabName}”没有保存为查询，关闭后内容会丢失`, okText: '关闭' }))
    )
      return;
    tabs.close(key);
  };
  return (
    <AntTabs
      className="console-tabs"
      type="editable-card"
      size="small"
      locale={TAB_WORDS}
      activeKey={tabs.active?.tabKey}
      onChange={(key) => tabs.show(key)}
      onEdit={(target, action) => {
        if (action === 'remove') void close(String(target));
        else if (!tabs.open({ sourceId: tabs.active?.sourceId ?? null })) toast.warning(`最多打开 ${MAX_TABS} 个页签，请先关闭不用的`);
      }}
      items={tabs.tabs.map((tab) => ({
        key: tab.tabKey,
        closeIcon: <span aria-label={`关闭${tab.tabName}`}>×</span>,
        label:
          renaming === tab.tabKey ? (
            <Input
              size="small"
              autoFocus
              defaultValue={tab.tabName}
              maxLength={50}
              className="console-tab-name"
              aria-label="页签名称"
              // antd moves the focus to the tab on a focus event inside it, which would close the field at once
              onFocus={(event) => event.stopPropagation()}
              onBlur={(event) => rename(tab.tabKey, event.target.value)}
              onPressEnter={(event) => event.currentTarget.blur()}
              onKeyDown={(event) => {
                event.stopPropagation();
                if (event.key === 'Escape') setRenaming(null);
              }}
            />
          ) : (
            <span title="双击重命名" onDoubleClick={() => setRenaming(tab.tabKey)}>
              {tab.tabName}
            </span>
          ),
      }))}
    />
  );
}
