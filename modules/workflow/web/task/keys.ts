/** The key of an event that is meant for the page: nothing is being typed, no dialog or drawer is open. Null otherwise. */
export function plainKey(event: KeyboardEvent): string | null {
  const { target } = event;
  const isTyping =
    target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], .ant-modal, .ant-drawer, .ant-select') !== null;
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return null;
  // an open dialog takes the keys of the page away, wherever the focus is
  if (document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open') !== null) return null;
  return event.key;
}
