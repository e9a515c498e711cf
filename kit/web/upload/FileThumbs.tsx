import { FileOutlined, FilePdfOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { download } from '../send.ts';
import { FilePreview } from './FilePreview.tsx';
import { namesOf, THUMB_PX } from './rules.ts';
import { useSigned } from './use-signed.ts';
import { sentAlong, type UploadApi } from './use-uploads.ts';
import './upload.css';

const kindOf = (name: string): 'image' | 'pdf' | 'other' =>
  /\.(png|jpe?g|gif|webp)$/.test(name) ? 'image' : name.endsWith('.pdf') ? 'pdf' : 'other';

interface FileThumbsProps {
  api: UploadApi;
  value: string | null | undefined;
  /** edge in pixels */
  size?: number;
  /** for pictures that are wider than high */
  width?: number;
}

/** Thumbnails of stored files in a table or detail view; a click previews or downloads. */
export function FileThumbs({ api, value, size = THUMB_PX, width = size }: FileThumbsProps) {
  const names = namesOf(value);
  const signed = useSigned(api.sign, names);
  const [shown, setShown] = useState<{ name: string; url: string; originalFilename: string } | null>(null);
  if (names.length === 0) return <span className="muted">—</span>;
  return (
    <span className="upload-thumbs">
      {names.map((name) => {
        const { url = '', originalFilename = name } = signed.get(name) ?? {};
        const kind = kindOf(name);
        const open = () =>
          kind === 'other'
            ? void download(api.view, { params: { fileName: name } }, originalFilename, sentAlong(api)).catch(() => undefined)
            : setShown({ name, url, originalFilename });
        return (
          <button key={name} type="button" className="upload-thumb" style={{ width, height: size }} title={originalFilename} onClick={open}>
            {kind === 'image' && url && <img src={url} alt={originalFilename} loading="lazy" />}
            {kind === 'pdf' && <FilePdfOutlined aria-label={originalFilename} />}
            {kind === 'other' && <FileOutlined aria-label={originalFilename} />}
          </button>
        );
      })}
      <FilePreview api={api} item={shown} onClose={() => setShown(null)} />
    </span>
  );
}
