import { createContext, useContext } from 'react';

/** Pastes a text of the clipboard; texts of other kinds do nothing. */
export const PasteContext = createContext<(text: string) => void>(() => undefined);
export const usePaste = (): ((text: string) => void) => useContext(PasteContext);
