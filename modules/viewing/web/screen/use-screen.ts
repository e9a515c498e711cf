import { useDocument } from '../view/use-document.ts';
import type { ViewState } from '../view/view-address.ts';
import { api } from './api.ts';

/** A published screen with its feed, by its id or the code of a fixed one. */
export const useScreen = (idOrCode: string, initial: ViewState) =>
  useDocument(
    'screen',
    idOrCode,
    (signal) => api.viewing.screen({ params: { idOrCode } }, { signal, quiet: true, overlay: false }),
    initial,
  );
