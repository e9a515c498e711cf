import { Dropdown } from 'antd';
import { useEffect, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import type { Offers } from '#modules/charts/contract/tile-asks.ts';
import { menuActionsOf, type ClickAction, type ClickedValue } from '#modules/charts/web/parts.ts';

type Scene = Omit<Parameters<typeof menuActionsOf>[0], 'offers' | 'copy'>;
interface Props {
  /** in pixels of the window */
  at: { readonly x: number; readonly y: number };
  values: readonly ClickedValue[];
  scene: Scene;
  onClose: () => void;
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('已复制');
  } catch {
    // the clipboard API requires https
    toast.warning(`浏览器不允许复制，数值为 ${text}`);
  }
}

/** What the server lets the viewer do besides what is set for the tile; nothing while that is not known, or cannot be asked. */
function useOffers({ clicks, handlers }: Scene): Offers | null {
  const [offers, setOffers] = useState<Offers | null>(null);
  const ask = clicks === 'menu' ? handlers?.offers : undefined;
  useEffect(() => {
    let isCurrent = true;
    ask?.().then(
      (found) => isCurrent && setOffers(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
    // the menu of one mark asks once
    // eslint-disable-next-line react/exhaustive-deps
  }, []);
  return offers;
}

/** What a click on a mark can do, where it offers more than one thing. */
export function PointMenu({ at, values, scene, onClose }: Props) {
  const offers = useOffers(scene);
  const actions = menuActionsOf({ ...scene, offers, copy: (text) => void copyText(text) }, values);
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
