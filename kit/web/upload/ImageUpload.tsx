import { DeleteOutlined, EyeOutlined, FilePdfOutlined, PlusOutlined } from '@ant-design/icons';
import { Spin } from 'antd';
import { useState } from 'react';
import { toast } from '../dialog.tsx';
import type { UploadProps } from './DocumentUpload.tsx';
import { FilePicker } from './FilePicker.tsx';
import { FilePreview } from './FilePreview.tsx';
import { IMAGE_TYPES, imageFault, UPLOAD_LIMIT, UPLOAD_MAX_MB, uploadTexts } from './rules.ts';
import { useUploads, type UploadApi, type UploadItem } from './use-uploads.ts';

/** Image (and PDF) attachments of a record, with validation messages. */
export function ImageUpload(props: UploadProps & { api: UploadApi }) {
  const { api, id, value, onChange, disabled, limit = UPLOAD_LIMIT, maxMB = UPLOAD_MAX_MB, types = IMAGE_TYPES } = props;
  const [shown, setShown] = useState<UploadItem | null>(null);
  const { items, pending, count, add, remove } = useUploads({
    api,
    value,
    onChange,
    // the server's message; the file is already removed from the list
    onFailure: (message) => toast.error(message ?? uploadTexts.imageFailed),
  });
  const choose = (files: File[]) => {
    if (count + files.length > limit) return toast.error(uploadTexts.tooMany(limit));
    const faults = files.map((file) => imageFault(file, types, maxMB));
    for (const fault of new Set(faults)) if (fault !== null) toast.error(fault);
    const fitting = files.filter((_, i) => faults[i] === null);
    if (fitting.length > 0) add(fitting);
  };
  return (
    <Spin spinning={pending.length > 0} description={uploadTexts.imageLoading}>
      <div className="upload-images">
        {items.map((item) => (
          <div key={item.uid} className="upload-card">
            {item.name.endsWith('.pdf') ? (
              <FilePdfOutlined className="upload-card-icon" />
            ) : (
              item.url && <img src={item.url} alt={item.originalFilename} loading="lazy" />
            )}
            <div className="upload-card-tools">
              <button type="button" aria-label={`预览 ${item.originalFilename}`} onClick={() => setShown(item)}>
                <EyeOutlined />
              </button>
              {!disabled && (
                <button type="button" aria-label={`移除 ${item.originalFilename}`} onClick={() => remove(item.uid)}>
                  <DeleteOutlined />
                </button>
              )}
            </div>
          </div>
        ))}
        {!disabled && count < limit && (
          <FilePicker id={id} className="upload-card" types={types} onFiles={choose} label="选择图片">
            <PlusOutlined />
          </FilePicker>
        )}
      </div>
      {!disabled && <div className="upload-hint">{uploadTexts.documentHint(maxMB, types)}</div>}
      <FilePreview api={api} item={shown} onClose={() => setShown(null)} />
    </Spin>
  );
}
