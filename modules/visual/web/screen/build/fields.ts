/** Whether something takes keys itself: fields, and what floats over the page. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('.ant-modal, .ant-drawer, .ant-popover, .ant-dropdown, .ant-select-dropdown') !== null);
