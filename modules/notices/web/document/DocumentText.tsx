import type { NoticeDocument } from '../../contract/document.ts';
import { DocumentView } from './DocumentView.tsx';
import { managerPicture } from './pictures.ts';

/** A text with headings, lists and pictures of another kind of record; whoever may read the record may read its files. */
export const DocumentText = ({ value }: { value: unknown }) => <DocumentView document={value as NoticeDocument} picture={managerPicture} />;
