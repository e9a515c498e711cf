import { expect, vi } from 'vitest';

// what a page shows in the end: a second, the default, is less than a busy machine needs for one drawing of it
if (expect.getState().testPath?.endsWith('.tsx')) (await import('@testing-library/dom')).configure({ asyncUtilTimeout: 10_000 });

// antd asks for both; happy-dom has no layout to answer from
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: false,
    media: query,
    onchange: null,
    addListener: vi.fn(),
    removeListener: vi.fn(),
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    dispatchEvent: () => false,
  }),
});
globalThis.ResizeObserver = class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
Element.prototype.scrollTo ??= () => {};
