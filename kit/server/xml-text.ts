// characters that XML cannot carry
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Text as content or attribute of an XML element; what XML cannot hold is left out. */
export const xmlText = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (c) => ESCAPES[c] ?? c);
