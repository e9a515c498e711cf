/** Inputs that take no letters: keys of the editor work while one of them has the focus. */
const SILENT = new Set(['radio', 'checkbox', 'button', 'range', 'color']);

/** Whether something takes keys itself: fields, and what floats over the page. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    (target instanceof HTMLInputElement ? !SILENT.has(target.type) : /^(?:TEXTAREA|SELECT)$/.test(target.tagName)) ||
    target.closest('.ant-modal, .ant-drawer, .ant-popover, .ant-dropdown, .ant-select-dropdown') !== null);
