import { AutoComplete } from 'antd';
import { FieldInput } from '#kit/web/form/FieldInput.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { pageKeys } from '#kit/web/page/page-keys.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { IconPicker } from './IconPicker.tsx';
import type { menuApi } from './menu-api.ts';
import { isOffered, parentChoices } from './parent-choices.ts';

type Row = CallReply<typeof api.menu.tree>[number];
type Field = FormField<InputOf<typeof menuApi>>;
type Values = Partial<InputOf<typeof menuApi>>;

const isPlace = (values: Values) => values.menuType !== '2';

const FIXED = '内置菜单的类型、路由地址、组件路径和权限标识不能修改';

/** The fields of the menu form; which are shown depends on the type, what the program relies on stays as it is. */
export const menuFields = (rows: readonly Row[], editing: Row | undefined): readonly Field[] => {
  const isFixed = editing?.isBuiltIn === '1';
  const fixed = isFixed && { fixedOnEdit: true };
  return [
    { field: 'menuType', label: '类型', widget: 'radio', dict: 'sys_menu_type', hint: isFixed ? FIXED : undefined, ...fixed },
    {
      field: 'parentId',
      label: '上级菜单',
      render: (props, values) => <ParentPicker {...props} rows={rows} type={values.menuType ?? '1'} editing={editing?.id} />,
    },
    { field: 'menuName', label: '资源名称' },
    { field: 'menuIcon', label: '图标', visible: isPlace, render: (props) => <IconPicker {...props} /> },
    {
      field: 'menuPath',
      label: '路由地址',
      visible: isPlace,
      required: isPlace,
      placeholder: '例如 /basic/system/post，或相对上级的 post',
      ...fixed,
    },
    { field: 'menuComponent', label: '组件路径', visible: isPlace, render: (props) => <ComponentPicker {...props} />, ...fixed },
    { field: 'menuRedirect', label: '跳转地址', visible: (values) => values.menuType === '0', hint: '不填时打开第一个有权限的下级' },
    {
      field: 'menuPerms',
      label: '权限标识',
      wide: true,
      required: (values) => values.menuType === '2',
      render: (props) => <PermissionPicker {...props} />,
      ...fixed,
    },
    { field: 'menuCode', label: '资源编码', visible: isPlace, hint: '菜单填写后可作为流程业务' },
    { field: 'menuSort', label: '排序', widget: 'number', initial: 0 },
    { field: 'menuHidden', label: '在菜单中隐藏', widget: 'switch', dict: 'sys_yes_no', initial: '0', visible: isPlace },
    { field: 'status', label: '状态', widget: 'switch', dict: 'sys_common_status', initial: '1' },
    { field: 'remark', label: '备注', widget: 'area', wide: true },
  ];
};

interface ParentPickerProps extends FieldProps {
  rows: readonly Row[];
  type: Row['menuType'];
  editing: string | undefined;
}

/** Only the places where a menu of this type can be; another one is not shown as chosen. */
function ParentPicker({ rows, type, editing, value, ...props }: ParentPickerProps) {
  const tree = parentChoices(rows, type, editing);
  return (
    <FieldInput
      field={{ field: 'parentId', label: '上级菜单', widget: 'tree', tree }}
      value={isOffered(tree, value) ? value : undefined}
      {...props}
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
