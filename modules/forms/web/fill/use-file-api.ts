import type { UploadApi } from '#kit/web/upload/use-uploads.ts';
import { lookups } from '../api.ts';
import { useFillerAround } from './context.ts';

/** The calls about the files of a field: those of the account, or of the link that is filled in. */
export const useFileApi = (fieldId: string): UploadApi => useFillerAround()?.files?.(fieldId) ?? lookups.file;
