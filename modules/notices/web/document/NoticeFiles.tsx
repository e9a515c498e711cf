import { PaperClipOutlined } from '@ant-design/icons';
import { download } from '#kit/web/send.ts';
import { fileSize } from '../file-size.ts';
import { api } from '../api.ts';

interface NoticeFilesProps {
  noticeId: string;
  files: readonly { fileName: string; originalFilename: string; fileSize: number }[];
}

/** The attachments of a notice, for its readers. */
export function NoticeFiles({ noticeId, files }: NoticeFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul className="notice-files" aria-label="附件">
      {files.map((file) => (
        <li key={file.fileName}>
          <button
            type="button"
            onClick={() =>
              void download(
                api.notice.attachment,
                { params: { id: noticeId, fileName: file.fileName } },
                file.originalFilename,
                // the request layer has shown the error
              ).catch(() => undefined)
            }
          >
            <PaperClipOutlined />
            <span className="cut">{file.originalFilename}</span>
            <small>{fileSize(file.fileSize)}</small>
          </button>
        </li>
      ))}
    </ul>
  );
}
