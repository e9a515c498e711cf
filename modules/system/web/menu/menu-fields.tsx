import { AutoComplete, Select } from 'antd';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { MenuIcon, menuIconNames } from '#kit/web/menu-icon.tsx';
import { pageKeys } from '#kit/web/page/page-keys.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { treeOptions, withRoot } from '../tree-options.ts';
import type { menuApi } from './menu-api.ts';

type Row = CallReply<typeof api.menu.tree>[number];
type Field = FormField<InputOf<typeof menuApi>>;
type Values = Partial<InputOf<typeof menuApi>>;

const isPlace = (values: Values) => values.menuType !== '2';
const isPage = (values: Values) => values.menuType === '1';

/** The fields of the menu form; which are shown depends on the type. */
export const menuFields = (rows: readonly Row[], editing: string | undefined): readonly Field[] => [
  {
    field: 'parentId',
    label: '上级菜单',
    widget: 'tree',
    tree: withRoot(
      '顶级',
      treeOptions(
        rows.filter((row) => row.menuType !== '2'),
        (row) => row.menuName,
        editing,
      ),
    ),
  },
  { field: 'menuType', label: '类型', widget: 'radio', dict: 'sys_menu_type' },
  { field: 'menuName', label: '资源名称' },
  { field: 'menuIcon', label: '图标', visible: isPlace, render: (props) => <IconPicker {...props} /> },
  { field: 'menuPath', label: '路由地址', visible: isPlace, placeholder: '例如 /basic/system/post，或相对上级的 post' },
  { field: 'menuComponent', label: '组件路径', visible: isPlace, render: (props) => <ComponentPicker {...props} /> },
  { field: 'menuRedirect', label: '跳转地址', visible: (values) => values.menuType === '0', hint: '不填时打开第一个有权限的下级' },
  { field: 'menuPerms', label: '权限标识', wide: true, render: (props) => <PermissionPicker {...props} /> },
  { field: 'menuCode', label: '资源编码', visible: isPage, hint: '填写后可作为流程业务' },
  { field: 'menuSort', label: '排序', widget: 'number', initial: 0 },
  { field: 'menuHidden', label: '在菜单中隐藏', widget: 'switch', initial: '0', visible: isPlace },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

function IconPicker({ id, value, onChange, disabled }: FieldProps) {
  return (
    <Select
      id={id}
      disabled={disabled}
      value={value || undefined}
      allowClear
      showSearch
      placeholder="请选择"
      onChange={(next) => onChange?.(next ?? null)}
      options={menuIconNames.map((name) => ({ value: name, label: name }))}
      optionRender={({ value: name }) => (
        <span className="icon-choice">
          <MenuIcon name={String(name)} /> {String(name).replace(/Outlined$/, '')}
        </span>
      )}
      labelRender={({ value: name }) => (
        <span className="icon-choice">
          <MenuIcon name={String(name)} /> {String(name).replace(/Outlined$/, '')}
        </span>
      )}
    />
  );
}

/** Layouts and the pages that this program has; another key can be typed. */
function ComponentPicker({ id, value, onChange, disabled }: FieldProps) {
  const keys = ['Layout', 'ScreenLayout', ...pageKeys()];
  return (
    <AutoComplete
      id={id}
      disabled={disabled}
      value={value ?? ''}
      onChange={(next: string) => onChange?.(next)}
      allowClear
      placeholder="例如 basic/system/post/index"
      options={keys
        .filter((key) => !value || keys.includes(value) || key.toLowerCase().includes(String(value).toLowerCase()))
        .map((key) => ({ value: key }))}
    />
  );
}

/** Every permission that a call of the running server asks for, with the titles of those calls. */
function PermissionPicker({ id, value, onChange, disabled }: FieldProps) {
  const catalogue = useCall(api.menu.permissions);
  const text = String(value ?? '').toLowerCase();
  const infos = (catalogue.data ?? []).filter(
    (info) => text === '' || info.perm.toLowerCase().includes(text) || info.calls.some((call) => call.summary.includes(text)),
  );
  return (
    <AutoComplete
      id={id}
      disabled={disabled}
      value={value ?? ''}
      onChange={(next: string) => onChange?.(next)}
      allowClear
      placeholder="例如 system:post:add，可按接口名称搜索"
      options={infos.map((info) => ({
        value: info.perm,
        label: (
          <span className="perm-choice">
            <span className="mono">{info.perm}</span>
            <span className="muted">{info.calls.map((call) => call.summary).join('、') || '没有接口使用'}</span>
          </span>
        ),
      }))}
    />
  );
}
