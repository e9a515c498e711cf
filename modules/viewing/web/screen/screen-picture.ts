import type { ScreenView } from '../../contract/view-calls.ts';
import { markOfViewer, pictureName, pictureOf, saveBlob, withToast } from '../output/picture.ts';
import { titleFaceCss, titlesOf, fixedCode } from '#modules/screens/web/parts.ts';

/** The screen as a PNG of exactly its own size, or twice that, whatever the window, with the mark of who takes it (not on the cockpit). */
export const saveScreenPicture = ({ name, config }: ScreenView, ratio: 1 | 2): Promise<void> =>
  withToast(async () => {
    const stage = document.querySelector<HTMLElement>('.screen-page .screen-stage');
    if (!stage) return;
    const { width, height, noWatermark, background } = config;
    const isUnmarked = noWatermark && fixedCode(location.pathname) === 'cockpit';
    const watermark = isUnmarked ? null : markOfViewer();
    const faces = await titleFaceCss(titlesOf(config)).catch(() => '');
    const options = { ratio, watermark, background: background.color, size: { width, height }, faces };
    saveBlob(await pictureOf(stage, options), pictureName(name));
  });
