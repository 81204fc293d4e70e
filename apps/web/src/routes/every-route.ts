import { accountCentre } from './account-centre.tsx'
import { admin } from './admin.tsx'
import { beginnings, mergeGuest } from './beginnings.tsx'
import { drive } from './drive.tsx'
import { goodbye, visitDone } from './endings.tsx'
import { entrance } from './entrance.tsx'
import { grants } from './grants.tsx'
import { home } from './home.ts'
import { root } from './root.ts'
import { shell } from './shell.tsx'
import { withQueries } from './with-queries.tsx'

/** The whole tree. Below the root it takes the place of the few routes that the page began with. */
export function growTree() {
  return root.addChildren([
    home,
    ...entrance,
    ...beginnings,
    goodbye,
    visitDone,
    withQueries.addChildren([
      ...grants,
      mergeGuest,
      shell.addChildren([...drive, accountCentre, admin]),
    ]),
  ])
}
