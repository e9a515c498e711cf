const SIGNS = {
  empty: 'M4 7l8-4 8 4v10l-8 4-8-4zM4 7l8 4 8-4M12 11v10',
  error: 'M12 3l9.5 17h-19zM12 10v5M12 17.6v.4',
  noRight: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
} as const;

interface NoticeProps {
  kind: keyof typeof SIGNS;
  title: string;
  text?: string;
  id?: string | undefined;
  retry?: () => void;
}
/** In the place of a widget that has nothing to show: what is the matter, and a way on. */
export function Notice({ kind, title, text, id, retry }: NoticeProps) {
  return (
    <div className="sw-notice" data-kind={kind} role={kind === 'error' ? 'alert' : undefined} title={id ? `请求编号 ${id}` : text}>
      <svg width="30" height="30" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden>
        <path d={SIGNS[kind]} />
      </svg>
      <b>{title}</b>
      {text && <span>{text}</span>}
      {retry && <button onClick={retry}>重试</button>}
    </div>
  );
}
