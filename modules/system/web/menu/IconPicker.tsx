import { Select } from 'antd';
import type { FieldProps } from '#kit/web/form/types.ts';
import { menuIconNames } from '#kit/web/FurtherIcon.tsx';
import { MenuIcon } from '#kit/web/menu-icon.tsx';

const POPUP_WIDTH = 392;

const short = (name: string) => name.replace(/Outlined$/, '');
const options = menuIconNames.map((name) => ({ value: name, label: short(name), title: short(name) }));

/** The icons that the shell can draw, as a grid; typing narrows it. */
export function IconPicker({ id, value, onChange, disabled }: FieldProps) {
  return (
    <Select<string>
      id={id}
      disabled={disabled}
      value={value || undefined}
      allowClear
      virtual={false}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择，可输入英文名称搜索"
      notFoundContent="没有匹配的图标"
      popupMatchSelectWidth={POPUP_WIDTH}
      classNames={{ popup: { root: 'icon-grid' } }}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      options={options}
      optionRender={({ value: name }) => <MenuIcon name={String(name)} />}
      labelRender={({ value: name }) => (
        <span className="icon-choice">
          <MenuIcon name={String(name)} /> {short(String(name))}
        </span>
      )}
    />
  );
}
