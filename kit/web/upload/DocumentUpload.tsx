import { DeleteOutlined, DownloadOutlined, FileOutlined, LoadingOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { toast } from '../dialog.tsx';
import { download } from '../send.ts';
import { FilePicker } from './FilePicker.tsx';
import { DOCUMENT_TYPES, fitsDocument, UPLOAD_LIMIT, UPLOAD_MAX_MB, uploadTexts } from './rules.ts';
import { sentAlong, useUploads, type UploadApi } from './use-uploads.ts';

export interface UploadProps {
  id?: string;
  /** comma-separated stored names */
  value?: string | null;
  onChange?: (value: string) => void;
  disabled?: boolean;
  limit?: number;
  maxMB?: number;
  types?: readonly string[];
}

/** Document attachments of a record. Files of another type or size are silently skipped. */
export function DocumentUpload(props: UploadProps & { api: UploadApi }) {
  const { api, id, value, onChange, disabled, limit = UPLOAD_LIMIT, maxMB = UPLOAD_MAX_MB, types = DOCUMENT_TYPES } = props;
  const { items, pending, count, add, remove } = useUploads({ api, value, onChange });
  const choose = (files: File[]) => {
    const fitting = files.filter((file) => fitsDocument(file, types, maxMB));
    if (count + fitting.length > limit) toast.error(uploadTexts.tooMany(limit));
    else if (fitting.length > 0) add(fitting);
  };
  return (
    <div className="upload-documents">
      {!disabled && (
        <FilePicker id={id} types={types} onFiles={choose} label="选择文件">
          <UploadOutlined aria-hidden /> 选择文件
        </FilePicker>
      )}
      {!disabled && <div className="upload-hint">{uploadTexts.documentHint(maxMB, types)}</div>}
      <ul className="upload-list">
        {items.map((item) => (
          <li key={item.uid}>
            <FileOutlined className="upload-icon" />
            <span className="upload-name" title={item.originalFilename}>
              {item.originalFilename}
            </span>
            <Button
              type="text"
              size="small"
              icon={<DownloadOutlined />}
              aria-label={`下载 ${item.originalFilename}`}
              onClick={() =>
                void download(api.view, { params: { fileName: item.name } }, item.originalFilename, sentAlong(api)).catch(() => undefined)
              }
            />
            {!disabled && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`移除 ${item.originalFilename}`}
                onClick={() => remove(item.uid)}
              />
            )}
          </li>
        ))}
        {pending.map((item) => (
          <li key={item.uid}>
            <LoadingOutlined className="upload-icon" />
            <span className="upload-name">{item.originalFilename}</span>
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={`取消 ${item.originalFilename}`}
              onClick={() => remove(item.uid)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
