const KB = 1024;

/** 1536 → 1.5 KB */
export const fileSize = (bytes: number): string =>
  bytes < KB ? `${bytes} B` : bytes < KB * KB ? `${(bytes / KB).toFixed(1)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
