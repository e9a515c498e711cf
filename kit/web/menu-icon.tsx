import {
  ApartmentOutlined,
  AppstoreOutlined,
  BookOutlined,
  CodeOutlined,
  ControlOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DesktopOutlined,
  FileSearchOutlined,
  FolderOutlined,
  FundProjectionScreenOutlined,
  IdcardOutlined,
  LoginOutlined,
  MenuOutlined,
  MessageOutlined,
  MonitorOutlined,
  SettingOutlined,
  TableOutlined,
  TeamOutlined,
  UserOutlined,
  WifiOutlined,
} from '@ant-design/icons';
import { Suspense, type ComponentType } from 'react';
import { lazyPart } from './lazy-part.ts';

/** Those of the menus that the product brings along; the others are drawn by people's own menus and load with the first. */
export const ownIcons: Readonly<Record<string, ComponentType>> = {
  ApartmentOutlined,
  AppstoreOutlined,
  BookOutlined,
  CodeOutlined,
  ControlOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  DesktopOutlined,
  FileSearchOutlined,
  FolderOutlined,
  FundProjectionScreenOutlined,
  IdcardOutlined,
  LoginOutlined,
  MenuOutlined,
  MessageOutlined,
  MonitorOutlined,
  SettingOutlined,
  TableOutlined,
  TeamOutlined,
  UserOutlined,
  WifiOutlined,
};

const FurtherIcon = lazyPart(() => import('./FurtherIcon.tsx'));

/** The icon of a menu by its name (`UserOutlined`); an unknown name gets the general one. */
export function MenuIcon({ name }: { name: string | null | undefined }) {
  const Icon = ownIcons[name || 'AppstoreOutlined'];
  if (Icon) return <Icon />;
  return (
    <Suspense fallback={<span className="anticon" style={{ width: '1em' }} />}>
      <FurtherIcon name={name ?? ''} />
    </Suspense>
  );
}
