// The pages of viewers, built from index.html: they name every file that such a page will load, so that a browser asks for all of them at once.
// Left to itself it learns of them one after another, while the server already works on the data and answers late.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './modules.mjs';

/** What asks for the data goes first. */
const START = ['modules/viewing/web/view/prefetch.ts', 'app/web/program.tsx', 'app/web/shell/Frame.tsx'];
/** The drawing of most charts, apart from the kinds that only some pages have. */
const CHARTS = ['modules/charts/web/chart/ChartView.tsx', 'kit/web/chart/plot-engine.ts'];

/** File of the page (app/server/static.ts) → what it shows, in the order in which it is needed. */
export const VIEWERS = {
  'screen.html': [...START, 'modules/viewing/web/screen/fixed-page.tsx', ...CHARTS, 'modules/screens/web/stage/title-face.ts'],
  'board.html': [...START, 'modules/viewing/web/board/BoardViewPage.tsx', ...CHARTS],
};

/** Files with everything that they import, in the order of the sources. */
function closure(chunks, sources) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set();
  const add = (chunk) => {
    if (!chunk || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    for (const name of chunk.imports) add(byFile.get(name));
  };
  for (const source of sources) {
    const chunk = chunks.find(({ modules }) => join(root, source) in modules);
    if (!chunk) throw new Error(`no chunk has ${source}: the list of viewers in tools/preloads.mjs is out of date`);
    add(chunk);
  }
  return [...found];
}

/** Writes them beside index.html. Scripts have low priority: the calls for data overtake them. */
export async function writeViewers(outDir, built) {
  const chunks = [built].flat().flatMap(({ output }) => output.filter(({ type }) => type === 'chunk'));
  const index = await readFile(join(outDir, 'index.html'), 'utf8');
  await Promise.all(
    Object.entries(VIEWERS).map(([file, sources]) => {
      const links = closure(chunks, sources)
        .filter((name) => !index.includes(`/${name}"`))
        .map((name) => `    <link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">\n`);
      return writeFile(join(outDir, file), index.replace('  </head>', `${links.join('')}  </head>`));
    }),
  );
}
