import { randomUUID } from 'node:crypto'
import type { AdminContext, People } from '../account/admin/people.ts'
import { OPERATOR } from '../account/admin/people.ts'
import { routeUsername } from '../account/users/contact.ts'
import type { UserRow } from '../db/tables.ts'
import { type Command, type CommandCall, type ExitCode, exitCodes, UsageError } from './command.ts'
import { requirePerson } from './find-person.ts'
import { toTable } from './table.ts'

export const usersCommand: Command = {
  name: 'users',
  usage: 'list [WORDS] | create CONTACT [--name NAME] | show PERSON | ACT PERSON [--reason WORDS]',
  summary: 'Shows accounts, and does with them what administrators do.',
  details: `  list [WORDS]           everybody, or those whose name, contact or id holds these words
  create CONTACT         an account for who has this e-mail address or phone number, also where nobody may
                         sign up; its owner signs in by a code to it
  show PERSON            one account: its ways in and its devices; the person sees that somebody looked
  freeze PERSON          ends all sessions and lets nobody sign in
  unfreeze PERSON        lets the person in again, or for the first time
  end-sessions PERSON    signs the person out everywhere
  reset-password PERSON  the next sign-in needs a new password, set by a code to the person's own mailbox
  remove-second-step PERSON  for who has lost every second proof
  make-admin PERSON      makes an administrator
  dismiss-admin PERSON   and takes it back; the last one stays

A person is an e-mail address, a phone number, a user name or an id. What is done is written into the
person's history, with the reason, and the person is told as if an administrator had done it.`,
  options: { reason: { type: 'string' }, name: { type: 'string' } },

  async run(call) {
    const [name = '', typed, ...rest] = call.args
    if (rest.length > 0) throw new UsageError(`Too much: "${rest.join(' ')}".`)
    if (name === 'list') return list(call, typed)
    if (typed === undefined) throw new UsageError('Say what to do, and with whom.')
    if (name === 'show') return show(call, typed)
    if (name === 'create') return create(call, typed)
    const act = Object.hasOwn(acts, name) ? acts[name] : undefined
    if (!act) throw new UsageError(`There is no "${name}".`)
    const { account } = (await call.open()).parts
    const person = await requirePerson(account, typed)
    await act(account.people, person.sub, toAdminContext(call))
    const now = await requirePerson(account, person.sub)
    call.terminal.result(toJson(now), toTable(HEAD, [toCells(now)]))
    return exitCodes.ok
  },
}

async function create(call: CommandCall, typed: string): Promise<ExitCode> {
  const contact = routeUsername(typed)
  if (contact.kind === 'username' || !CONTACT.test(contact.value)) {
    throw new UsageError(`"${typed}" is no e-mail address and no phone number with its country.`)
  }
  const { people } = (await call.open()).parts.account
  const { name } = call.options
  const user = await people.create(
    contact,
    typeof name === 'string' ? name : undefined,
    toAdminContext(call),
  )
  call.terminal.result(toJson(user), toTable(HEAD, [toCells(user)]))
  return exitCodes.ok
}

/** Something at something, or a phone number. */
const CONTACT = /^(\S+@\S+|\+\d+)$/

type Act = (people: People, sub: string, context: AdminContext) => Promise<unknown>

const acts: Record<string, Act> = {
  freeze: (people, sub, context) => people.setStatus(sub, 'FROZEN', context),
  unfreeze: (people, sub, context) => people.setStatus(sub, 'ACTIVE', context),
  'end-sessions': (people, sub, context) => people.endSessions(sub, context),
  'reset-password': (people, sub, context) => people.requirePasswordReset(sub, context),
  'remove-second-step': (people, sub, context) => people.turnOffSecondStep(sub, context),
  'make-admin': (people, sub, context) => people.setAdministrator(sub, true, context),
  'dismiss-admin': (people, sub, context) => people.setAdministrator(sub, false, context),
}

/** Nobody is signed in: the operator of the machine has its keys anyway. */
function toAdminContext({ options }: CommandCall): AdminContext {
  return {
    admin: OPERATOR,
    caller: {
      address: 'awan command',
      clientId: undefined,
      deviceId: undefined,
      deviceName: undefined,
      userAgent: undefined,
      locale: undefined,
      requestId: randomUUID().replaceAll('-', ''),
    },
    ...(typeof options.reason === 'string' && { reason: options.reason }),
  }
}

async function list({ terminal, open }: CommandCall, query?: string): Promise<ExitCode> {
  const { people } = (await open()).parts.account
  const users: UserRow[] = []
  for (;;) {
    const last = users.at(-1)
    const after = last && { createdAt: last.created_at, sub: last.sub }
    const page = await people.search({ query, after, limit: PAGE })
    users.push(...page)
    if (page.length < PAGE) break
  }
  terminal.result(users.map(toJson), toTable(HEAD, users.map(toCells)))
  return exitCodes.ok
}

const PAGE = 500

async function show(call: CommandCall, typed: string): Promise<ExitCode> {
  const { account } = (await call.open()).parts
  const { sub } = await requirePerson(account, typed)
  const { user, methods, sessions } = await account.people.inspect(sub, toAdminContext(call))
  const devices = sessions.map((session) => ({
    device: session.device_name ?? session.user_agent ?? session.client_id,
    last_seen_at: toTime(session.last_seen_at),
  }))
  const ways = {
    password: user.password_hash !== null,
    passkeys: methods.passkeys,
    providers: methods.providers,
    second_step: methods.twoFactor,
    recovery_codes_left: methods.recoveryCodesLeft,
  }
  call.terminal.result(
    { ...toJson(user), ways_in: ways, devices },
    [
      toTable(HEAD, [toCells(user)]),
      '',
      ...Object.entries(ways).map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value}`),
      '',
      toTable(
        ['device', 'last seen'],
        devices.map(({ device, last_seen_at }) => [device, last_seen_at]),
      ),
    ].join('\n'),
  )
  return exitCodes.ok
}

const HEAD = ['person', 'name', 'state', 'since', 'id']

function toCells(user: UserRow): string[] {
  const { sub, email, phone_number, username, name, status, is_admin } = user
  return [
    email ?? phone_number ?? username ?? '-',
    name,
    is_admin === 1 ? `${status}, administrator` : status,
    toTime(user.created_at),
    sub,
  ]
}

function toJson(user: UserRow) {
  return {
    sub: user.sub,
    name: user.name,
    email: user.email,
    phone_number: user.phone_number,
    username: user.username,
    status: user.status,
    is_administrator: user.is_admin === 1,
    password_reset_required: user.password_reset_required === 1,
    created_at: toTime(user.created_at),
  }
}

function toTime(ms: number): string {
  return new Date(ms).toISOString()
}
