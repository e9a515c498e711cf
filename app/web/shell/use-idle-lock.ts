import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { session } from '#kit/web/session.ts';
import { readText, writeText } from '#kit/web/storage.ts';
import { api } from './api.ts';
import { lockPath } from '../guard/decide.ts';
import { lockScreen } from '../lock/lock.ts';

/** when a person last did something, in any tab */
const KEY = 'data_ui_active';
const CHECK_MS = 10_000;
const NOTE_MS = 5_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** A lock password that nobody knows: after an automatic lock the login password opens. */
const unknownPassword = (): string => `a1${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16)).join('')}`;

async function idleMinutes(): Promise<number> {
  try {
    return Number(await api.config.key({ params: { key: 'sys.lock.idleMinutes' } }, { quiet: true })) || 0;
  } catch {
    return 0;
  }
}

/** Locks the screen when nobody has touched mouse or keyboard for the configured minutes (0 = never). */
export function useIdleLock(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let noted = Date.now();
    let isLocking = false;
    let limitMs = 0;
    writeText(KEY, String(noted));
    void idleMinutes().then((minutes) => {
      limitMs = minutes * 60_000;
    });
    const note = (): void => {
      if (Date.now() - noted < NOTE_MS) return;
      noted = Date.now();
      writeText(KEY, String(noted));
    };
    const check = async (): Promise<void> => {
      const last = Math.max(noted, Number(readText(KEY) ?? 0));
      if (limitMs === 0 || isLocking || session.get().lock === 'locked' || Date.now() - last < limitMs) return;
      isLocking = true;
      const here = window.location.pathname + window.location.search;
      // if the call fails the session is over or the server is away; either shows itself at the next request
      await lockScreen(unknownPassword(), () => void navigate(lockPath(here), { replace: true })).catch(() => undefined);
      isLocking = false;
    };
    const timer = setInterval(() => void check(), CHECK_MS);
    for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, note);
    };
  }, [navigate]);
}
