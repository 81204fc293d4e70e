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
  usage:
    'list [WORDS] | create CONTACT [--name NAME] | show PERSON | ACTION PERSON [--reason WORDS]',
  summary: 'Shows and manages accounts, as administrators do.',
  details: `  list [WORDS]           lists all accounts, or those whose name, contact or id contains these words
  create CONTACT         creates an account for an e-mail address or phone number, even if sign-up is
                         closed; its owner signs in with a code sent to it
  show PERSON            shows one account with its sign-in methods and devices; the person sees an event
  freeze PERSON          ends all sessions and blocks sign-in
  unfreeze PERSON        allows sign-in again, or approves a new account
  end-sessions PERSON    signs the person out everywhere
  reset-password PERSON  requires a new password at the next sign-in, set with a code sent to the person
  remove-second-step PERSON  turns off the second step, for a person who has lost it
  make-admin PERSON      makes the person an administrator
  dismiss-admin PERSON   removes the administrator role; the last administrator keeps it

A person is an e-mail address, a phone number, a user name or an id. Each action is recorded in the
person's history, with the reason, and the person gets a mail as if an administrator had done it.`,
  options: { reason: { type: 'string' }, name: { type: 'string' } },

  async run(call) {
    const [name = '', typed, ...rest] = call.args
    if (rest.length > 0) throw new UsageError(`Too many arguments: "${rest.join(' ')}".`)
    if (name === 'list') return list(call, typed)
    if (typed === undefined) throw new UsageError('Name an action and a person.')
    if (name === 'show') return show(call, typed)
    if (name === 'create') return create(call, typed)
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action) throw new UsageError(`There is no action "${name}".`)
    const { account } = (await call.open()).parts
    const person = await requirePerson(account, typed)
    await action(account.people, person.sub, toAdminContext(call))
    const now = await requirePerson(account, person.sub)
    call.terminal.result(toJson(now), toTable(HEAD, [toCells(now)]))
    return exitCodes.ok
  },
}

async function create(call: CommandCall, typed: string): Promise<ExitCode> {
  const contact = routeUsername(typed)
  if (contact.kind === 'username' || !CONTACT.test(contact.value)) {
    throw new UsageError(
      `"${typed}" is neither an e-mail address nor a phone number with its country code.`,
    )
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

type Action = (people: People, sub: string, context: AdminContext) => Promise<unknown>

const actions: Record<string, Action> = {
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
