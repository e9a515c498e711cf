import { bytesText } from '#kit/core/text/bytes-text.ts';

/** Bytes as people read them, null when nobody knows. */
export const sizeText = (bytes: number | null): string | null => (bytes === null ? null : bytesText(String(Math.round(bytes))));
