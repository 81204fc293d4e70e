// Lists beside those of the folders; who opens one is likely to open another.

export { RecentScreen } from './places/RecentScreen.tsx'
export { StarredScreen } from './places/StarredScreen.tsx'
export { TagScreen } from './places/TagScreen.tsx'
export { TrashScreen } from './trash/TrashScreen.tsx'
