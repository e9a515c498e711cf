// Which modules the front end is cut into files by (vite.config.ts). Names that lead nowhere would cut differently without a word:
// tools/chunk-groups.test.ts looks for every one of them.

/** Icons of the sign-in page, which would load all shared ones for the sake of a few, and those that no list has. */
export const OWN_ICONS = [
  'CloseCircleFilled',
  ...[
    'Loading', 'Mobile', 'EyeInvisible', 'Eye', 'Search', 'Close', 'User', 'Lock', 'Safety', 'Minus', 'SwapRight', 'Calendar', 'ClockCircle',
    'QuestionCircle', 'FolderOpen', 'FilePdf', 'PaperClip', 'Check', 'Filter', 'Warning', 'Link', 'Star', 'ArrowLeft', 'Form', 'UnorderedList', 'Edit',
  ].map((name) => `${name}Outlined`),
]; // prettier-ignore

/** Modules by their path, without the ending; `{a,b}` means each of them, `*` one folder, a `/` at the end all that is in a folder. */
export const GROUPS = {
  /** calls of the frame */
  frameContracts: [
    'modules/system/contract/{profile,user,oper-log,home,online,fields}',
    'modules/files/contract/{file,index}',
    'modules/notices/contract/message',
    'kit/contract/{crud,excel,file}',
  ],
  /** what the frame and the shell share with a few pages */
  frameParts: [
    'app/web/shell/{shell-state,api}',
    'modules/system/web/profile/Avatar',
    'node_modules/@ant-design/{icons/es/icons,icons-svg/es/asn}/{Fullscreen,FullscreenExit,Sun,Moon,Bell,Home,Profile}Outlined',
  ],
  /** what the entry page needs (app/web/sign-in/entry.tsx) and the program too */
  entry: [
    'node_modules/{react,react-dom,scheduler,clsx,@ant-design/colors,@ant-design/fast-color}/',
    'node_modules/@ant-design/{icons/es/icons,icons-svg/es/asn}/{CloseCircleFilled,LoadingOutlined,EyeOutlined,EyeInvisibleOutlined}',
    'node_modules/@rc-component/util/es/Dom/{canUseDom,contains,dynamicCSS,shadow}',
    'node_modules/@rc-component/util/es/warning',
    'kit/web/style',
    'app/web/app',
    // the palette's four of severity
    'kit/core/{palette,chart/severity}',
    'kit/web/{color-mode,lazy-part,palette,send,server-clock,session,slots/slots,storage,toast,ui-texts,page/page-keys}',
    'app/web/{title,guard/decide,sign-in/device,pages/Mark}',
    'modules/notices/web/pages',
  ],
  /** where every page is: nothing of it is for strangers */
  pages: ['app/web/routes/{prefetch-data,loaders,window-pages}', 'modules/*/web/{index,slots}'],
  /** small files of every list */
  kit: ['kit/web/{format,can,Tag,use-once,menu-icon,watermark,watermark-text,dict/use-dict,preferences/use-preference}'],
  lists: ['kit/web/{table,entity-page,form}/'],
};

/** Every path that a pattern names. */
export function pathsOf(pattern) {
  const [, before, choices, after] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? [];
  return choices === undefined ? [pattern] : choices.split(',').flatMap((choice) => pathsOf(before + choice + after));
}

/** What tells whether a module is one of these. */
export function modulesOf(patterns) {
  const quoted = (path) => path.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+').replaceAll('/', '[\\\\/]');
  return new RegExp(
    patterns
      .flatMap(pathsOf)
      .map((path) => `[\\\\/]${quoted(path)}${path.endsWith('/') ? '' : '\\.'}`)
      .join('|'),
  );
}

export const SHARED_ICONS = new RegExp(`[\\\\/]@ant-design[\\\\/]icons(?:-svg)?[\\\\/]es[\\\\/](?!.*[\\\\/](?:${OWN_ICONS.join('|')})\\b)`);
