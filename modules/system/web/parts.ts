// What pages of other modules load of this one, apart from the list of pages.
export { AccountSelect } from './user/AccountSelect.tsx';
export { AccountsSelect } from './user/AccountsSelect.tsx';
