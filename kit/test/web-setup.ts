import { afterAll, afterEach, expect, vi } from 'vitest';

if (expect.getState().testPath?.endsWith('.tsx')) {
  // what a page shows in the end: a second, the default, is less than a busy machine needs for one drawing of it
  (await import('@testing-library/dom')).configure({ asyncUtilTimeout: 10_000 });
  const { cleanup } = await import('@testing-library/react');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  afterEach(cleanup);
}

// one window serves many files: the next one finds it as a browser opens it
afterAll(async () => {
  (await import('#kit/web/session.ts')).session.reset();
  (await import('#kit/web/slots/slots.ts')).setSlots([]);
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});

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
