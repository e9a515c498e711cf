import { isOwnPage, isOwnVideo } from '../../core/widgets.ts';
import { Notice } from './Notice.tsx';
import { Picture, useFile } from '#modules/charts/web/parts.ts';
import { flag, num, str } from './read.ts';
import { useLink } from './Text.tsx';
import type { PlainProps } from './types.ts';

export function ImageWidget({ props, isEditing }: PlainProps) {
  const go = useLink(props, isEditing);
  const fileName = str(props, 'fileName');
  if (!fileName) return isEditing ? <Notice kind="empty" title="选择图片" /> : null;
  const picture = <Picture fileName={fileName} fit={str(props, 'fit')} alt={str(props, 'alt')} radius={num(props, 'radius')} />;
  return go ? (
    <button className="sw-media" onClick={go} aria-label={str(props, 'alt') || '打开链接'}>
      {picture}
    </button>
  ) : (
    <div className="sw-media">{picture}</div>
  );
}

/** A video of the file store; other addresses are not played. */
export function VideoWidget({ props, isEditing }: PlainProps) {
  const fileName = str(props, 'fileName');
  const isOwn = isOwnVideo(fileName);
  const url = useFile(isOwn ? fileName : '');
  const poster = useFile(str(props, 'poster'));
  if (!isOwn)
    return isEditing || fileName ? <Notice kind="empty" title={fileName ? '视频只支持 mp4 和 webm 文件' : '选择视频文件'} /> : null;
  return (
    <div className="sw-media">
      {url && (
        <video
          src={url}
          poster={poster || undefined}
          autoPlay={!isEditing}
          muted={flag(props, 'muted')}
          loop={flag(props, 'loop')}
          controls={flag(props, 'controls') && !isEditing}
          playsInline
          style={{ objectFit: str(props, 'fit') === 'contain' ? 'contain' : 'cover' }}
        />
      )}
    </div>
  );
}

/** A page of this platform; addresses outside the allow-list show a notice and load nothing. */
export function FrameWidget({ props, isEditing }: PlainProps) {
  const path = str(props, 'path');
  if (!isOwnPage(path)) return <Notice kind="empty" title={path ? '只能内嵌本平台的页面' : isEditing ? '填写页面地址' : '尚未配置页面'} />;
  const scale = num(props, 'scale') || 1;
  return (
    <iframe
      className="sw-frame"
      src={path}
      title="内嵌页面"
      loading="lazy"
      sandbox="allow-same-origin allow-scripts allow-forms"
      style={{
        width: `${100 / scale}%`,
        height: `${100 / scale}%`,
        transform: `scale(${scale})`,
        pointerEvents: isEditing ? 'none' : 'auto',
      }}
    />
  );
}
