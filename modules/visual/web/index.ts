/** Page keys of the menus and the fixed routes → pages, loaded when they are opened. */
export const pages = {};
