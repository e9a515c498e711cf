import { Modal } from 'antd';
import { useEffect, useState } from 'react';
import { StateView } from '../parts/StateView.tsx';
import { fetchBlob } from '../send.ts';
import { PREVIEW_PX } from './rules.ts';
import { sentAlong, type UploadApi, type UploadItem } from './use-uploads.ts';

const isPdf = (name: string): boolean => name.endsWith('.pdf');

/** A PDF is fetched with the session header: signed addresses are served sandboxed, where browsers show no PDF. */
export function PdfView({ api, item }: { api: UploadApi; item: Pick<UploadItem, 'name' | 'originalFilename'> }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);
  const { name } = item;
  useEffect(() => {
    const controller = new AbortController();
    let made: string | null = null;
    fetchBlob(api.view, { params: { fileName: name } }, { signal: controller.signal, quiet: true, ...sentAlong(api) })
      .then((blob) => {
        // a frame of ours is of our origin: whatever came is shown as a PDF and never as a page
        made = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }));
        setUrl(made);
      })
      .catch(() => setFailed(!controller.signal.aborted));
    return () => {
      controller.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [api, name]);
  if (isFailed) return <div className="upload-hint">文件无法显示，请下载后查看</div>;
  if (!url) return <StateView kind="loading" shape="block" />;
  return <iframe className="upload-pdf" src={url} title={item.originalFilename} />;
}

interface FilePreviewProps {
  api: UploadApi;
  /** null = closed */
  item: Pick<UploadItem, 'name' | 'url' | 'originalFilename'> | null;
  onClose: () => void;
}

/** Preview dialog for images and PDFs, 800 px wide. */
export function FilePreview({ api, item, onClose }: FilePreviewProps) {
  return (
    <Modal
      open={item !== null}
      title={item?.originalFilename ?? '预览'}
      width={PREVIEW_PX}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
      centered
    >
      {item &&
        (isPdf(item.name) ? <PdfView api={api} item={item} /> : <img className="upload-full" src={item.url} alt={item.originalFilename} />)}
    </Modal>
  );
}
