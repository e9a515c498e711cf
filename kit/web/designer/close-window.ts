/** Leaves a builder, which is a window of its own. Browsers close only windows that were opened for one page: others go to the list. */
export function closeWindow(list: string, go: (path: string) => void): void {
  if (window.opener !== null || window.history.length === 1) window.close();
  else go(list);
}
