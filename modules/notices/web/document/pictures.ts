import { createClient } from '#kit/web/client.ts';
import { fetchBlob, send, upload } from '#kit/web/send.ts';
import { files } from '#modules/files/contract/index.ts';
import { api } from '../api.ts';

const fileApi = createClient(files, send);

/** Fetches a picture by its stored name with the session: picture addresses carry no signature. */
export interface PictureSource {
  /** part of the cache key */
  readonly key: string;
  load(fileName: string): Promise<Blob>;
}

/** Readers get the pictures through the notice that addresses them. */
export const readerPicture = (noticeId: string): PictureSource => ({
  key: noticeId,
  load: (fileName) => fetchBlob(api.notice.attachment, { params: { id: noticeId, fileName } }, { quiet: true, overlay: false }),
});

/** Authors of notices read the files directly. */
export const managerPicture: PictureSource = {
  key: 'files',
  load: (fileName) => fetchBlob(fileApi.file.view, { params: { fileName } }, { quiet: true, overlay: false }),
};

/** Stores a picture; the request layer shows what went wrong. Answers its stored name. */
export async function storePicture(file: File): Promise<string> {
  const { fileName } = (await upload(fileApi.file.uploadImg, file, {})) as { fileName: string };
  return fileName;
}
