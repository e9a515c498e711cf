import type { CSSProperties, ReactNode } from 'react';
import type { ScreenConfig } from '../../contract/screen-config.ts';
import { isColor } from '../../core/widgets.ts';
import { Picture } from '#modules/charts/web/parts.ts';

/** Backgrounds of our own, drawn in the colours of the theme. */
export const BACKGROUNDS = [
  ['deep', '深空光晕'],
  ['grid', '透视网格'],
  ['stars', '星点'],
  ['city', '城市剪影'],
  ['wave', '波纹'],
  ['radar', '雷达圈'],
  ['hex', '蜂巢'],
  ['aurora', '极光'],
  ['circuit', '电路'],
  ['contour', '等高线'],
  ['beams', '斜光带'],
  ['plain', '纯净渐变'],
] as const;

/** A fixed scatter: the same stars each time. */
const STARS = Array.from({ length: 120 }, (_, i) => {
  const x = (i * 7919) % 1920;
  const y = (i * i * 131 + i * 977) % 1080;
  return { x, y, r: 0.6 + ((i * 37) % 10) / 8, o: 0.15 + ((i * 53) % 10) / 16 };
});
const TOWERS = Array.from({ length: 64 }, (_, i) => ({ x: i * 30, w: 18 + ((i * 17) % 13), h: 40 + ((i * 7919) % 150) }));

const contour = (
  <g fill="none" stroke="var(--s-line)">
    {Array.from({ length: 8 }, (_, i) => (
      <path
        key={i}
        d={`M${-60 + i * 40} 1080C${260 + i * 50} ${880 - i * 60} ${420 + i * 30} ${640 - i * 30} ${900 + i * 24} ${560 - i * 36}S${1500 + i * 16} ${380 - i * 20} ${1960} ${260 - i * 44}`}
        strokeOpacity={0.2 - i * 0.018}
      />
    ))}
  </g>
);
const beams = (
  <g fill="var(--s-glow)">
    {[0, 1, 2, 3, 4].map((i) => (
      <path
        key={i}
        d={`M${-200 + i * 480} 1080L${260 + i * 480} 0h${150 - i * 16}L${-50 + i * 464} 1080z`}
        opacity={0.12 - (i % 3) * 0.03}
      />
    ))}
  </g>
);

const stars = (
  <g>
    {STARS.map((star, i) => (
      <circle key={i} cx={star.x} cy={star.y} r={star.r} opacity={star.o} fill="var(--s-text)" />
    ))}
  </g>
);
const city = (
  <g>
    {TOWERS.map((tower, i) => (
      <rect key={i} x={tower.x} y={1080 - tower.h} width={tower.w} height={tower.h} fill="var(--s-glow)" opacity={0.12 + (i % 4) * 0.04} />
    ))}
    <path d="M0 1079H1920" stroke="var(--s-accent)" strokeOpacity=".4" />
  </g>
);
const wave = (
  <g fill="none" stroke="var(--s-line)">
    {Array.from({ length: 9 }, (_, i) => (
      <path
        key={i}
        d={`M0 ${780 + i * 32}C320 ${700 + i * 36} 640 ${880 + i * 24} 960 ${790 + i * 32}S1600 ${700 + i * 36} 1920 ${800 + i * 28}`}
        strokeOpacity={0.22 - i * 0.018}
      />
    ))}
  </g>
);
const radar = (
  <g fill="none" stroke="var(--s-line)">
    {[180, 300, 430, 570, 720].map((r, i) => (
      <circle key={r} cx="960" cy="560" r={r} strokeOpacity={0.2 - i * 0.03} strokeDasharray={i % 2 ? '4 10' : undefined} />
    ))}
    <path d="M240 560H1680M960 0V1080" strokeOpacity=".07" />
  </g>
);
const hex = (
  <g fill="none" stroke="var(--s-line)" strokeOpacity=".1">
    <defs>
      <pattern id="ground-hex" width="72" height="124" patternUnits="userSpaceOnUse">
        <path d="M36 0l36 21v41l-36 21L0 62V21zM36 83v41M0 62v0M0 124v-20M72 124v-20" />
      </pattern>
    </defs>
    <rect width="1920" height="1080" fill="url(#ground-hex)" stroke="none" />
  </g>
);
const circuit = (
  <g fill="none" stroke="var(--s-line)" strokeOpacity=".16">
    {Array.from({ length: 14 }, (_, i) => {
      const y = 60 + i * 74;
      const left = i % 2 === 0;
      const reach = 120 + ((i * 97) % 260);
      return (
        <g key={i}>
          <path d={left ? `M0 ${y}H${reach}l26 26H${reach + 120}` : `M1920 ${y}H${1920 - reach}l-26 26H${1800 - reach}`} />
          <circle cx={left ? reach + 124 : 1796 - reach} cy={y + 26} r="4" fill="var(--s-accent)" fillOpacity=".35" />
        </g>
      );
    })}
  </g>
);
const DRAWINGS: Readonly<Record<string, ReactNode>> = { stars, city, wave, radar, hex, circuit, contour, beams };

/** The drawing of a ground; the shelf of the builder shows it small. */
export function GroundDrawing({ kind, w, h }: { kind: string; w: number; h: number }) {
  if (!Object.hasOwn(DRAWINGS, kind)) return null;
  return (
    <svg width={w} height={h} viewBox="0 0 1920 1080" preserveAspectRatio="xMidYMid slice" aria-hidden>
      {DRAWINGS[kind]}
    </svg>
  );
}

/** What lies behind all nodes: colour, picture, preset. */
export function Ground({ config }: { config: Pick<ScreenConfig, 'background' | 'width' | 'height'> }) {
  const { color, preset, fileName } = config.background;
  // the colour of the stored default means: as the theme has it
  const own: CSSProperties = isColor(color) && color !== '' && color.toUpperCase() !== '#030B1E' ? { backgroundColor: color } : {};
  const kind = BACKGROUNDS.some(([key]) => key === preset) ? preset! : 'deep';
  return (
    <div className="screen-ground" data-kind={kind} style={own}>
      {fileName ? <Picture fileName={fileName} fit="cover" alt="" /> : <GroundDrawing kind={kind} w={config.width} h={config.height} />}
    </div>
  );
}
