import { Dropdown, type MenuProps } from 'antd';
import { memo, useEffect, useRef, useState, type ReactNode } from 'react';

interface Props {
  className: string;
  label: string;
  place: string;
  /** what can be chosen at a place, asked for when it opens; the same function for all places and at all times */
  items: (place: string) => MenuProps['items'];
  placement?: 'bottom' | 'bottomLeft';
  icon: ReactNode;
}

/** A button with a menu. There is one at every place of a large process: a menu is made when it is opened, a button when it changes. */
export const MenuButton = memo(function MenuButton({ className, label, place, items, placement = 'bottomLeft', icon }: Props) {
  const [list, setList] = useState<MenuProps['items'] | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = list !== null;
  useEffect(() => {
    // the menu takes the focus; when nothing else has it afterwards, it goes back to where it came from
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setList(null);
  const plain = (
    <button
      ref={button}
      type="button"
      className={className}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => setList(isOpen ? null : items(place))}
    >
      {icon}
    </button>
  );
  if (!isOpen) return plain;
  return (
    <Dropdown open autoFocus placement={placement} trigger={['click']} menu={{ items: list, onClick: close }} onOpenChange={close}>
      {plain}
    </Dropdown>
  );
});
