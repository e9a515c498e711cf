import type { Plugin } from 'vitest/config';
/** Puts the address of a plain file where sources name a program of theirs by `new URL('./child.ts', import.meta.url)`. */
export function plainPrograms(): Plugin;
