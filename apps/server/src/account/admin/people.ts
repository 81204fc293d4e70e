import { isAnonymousSub } from '@awan/protocol'
import { ERROR_INFO, ServiceError } from '@awan/protocol/errors'
import type { Database, Writer } from '../../db/database.ts'
import type { AppPasswordRow, SessionRow, UserRow } from '../../db/tables.ts'
import type { Caller, SignedIn } from '../../http/route.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createId, type Random } from '../../kernel/id.ts'
import {
  endAppPassword,
  endAppPasswords,
  selectAppPasswords,
} from '../app-passwords/app-passwords.ts'
import { ADMINISTRATORS_KEY, type Deletion } from '../deletion/deletion.ts'
import type { AccountEventType, EventLog } from '../events/events.ts'
import type { Limiter } from '../limits/limits.ts'
import type { AdminNotice, Notices } from '../notices/notices.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { turnTwoFactorOff } from '../two-factor/two-factor.ts'
import { type ReachableContact, routeUsername } from '../users/contact.ts'
import { tidyName } from '../users/display-name.ts'
import { newUser } from '../users/new-user.ts'
import {
  findUser,
  findUserByContact,
  hasOtherAdministrator,
  insertUser,
  lockUser,
  searchUsers,
  selectAdministrators,
  type UserFilter,
  updateUser,
} from '../users/users.ts'
import { type Methods, readMethods } from './methods.ts'

export type SettableStatus = 'ACTIVE' | 'FROZEN' | 'BLOCKED' | 'UNDER_REVIEW'

export interface Inspected {
  user: UserRow
  methods: Methods
  sessions: SessionRow[]
  appPasswords: AppPasswordRow[]
}

/**
 * The person who runs the server's commands. They hold its database and its keys, so they may do what
 * administrators may do, without an account.
 */
export const OPERATOR = { sub: 'operator' } as const
export type Operator = typeof OPERATOR

/** The administrator who acts, and the reason if they give one. */
export interface AdminContext {
  admin: SignedIn | Operator
  caller: Caller
  reason?: string | undefined
}

/** What administrators do with the accounts of others. */
export interface People {
  search(filter: UserFilter): Promise<UserRow[]>
  /** By id, e-mail address, phone number or user name. */
  find(typed: string): Promise<UserRow | undefined>
  /** The person sees in their history that somebody looked. */
  inspect(sub: string, context: AdminContext): Promise<Inspected>
  /** An account for somebody, who signs in by a code to this contact and sets a password, or none. */
  create(
    contact: ReachableContact,
    name: string | undefined,
    context: AdminContext,
  ): Promise<UserRow>
  setStatus(sub: string, status: SettableStatus, context: AdminContext): Promise<UserRow>
  requirePasswordReset(sub: string, context: AdminContext): Promise<UserRow>
  turnOffSecondStep(sub: string, context: AdminContext): Promise<UserRow>
  endSessions(sub: string, context: AdminContext): Promise<number>
  revokeAppPassword(sub: string, id: string, context: AdminContext): Promise<void>
  setAdministrator(sub: string, isAdministrator: boolean, context: AdminContext): Promise<UserRow>
  remove(sub: string, context: AdminContext): Promise<UserRow>
  /** What a person has done to something that is no account, for another part of the server: in their own history. */
  noteOwn(
    writer: Writer,
    by: { sub: string; caller: Caller },
    type: AccountEventType,
    data: Record<string, unknown>,
  ): Promise<void>
  /** What another part of the server does to a person: checked and written in their history as the rest. */
  act<T>(
    sub: string,
    context: AdminContext,
    type: AccountEventType,
    work: (writer: Writer) => Promise<{ answer: T; data: Record<string, unknown> }>,
  ): Promise<T>
  /** Writes what another part of the server has done into the history of a person, within its own transaction. */
  note(
    writer: Writer,
    type: AccountEventType,
    sub: string,
    context: AdminContext,
    data: Record<string, unknown>,
  ): Promise<void>
}

export interface PeopleParts {
  db: Database
  clock: Clock
  random: Random
  limiter: Limiter
  sessions: Sessions
  events: EventLog
  deletion: Deletion
  notices: Notices
}

export function createPeople(parts: PeopleParts): People {
  const { db, clock, random, limiter, sessions, events, deletion, notices } = parts

  /**
   * Who decides about administrators waits for others who do, and is looked at again then: two who
   * freeze each other at the same moment do not leave the server to nobody.
   */
  function change<T>(
    sub: string,
    { admin }: AdminContext,
    work: (writer: Writer, target: UserRow) => Promise<T>,
  ): Promise<T> {
    return db.write(async (writer) => {
      await limiter.count(writer, ADMINISTRATORS_KEY, 60_000)
      if (admin !== OPERATOR) await checkStillAdministrator(writer, admin.sub)
      return work(writer, found(await lockUser(writer, sub)))
    })
  }

  /** Without the administrator's address and device: the person reads it. The request id leads to both. */
  function record(
    writer: Writer,
    type: AccountEventType,
    sub: string,
    { admin, caller, reason }: AdminContext,
    data: Record<string, unknown> = {},
  ): Promise<void> {
    const actor = { administrator: admin.sub, request_id: caller.requestId }
    return events.record(writer, {
      type,
      sub,
      data: { ...actor, ...(reason && { reason }), ...data },
    })
  }

  /** Without the administrator's address and device, like the event. */
  function tell(writer: Writer, kind: AdminNotice, target: UserRow): Promise<void> {
    return notices.queueMail(writer, { kind, at: clock.now() }, target)
  }

  /** Programs with an app password are stopped with the devices that are signed in. */
  async function endAll(writer: Writer, sub: string) {
    return {
      sessions_ended: await sessions.endAll(writer, sub),
      app_passwords_ended: await endAppPasswords(writer, sub),
    }
  }

  async function update(
    writer: Writer,
    sub: string,
    changes: Partial<Omit<UserRow, 'sub'>>,
  ): Promise<UserRow> {
    return found(await updateUser(writer, sub, { ...changes, updated_at: clock.now() }))
  }

  return {
    // A scan: it must hold up nobody.
    search: (filter) => db.readLong((reader) => searchUsers(reader, filter)),

    find: (typed) =>
      db.read(
        async (reader) =>
          (await findUser(reader, typed)) ?? findUserByContact(reader, routeUsername(typed)),
      ),

    async inspect(sub, context) {
      return db.write(async (writer) => {
        const user = found(await findUser(writer, sub))
        await record(writer, 'account.inspected', sub, context)
        return {
          user,
          methods: await readMethods(writer, sub, clock.now()),
          sessions: await sessions.listOpen(writer, sub),
          appPasswords: await selectAppPasswords(writer, sub),
        }
      })
    },

    create: (contact, name, context) =>
      db.write(async (writer) => {
        const sub = createId(random, clock.now())
        const { kind, value } = contact
        const user = newUser(
          {
            sub,
            name: tidyName(name) || (value.split('@')[0] ?? value),
            locale: null,
            created_from: null,
            ...(kind === 'email' ? { email: value } : { phone_number: value }),
          },
          clock.now(),
        )
        if (!(await insertUser(writer, user))) {
          throw new ServiceError('already_exists', {
            description: 'an account with this contact exists',
          })
        }
        await record(writer, 'account.signed_up', sub, context)
        return user
      }),

    setStatus: (sub, status, context) =>
      change(sub, context, async (writer, target) => {
        refuseOwnAccount(target, context)
        refuseDeleting(target)
        if (target.status === status) return target
        const user = await update(writer, sub, { status })
        const data = status === 'ACTIVE' ? {} : await endAll(writer, sub)
        await record(writer, eventOf(target, status), sub, context, data)
        await tell(writer, status === 'ACTIVE' ? 'accountReleased' : 'accountStopped', target)
        return user
      }),

    noteOwn: (writer, { sub, caller }, type, data) =>
      events.record(writer, { type, sub, caller, data }),

    act: (sub, context, type, work) =>
      change(sub, context, async (writer) => {
        const { answer, data } = await work(writer)
        await record(writer, type, sub, context, data)
        return answer
      }),

    note: record,

    requirePasswordReset: (sub, context) =>
      change(sub, context, async (writer, target) => {
        refuseOwnAccount(target, context)
        refuseDeleting(target)
        if (target.password_hash === null) {
          throw refused('no_password', 'the account has no password to reset')
        }
        const user = await update(writer, sub, { password_reset_required: 1 })
        const data = await endAll(writer, sub)
        await record(writer, 'account.password_reset_demanded', sub, context, data)
        await tell(writer, 'resetDemanded', target)
        return user
      }),

    // The first proof stays, and the person gets a mail: this does not let an impostor sign in.
    turnOffSecondStep: (sub, context) =>
      change(sub, context, async (writer, target) => {
        refuseOwnAccount(target, context)
        refuseDeleting(target)
        if (!(await turnTwoFactorOff(writer, sub))) {
          throw refused('no_second_step', 'the account has no second step')
        }
        const data = await endAll(writer, sub)
        await record(writer, 'account.two_factor_disabled', sub, context, data)
        await tell(writer, 'secondStepRemoved', target)
        return target
      }),

    endSessions: (sub, context) =>
      change(sub, context, async (writer, target) => {
        const ended = await endAll(writer, sub)
        await record(writer, 'account.sessions_ended', sub, context, ended)
        const { sessions_ended, app_passwords_ended } = ended
        if (sessions_ended + app_passwords_ended > 0) await tell(writer, 'sessionsEnded', target)
        return sessions_ended
      }),

    revokeAppPassword: (sub, id, context) =>
      change(sub, context, async (writer) => {
        const revoked = await endAppPassword(writer, { id, sub })
        if (!revoked) {
          throw new ServiceError('not_found', { description: 'there is no such app password' })
        }
        const data = { app_password_id: id, app_password: revoked.name }
        await record(writer, 'account.app_password_revoked', sub, context, data)
      }),

    setAdministrator: (sub, isAdministrator, context) =>
      change(sub, context, async (writer, target) => {
        if ((target.is_admin === 1) === isAdministrator) return target
        if (isAdministrator && (target.status !== 'ACTIVE' || isAnonymousSub(sub))) {
          throw refused('not_active', 'only an active, registered person can be administrator')
        }
        if (!isAdministrator && !(await hasOtherAdministrator(writer, sub))) {
          throw refused(
            'last_administrator',
            'this is the last active administrator; appoint another one first',
          )
        }
        const user = await update(writer, sub, { is_admin: isAdministrator ? 1 : 0 })
        const type = isAdministrator
          ? 'account.administrator_appointed'
          : 'account.administrator_dismissed'
        await record(writer, type, sub, context)
        await tell(
          writer,
          isAdministrator ? 'administratorAppointed' : 'administratorDismissed',
          target,
        )
        for (const other of await selectAdministrators(writer)) {
          if (other.sub !== sub) await tell(writer, 'administratorsChanged', other)
        }
        return user
      }),

    remove: (sub, context) =>
      change(sub, context, async (writer, target) => {
        refuseOwnAccount(target, context)
        refuseDeleting(target)
        await record(writer, 'account.deletion_decided', sub, context)
        return deletion.begin(writer, target, unseen(context.caller), 'administrator')
      }),
  }
}

/** The person reads of it in their history, where an administrator's address and device have no place. */
function unseen(caller: Caller): Caller {
  const name = 'administrator'
  return { ...caller, address: name, deviceId: undefined, deviceName: name, userAgent: undefined }
}

function eventOf(target: UserRow, status: SettableStatus): AccountEventType {
  switch (status) {
    case 'FROZEN':
      return 'account.frozen'
    case 'BLOCKED':
      return 'account.blocked'
    case 'UNDER_REVIEW':
      return 'account.put_under_review'
    case 'ACTIVE':
      return target.status === 'PENDING' ? 'account.approved' : 'account.released'
  }
}

async function checkStillAdministrator(writer: Writer, sub: string): Promise<void> {
  const actor = await findUser(writer, sub)
  if (actor?.is_admin === 1 && actor.status === 'ACTIVE') return
  throw new ServiceError('permission_denied', { description: 'only administrators may do this' })
}

/** An administrator cannot lock themselves out by mistake; to leave, they delete their own account. */
function refuseOwnAccount({ sub }: UserRow, { admin }: AdminContext): void {
  if (sub === admin.sub)
    throw refused('own_account', 'an administrator cannot do this to their own account')
}

function refuseDeleting({ status }: UserRow): void {
  if (status !== 'DELETING') return
  throw refused('account_deleting', 'the account is being deleted; its owner can restore it')
}

function found(user: UserRow | undefined): UserRow {
  if (user) return user
  throw new ServiceError('not_found', { description: 'there is no such person' })
}

function refused(reason: string, description: string): ServiceError {
  return new ServiceError('failed_precondition', {
    description,
    details: [{ '@type': ERROR_INFO, reason, domain: 'administration' }],
  })
}
