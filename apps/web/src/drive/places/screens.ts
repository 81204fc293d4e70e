// Lists beside those of the folders; who opens one is likely to open another.
export { TrashScreen } from '../trash/TrashScreen.tsx'
export { RecentScreen } from './RecentScreen.tsx'
export { StarredScreen } from './StarredScreen.tsx'
export { TagScreen } from './TagScreen.tsx'
