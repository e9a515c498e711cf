import type { ComponentType } from 'react';

interface Props {
  readonly entity: 'board' | 'screen';
  readonly id: string;
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}
type Load = () => Promise<{ default: ComponentType<Props> }>;
let brought: Load | null = null;

/** Brings the dialog of share links, which belongs to a module above: it lists documents that are published. */
export const bringShareDialog = (load: Load): void => {
  brought = load;
};
/** Loads the dialog of share links. */
export const loadShareDialog: Load = () => (brought ? brought() : Promise.reject(new Error('no module brings the dialog of share links')));
