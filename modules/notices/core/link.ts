/**
 * Links that people type or paste: own pages (`/home`), web pages (http, https) and, where asked for, mail addresses. Everything else,
 * `javascript:` and its disguises above all, is refused.
 */

/** What kind of place a link leads to. */
export type LinkKind = 'own' | 'web' | 'mail';

const MAX = 500;
// browsers drop these inside an address, so `java\tscript:` would be a script
// oxlint-disable-next-line no-control-regex
const INVISIBLE = /[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202f\u2066-\u2069\ufeff]/;
/** One slash, never two, and never a backslash: browsers read `/\host` as another host. */
const OWN = /^\/(?![/\\])[^\\]*$/;
const WEB = /^https?:\/\/[^/\\?#@]+(?:[/?#][^\\]*)?$/i;
const MAIL = /^mailto:[^\s@?]+@[^\s@?]+$/i;

/** The kind of a link, null when it is none that may be shown. */
export function linkKind(text: string): LinkKind | null {
  const link = text.trim();
  if (link.length > MAX || INVISIBLE.test(link)) return null;
  if (OWN.test(link)) return 'own';
  if (WEB.test(link)) return 'web';
  return MAIL.test(link) ? 'mail' : null;
}
