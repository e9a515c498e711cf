import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Connect, type Plugin } from 'vite';
import { GROUPS, modulesOf, SHARED_ICONS } from './tools/chunk-groups.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * What the entry page needs (app/web/sign-in/entry.tsx) and the program too: apart from the rest, which comes while people type. When something is
 * missing here, the entry page loads all of the program; the budgets of tests/start tell.
 */
const ENTRY = new RegExp(
  [
    modulesOf(GROUPS.entry).source,
    /vite[\\/](?:preload-helper|modulepreload-polyfill)|@ant-design[\\/]icons[\\/]es[\\/](?!icons[\\/])/.source,
  ].join('|'),
);

/** The program and the share page each start themselves: what starts one must not come with what both have in common. */
const NOT_AN_ENTRY =
  /^(?!.*[\\/](?:app[\\/]web[\\/](?:main|program|share)\.tsx|app[\\/]web[\\/](?:index|share)\.html|modules[\\/]viewing[\\/]web[\\/]share[\\/])).*$/;

/**
 * Buttons and tags ask the colour field of antd whether a colour is bright, and would bring its panels to every page as soon as one page
 * uses that field; they are given the question alone.
 */
const brightness: Plugin = {
  name: 'brightness',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source.endsWith('/color-picker/components/ColorPresets') && /[\\/]antd[\\/]es[\\/](?:button|tag)[\\/]/.test(importer ?? '')
      ? `${root}kit/web/is-bright.ts`
      : null,
};

/**
 * Tables of antd bring a menu of filters for the heads of columns, with trees and radio buttons in it. Lists here are searched by the bar above
 * them, so that every table would carry it in vain.
 */
const columnFilters: Plugin = {
  name: 'column-filters',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './FilterDropdown' && /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useFilter[\\/]/.test(importer ?? '')
      ? `${root}kit/web/table/column-filters.ts`
      : null,
};

/**
 * Icons say their English names (`plus 添加条件`). A button is named by its words, or by its `aria-label`: what is drawn beside them is for the eye.
 */
const quietIcons: Plugin = {
  name: 'quiet-icons',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]antd[\\/]es[\\/]button[\\/]IconWrapper\.js$/ },
    handler(code) {
      const changed = code.replace('ref: ref,', '$& "aria-hidden": true,');
      if (changed === code) this.error('the icon of a button of antd has changed: its English name is read out');
      return { code: changed, map: null };
    },
  },
};

/** Check boxes of tables have English names where a table gives none. */
const selectionNames: Plugin = {
  name: 'selection-names',
  apply: 'build',
  transform: {
    filter: { id: /[\\/]antd[\\/]es[\\/]table[\\/]hooks[\\/]useSelection\.js$/ },
    handler(code) {
      const changed = code
        .replaceAll('`Select row ${index + 1}`', '`选择第 ${index + 1} 行`')
        .replaceAll('`Row ${index + 1} selected`', '`已选择第 ${index + 1} 行`')
        .replace("'Select all'", "'全选'")
        .replace("'Custom selection'", "'自定义选择'");
      if (/['`](?:Select|Row|Custom) /.test(changed) || changed === code)
        this.error('the selection of tables of antd has changed: English names are read out');
      return { code: changed, map: null };
    },
  },
};

/**
 * A browser opens six connections to a server and a page is sixty files: calls for data that start while they load wait behind them all,
 * unless the files yield. Preloads of scripts (not of styles) are given low priority for that; see Vite's preload helper.
 */
const yieldingPreloads: Plugin = {
  name: 'yielding-preloads',
  apply: 'build',
  transform: {
    filter: { id: /^\0vite\/preload-helper/ },
    handler(code) {
      const changed = code.replace(/if\s*\(!isCss\)\s*link\.as\s*=\s*"script";?/, '$& if (!isCss) link.fetchPriority = "low";');
      if (changed === code) this.error('the preload helper of Vite has changed: its scripts get no priority');
      return { code: changed, map: null };
    },
  },
};

/** Addresses of links for people without an account are a page of their own, as on the server (app/server/static.ts). */
const toSharePage: Connect.NextHandleFunction = (request, _response, next) => {
  if (/^\/(?:share|fill|embed)\/[\w-]+(?:\?|$)/.test(request.url ?? '')) request.url = '/share.html';
  next();
};
const sharePage: Plugin = {
  name: 'share-page',
  configureServer: (server) => void server.middlewares.use(toSharePage),
  configurePreviewServer: (server) => void server.middlewares.use(toSharePage),
};

export default defineConfig({
  root: `${root}app/web`,
  base: '/',
  publicDir: `${root}app/web/public`,
  cacheDir: `${root}node_modules/.vite`,
  plugins: [brightness, columnFilters, quietIcons, react(), selectionNames, sharePage, yieldingPreloads],
  server: {
    port: Number(process.env.PORT ?? 8000),
    strictPort: true,
    host: process.env.HOST ?? '127.0.0.1',
    proxy: { '/sjzt-datax': { target: `http://127.0.0.1:${process.env.API_PORT ?? 8001}`, changeOrigin: false } },
    fs: { allow: [root] },
  },
  build: {
    outDir: `${root}dist/web`,
    emptyOutDir: true,
    target: 'es2022',
    // fonts and pictures stay files: precompression and caching work on them
    assetsInlineLimit: 2_048,
    chunkSizeWarningLimit: 1_500,
    reportCompressedSize: false,
    sourcemap: false,
    rolldownOptions: {
      // the program and its frame are entries as well: what they import at their start comes in few files
      input: {
        index: `${root}app/web/index.html`,
        program: `${root}app/web/program.tsx`,
        frame: `${root}app/web/shell/Frame.tsx`,
        share: `${root}app/web/share.html`,
      },
      output: {
        codeSplitting: {
          // What every visit needs comes in two files instead of fifty, which also compress better: packages, which stay in the
          // cache when the product changes, and our own. `$initial` is closed (all that the entry imports), so nothing else is drawn in;
          // with their dependencies added, parts that nobody uses at the start would come too.
          includeDependenciesRecursively: false,
          groups: [
            { name: 'pages', test: modulesOf(GROUPS.pages), priority: 4 },
            { name: 'entry', tags: ['$initial'], test: ENTRY, priority: 3 },
            // with what the packages are given of ours: they must not wait for a file that waits for them
            { name: 'vendor', tags: ['$initial'], test: /[\\/](?:node_modules[\\/]|kit[\\/]web[\\/]is-bright\.)/, priority: 2 },
            { name: 'start', tags: ['$initial'], test: NOT_AN_ENTRY, priority: 1 },
            // an icon alone is a file of half a kilobyte, mostly overhead: those that many pages share come together
            { name: 'icons', test: SHARED_ICONS, minShareCount: 6 },
            // so do the small files of the frame and of every list
            {
              name: 'kit',
              test: modulesOf(GROUPS.kit),
              minShareCount: 30,
            },
            { name: 'contracts', test: modulesOf(GROUPS.frameContracts), minShareCount: 2 },
            { name: 'frame', test: modulesOf(GROUPS.frameParts), minShareCount: 2 },
            { name: 'lists', test: modulesOf(GROUPS.lists), minShareCount: 30 },
          ],
        },
      },
      treeshake: {
        moduleSideEffects: [
          // what a module shows to others does nothing by itself: using one part must not load the rest
          { test: /\/modules\/[^/]+\/(?:web|contract|core)\/.*\.tsx?$/, sideEffects: false },
          // the parts of antd do nothing by themselves either, but unlike antd they do not say so
          { test: /\/node_modules\/@(?:rc-component|ant-design)\//, sideEffects: false },
        ],
      },
    },
  },
});
