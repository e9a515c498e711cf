// characters that are invalid in XML 1.0
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Escapes text for XML content and attributes; invalid characters are removed. */
export const xmlText = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (c) => ESCAPES[c] ?? c);
