/** What the drive's screens ask with. */
export const loadQueries = () => import('../session/QueriesRoute.tsx')

/** The frame of the drive, and its folders with it. */
export const loadDrive = () => import('../shell-routes.tsx')
