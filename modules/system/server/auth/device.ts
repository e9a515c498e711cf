import Bowser from 'bowser';

export interface Device {
  browser: string | null;
  os: string | null;
  /** 电脑, 手机, 平板, 电视 or null */
  device: string | null;
}

const KINDS: Record<string, string> = { desktop: '电脑', mobile: '手机', tablet: '平板', tv: '电视' };
const named = (...parts: (string | undefined)[]): string | null => parts.filter(Boolean).join(' ').slice(0, 100) || null;

/** What a User-Agent header says about where somebody signs in from. */
export function deviceOf(userAgent: string): Device {
  if (!userAgent) return { browser: null, os: null, device: null };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: named(browser.name, browser.version?.split('.')[0]),
    os: named(os.name, os.versionName ?? os.version),
    device: KINDS[platform.type ?? ''] ?? null,
  };
}
