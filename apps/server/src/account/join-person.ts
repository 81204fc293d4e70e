import type { Database } from '../db/database.ts'
import type { Guards } from '../http/guards.ts'
import type { Door } from '../http/mount-doors.ts'
import type { Route } from '../http/route.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Chore } from '../kernel/housekeeping.ts'
import type { Random } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import { createAppLoginDoor } from './app-logins/app-login-door.ts'
import { appLoginRoutes } from './app-logins/app-logins.routes.ts'
import { createAppLogins, deleteApprovedBy } from './app-logins/app-logins.ts'
import { appPasswordRoutes } from './app-passwords/app-passwords.routes.ts'
import { createOwnAppPasswords } from './app-passwords/own-app-passwords.ts'
import type { Clients } from './apps/clients.ts'
import { createBindContact } from './contact/bind-contact.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { createRemoveContact } from './contact/remove-contact.ts'
import { deletionRoutes } from './deletion/deletion.routes.ts'
import { createDeletion, type Deletion } from './deletion/deletion.ts'
import { createPurge } from './deletion/purge.ts'
import { createRemindOfDeletion } from './deletion/remind-of-deletion.ts'
import { createRestore } from './deletion/restore.ts'
import type { EventLog } from './events/events.ts'
import { exportRoutes } from './export/export.routes.ts'
import { createExports } from './export/export.ts'
import { historyRoutes } from './history/history.routes.ts'
import { createHistory } from './history/history.ts'
import type { WaysIn } from './join-ways-in.ts'
import type { Limiter } from './limits/limits.ts'
import type { Notices } from './notices/notices.ts'
import type { Passwords } from './passwords/passwords.ts'
import { pictureRoutes } from './profile/picture.routes.ts'
import { createPictures } from './profile/picture.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { createReadProfile } from './profile/profile.ts'
import { createQueryUsers } from './profile/query-users.ts'
import { createUpdateProfile } from './profile/update-profile.ts'
import { createOwnSessions } from './sessions/own-sessions.ts'
import { pruneSessions } from './sessions/prune-sessions.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { CompleteSignIn } from './sign-in/complete-sign-in.ts'
import { signOutRoutes } from './sign-out/sign-out.routes.ts'
import { createSignOut } from './sign-out/sign-out.ts'
import type { SignOutRequests } from './sign-out/sign-out-requests.ts'
import { sudoRoutes } from './sudo/sudo.routes.ts'
import { createSudo } from './sudo/sudo.ts'
import { createCheckSudoProof } from './sudo/sudo-proof.ts'
import { createInternalTokens, type InternalTokens } from './tokens/internal-token.ts'
import type { AccountFiles } from './users/account-files.ts'
import type { WaysLeft } from './users/ways-left.ts'
import type { Verification } from './verification/verification.ts'

export interface PersonParts {
  db: Database
  clock: Clock
  random: Random
  codeKey: Buffer
  publicUrl: string
  allowedOrigins: readonly string[]
  deletionGraceMs: number
  accountFiles: readonly AccountFiles[]
  limiter: Limiter
  events: EventLog
  notices: Notices
  passwords: Passwords
  verification: Verification
  sessions: Sessions
  waysLeft: WaysLeft
  clients: Clients
  signOutRequests: SignOutRequests
  restoreTokens: InternalTokens
  complete: CompleteSignIn
  again: WaysIn['again']
  mustSetUpTwoFactor(sub: string): Promise<boolean>
  log: Log | undefined
}

export interface Person {
  checkSudo: Guards['checkSudo']
  deletion: Deletion
  routes: Route[]
  doors: Door[]
  chores: Chore[]
}

/** What people see and change of their own account, once they are in. */
export function joinPerson(parts: PersonParts): Person {
  const { db, clock, codeKey, limiter, sessions, events } = parts

  const readProfile = createReadProfile({ db, mustSetUpTwoFactor: parts.mustSetUpTwoFactor })
  const updateProfile = createUpdateProfile({ db, clock, events, notices: parts.notices })
  const queryUsers = createQueryUsers({ db, limiter })
  const sudoTokens = createInternalTokens({ codeKey, type: 'sudo', clock })
  const checkProof = createCheckSudoProof({ ...parts, ...parts.again })
  const sudo = createSudo({ ...parts, ...parts.again, checkProof, sudoTokens })
  const ownSessions = createOwnSessions({ db, clock, sessions, events })
  const signOut = createSignOut(parts)
  const exports = createExports(parts)
  const deletion = createDeletion({ ...parts, graceMs: parts.deletionGraceMs })
  const restore = createRestore(parts)
  const remind = createRemindOfDeletion({ ...parts, graceMs: parts.deletionGraceMs })
  const bindContact = createBindContact({ ...parts, deletion })
  const removeContact = createRemoveContact(parts)
  const own = createOwnAppPasswords({ ...parts, takeBackAgreed: deleteApprovedBy })
  const appLogins = createAppLogins({ ...parts, own })
  const pictures = createPictures({ db, clock, events })

  return {
    checkSudo: sudo.check,
    deletion,
    routes: [
      ...profileRoutes({ readProfile, updateProfile, queryUsers }),
      ...pictureRoutes({ pictures }),
      ...contactRoutes({ bindContact, removeContact }),
      ...sudoRoutes({ sudo, ...parts.again }),
      ...sessionRoutes({ ownSessions }),
      ...appPasswordRoutes({ own }),
      ...appLoginRoutes({ appLogins, clock, publicUrl: parts.publicUrl }),
      ...signOutRoutes({ signOut }),
      ...historyRoutes({ history: createHistory({ db }) }),
      ...exportRoutes({ exports }),
      ...deletionRoutes({ deletion, restore, graceMs: parts.deletionGraceMs }),
    ],
    doors: [createAppLoginDoor({ appLogins, limiter, publicUrl: parts.publicUrl })],
    chores: [
      { name: 'old requests of programs', everyMs: HOUR_MS, run: appLogins.removeExpired },
      { name: 'old sessions', everyMs: 24 * HOUR_MS, run: () => pruneSessions(db, clock) },
      { name: 'expired exports', everyMs: HOUR_MS, run: exports.removeExpired },
      { name: 'reminders of deletion', everyMs: HOUR_MS, run: remind },
      { name: 'deleted accounts', everyMs: HOUR_MS, run: createPurge(parts) },
    ],
  }
}

const HOUR_MS = 3600_000
