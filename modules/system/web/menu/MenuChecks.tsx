import { SafetyOutlined } from '@ant-design/icons';
import { Badge, Button, Drawer, Empty } from 'antd';
import { useState } from 'react';
import { isKnownPage } from '#kit/web/page/page-keys.ts';
import { measures } from '#kit/web/theme.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Row = CallReply<typeof api.menu.tree>[number];
type Permission = CallReply<typeof api.menu.permissions>[number];

interface Finding {
  id: string;
  name: string;
  text: string;
}

/** Screens have menus before they have pages: the program shows 尚未发布 there. */
const isAnnounced = (component: string) => /^\/?screen\//.test(component);

/**
 * What is odd about the menus: pages that do not exist, paths used twice, permissions that nothing asks for.
 * Permissions of built-in menus are known to be used, some by the program inside a call.
 */
export function findings(rows: readonly Row[], permissions: readonly Permission[]): Finding[] {
  const asked = new Set(permissions.filter((info) => info.calls.length > 0).map((info) => info.perm));
  const paths = new Map<string, number>();
  for (const { menuPath } of rows) if (menuPath) paths.set(menuPath, (paths.get(menuPath) ?? 0) + 1);
  return rows.flatMap((row) => {
    const texts: string[] = [];
    const component = row.menuComponent ?? '';
    if (row.menuType === '1' && component === '' && !/^https?:/.test(row.menuPath ?? '')) texts.push('没有填写组件路径，打开后没有页面');
    if (row.menuType === '1' && component !== '' && !isAnnounced(component) && !isKnownPage(component))
      texts.push(`组件路径 ${component} 没有对应的页面`);
    if (row.menuPath && (paths.get(row.menuPath) ?? 0) > 1) texts.push(`路由地址 ${row.menuPath} 被多个菜单使用`);
    if (row.isBuiltIn === '0' && row.menuPerms && !asked.has(row.menuPerms) && permissions.length > 0)
      texts.push(`权限标识 ${row.menuPerms} 没有接口使用`);
    return texts.map((text) => ({ id: row.id, name: row.menuName, text }));
  });
}

/** 检查: a button that counts the findings and a list of them. */
export function MenuChecks({ rows, onOpen }: { rows: readonly Row[]; onOpen: (id: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const catalogue = useCall(api.menu.permissions);
  const found = findings(rows, catalogue.data ?? []);
  return (
    <>
      <Badge count={found.length} size="small">
        <Button icon={<SafetyOutlined />} onClick={() => setOpen(true)}>
          检查
        </Button>
      </Badge>
      <Drawer open={isOpen} size={measures.drawer} title="菜单检查" closable={{ placement: 'end' }} onClose={() => setOpen(false)}>
        {found.length === 0 && <Empty description="没有发现问题" />}
        <ul className="check-list">
          {found.map((finding) => (
            <li key={`${finding.id}${finding.text}`}>
              <b>{finding.name}</b>
              <span>{finding.text}</span>
              <Button
                type="link"
                size="small"
                onClick={() => {
                  setOpen(false);
                  onOpen(finding.id);
                }}
              >
                修改
              </Button>
            </li>
          ))}
        </ul>
      </Drawer>
    </>
  );
}
