/** Closes a builder tab. Browsers allow `window.close()` only for script-opened windows; otherwise navigates to the list. */
export function closeWindow(list: string, go: (path: string) => void): void {
  if (window.opener !== null || window.history.length === 1) window.close();
  else go(list);
}
