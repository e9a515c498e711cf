import { DocumentUpload as Documents, type UploadProps } from '#kit/web/upload/DocumentUpload.tsx';
import { FileThumbs as Thumbs } from '#kit/web/upload/FileThumbs.tsx';
import { ImageUpload as Images } from '#kit/web/upload/ImageUpload.tsx';
import { api } from './api.ts';

/** Documents of a record; the value is a comma-separated list of stored names. */
export const DocumentUpload = (props: UploadProps) => <Documents api={api.file} {...props} />;
/** Pictures and PDF of a record; the value is a comma-separated list of stored names. */
export const ImageUpload = (props: UploadProps) => <Images api={api.file} {...props} />;
/** Stored files as small pictures, 30 px unless `size` is given. */
export const FileThumbs = (props: { value: string | null | undefined; size?: number }) => <Thumbs api={api.file} {...props} />;
