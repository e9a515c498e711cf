import { Dropdown } from 'antd';
import { copyFigures, menuActionsOf, useOffers, type ClickAction, type ClickedValue, type ClickScene } from '#modules/charts/web/parts.ts';

interface Props {
  /** in pixels of the window */
  at: { readonly x: number; readonly y: number };
  values: readonly ClickedValue[];
  scene: Omit<ClickScene, 'offers' | 'copy'>;
  onClose: () => void;
}

/** What a click on a mark can do, where it offers more than one thing. */
export function PointMenu({ at, values, scene, onClose }: Props) {
  const offers = useOffers(scene.clicks === 'menu' ? scene.handlers?.offers : null);
  const actions = menuActionsOf({ ...scene, offers, copy: (text) => void copyFigures(text) }, values);
  const all = actions.flatMap((action): readonly ClickAction[] => action.choices ?? [action]);
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      onOpenChange={(open) => !open && onClose()}
      menu={{
        items: actions.map(({ key, label, choices }) => ({
          key,
          label,
          ...(choices && { children: choices.map((choice) => ({ key: choice.key, label: choice.label })) }),
        })),
        onClick: ({ key }) => {
          all.find((action) => action.key === key)?.run();
          onClose();
        },
      }}
    >
      <span className="board-menu-place" style={{ left: at.x, top: at.y }} />
    </Dropdown>
  );
}
