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

/**
 * Brings the dialog of share links, which belongs to a module above: it is of documents that are published. It stands here because the first
 * chunk, which reads this file, must load nothing for it.
 */
export const bringShareDialog = (load: Load): void => {
  brought = load;
};
/** Loads the dialog of share links. */
export const loadShareDialog: Load = () => (brought ? brought() : Promise.reject(new Error('no module brings the dialog of share links')));

/** The library has no pages of its own: charts, boards and screens each have their list. */
export const pages = {};
