import { DocumentUpload } from '#modules/files/web/index.ts';
import type { FieldProps } from '#kit/web/form/types.ts';

/** Scans and photographs as well as documents and tables. */
const TYPES = ['pdf', 'png', 'jpg', 'jpeg', 'doc', 'docx', 'xls', 'xlsx'];

/** 附件 in the form of a record. */
export const RecordFiles = (props: FieldProps) => <DocumentUpload {...props} types={TYPES} />;
