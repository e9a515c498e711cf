import { Dropdown } from 'antd';
import type { ClickAction } from '#modules/charts/web/parts.ts';

interface Props {
  /** in pixels of the tile */
  at: { readonly x: number; readonly y: number };
  offers: readonly ClickAction[];
  onClose: () => void;
}

/** What a click on a mark can do, where it offers more than one thing. */
export function PointMenu({ at, offers, onClose }: Props) {
  return (
    <Dropdown
      open
      trigger={['click']}
      onOpenChange={(open) => !open && onClose()}
      menu={{
        items: offers.map(({ key, label }) => ({ key, label })),
        onClick: ({ key }) => {
          offers.find((offer) => offer.key === key)?.run();
          onClose();
        },
      }}
    >
      <span className="board-menu-place" style={{ left: at.x, top: at.y }} />
    </Dropdown>
  );
}
