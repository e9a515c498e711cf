import { useEffect, useState } from 'react';
import { ScreenStage } from '../stage/ScreenStage.tsx';
import { Notice } from '../widgets/DataBody.tsx';
import { useScreen } from './use-screen.ts';

const NOTHING = { filters: {}, links: {}, drills: {} };
/** Miniatures begin one after the other, so that the screen around them is drawn first. */
const STEP_MS = 900;

/** Another screen, alive in small. */
export function MiniScreen({ idOrCode, order }: { idOrCode: string; order: number }) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), STEP_MS * (order + 1));
    return () => clearTimeout(timer);
  }, [order]);
  return isDue ? <Mini idOrCode={idOrCode} /> : null;
}

function Mini({ idOrCode }: { idOrCode: string }) {
  const { shown, error } = useScreen(idOrCode, NOTHING);
  if (error && !shown)
    return <Notice kind={error.status === 403 ? 'noRight' : 'empty'} title={error.status === 404 ? '尚未发布' : '无法打开'} />;
  return shown ? <ScreenStage config={shown.document.config} feed={shown.feed} fit="contain" mode="mini" /> : null;
}
