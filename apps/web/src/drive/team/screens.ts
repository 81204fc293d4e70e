// The list of team drives, and those of their places that are no folders.

export { TeamActivityScreen, TeamTrashScreen } from './TeamPlaces.tsx'
export { TeamScreen } from './TeamScreen.tsx'
