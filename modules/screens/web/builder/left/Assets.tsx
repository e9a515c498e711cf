import type { CSSProperties } from 'react';
import { setScreen } from '../../../core/node-commands.ts';
import { BORDERS, TITLE_BARS } from '../../../core/widgets-frame.ts';
import { BACKGROUNDS, Ground } from '../../stage/Ground.tsx';
import { themeStyle } from '../../stage/themes.ts';
import { borderDrawing } from '../../widgets/Border.tsx';
import { TitleDrawing } from '../../widgets/TitleBar.tsx';
import { focusCanvas } from '../actions.ts';
import { useEditor, useEditorState } from '../editor.ts';
import { Sections, Tile } from './tiles.tsx';
import './assets.css';

/** Size of a preview in pixels; drawings are made for larger boxes and are shown scaled. */
const [WIDTH, HEIGHT] = [208, 128];
const COLOURS = { '--k': 'var(--s-accent)', '--k2': 'var(--s-line)' } as CSSProperties;

/** Borders, bars for titles and grounds of our own, drawn in the colours of the screen that is built. */
export function Assets({ word }: { word: string }) {
  const theme = useEditorState(({ config }) => config.theme);
  const fits = (label: string): boolean => label.toLowerCase().includes(word);
  return (
    <div className="sed-assets" style={themeStyle(theme)}>
      <Sections
        sections={[
          {
            title: '边框',
            tiles: BORDERS.filter(([, label]) => fits(label)).map(([kind, label]) => (
              <Tile
                key={kind}
                offer={{ kind: 'widget', type: 'border', label: `边框·${label}`, props: { kind } }}
                name={label}
                icon={
                  <svg viewBox={`-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`} fill="none" style={COLOURS} aria-hidden>
                    {borderDrawing(kind, WIDTH, HEIGHT)}
                  </svg>
                }
              />
            )),
          },
          {
            title: '标题条',
            tiles: TITLE_BARS.filter(([, label]) => fits(label)).map(([kind, label]) => (
              <Tile
                key={kind}
                offer={{ kind: 'widget', type: 'titleBar', label: `标题条·${label}`, props: { kind } }}
                name={label}
                icon={
                  <span className="sed-asset-title" style={COLOURS}>
                    <TitleDrawing kind={kind} w={WIDTH} h={44} />
                  </span>
                }
              />
            )),
          },
          {
            title: '底图',
            tiles: BACKGROUNDS.filter(([, label]) => fits(label)).map(([preset, label]) => (
              <GroundTile key={preset} preset={preset} label={label} />
            )),
          },
        ]}
      />
    </div>
  );
}

/** A ground belongs to the screen: a press lays it, nothing is dragged. */
function GroundTile({ preset, label }: { preset: string; label: string }) {
  const editor = useEditor();
  const background = useEditorState(({ config }) => config.background);
  const isChosen = (background.preset ?? 'deep') === preset && !background.fileName;
  return (
    <button
      type="button"
      className="sed-tile"
      aria-pressed={isChosen}
      title={label}
      onClick={() => {
        editor.change('大屏设置', setScreen({ background: { ...background, preset, fileName: null } }));
        focusCanvas();
      }}
    >
      <i className="sed-asset-ground">
        <Ground config={{ width: 1920, height: 1080, background: { color: '', preset, fileName: null } }} />
      </i>
      <span>{label}</span>
    </button>
  );
}
