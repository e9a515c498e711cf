import { useEffect } from 'react';
import { Link } from 'react-router';
import { colorMode } from '#kit/web/color-mode.ts';
import type { CallError } from '#kit/web/send.ts';
import { themeStyle, Notice } from '#modules/screens/web/parts.ts';
import './view.css';

const textOf = (error: CallError): [title: string, text: string] => {
  if (error.status === 404) return ['大屏尚未发布', '它还没有发布，或者没有授权给当前账号。请联系大屏的负责人。'];
  if (error.status === 403) return ['没有权限', '当前账号没有查看大屏的权限。'];
  return ['大屏没有打开', error.message];
};

/** Why a screen is not shown, with a way on. */
export function ScreenMissing({ error, retry }: { error: CallError; retry: () => void }) {
  const [title, text] = textOf(error);
  // dark like the walls, and so is the watermark over it
  useEffect(() => colorMode.lend('dark'), []);
  return (
    <div className="screen-page screen-missing" style={themeStyle('ocean')}>
      <div>
        <Notice
          kind={error.status === 404 ? 'empty' : error.status === 403 ? 'noRight' : 'error'}
          title={title}
          text={text}
          id={error.requestId ?? undefined}
        />
        <p>
          <button onClick={retry}>重新打开</button>
          <Link to="/home">返回目录</Link>
        </p>
      </div>
    </div>
  );
}
