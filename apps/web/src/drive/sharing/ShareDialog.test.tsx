import type { File, Grant, Link, LinkPolicy } from '@awan/protocol/drive'
import { ServiceError } from '@awan/protocol/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { DriveProvider } from '../DriveProvider.tsx'
import { ShareDialog } from './ShareDialog.tsx'

const folder = { id: 'trips', kind: 'folder', name: 'Trips' } as File
const rani = { sub: 'user-rani', name: 'Rani Setia' }
const ben = { sub: 'user-ben', name: 'Ben Kim' }
const mei = { kind: 'person', sub: 'user-mei', name: 'Mei Lin' } as const

const grantOf = (grantee: Grant['grantee'], change: Partial<Grant> = {}): Grant => ({
  id: 'grant-1',
  drive_id: 'd',
  file_id: folder.id,
  grantee,
  role: 'viewer',
  created_by: rani,
  created_time: '2026-11-01T00:00:00.000Z',
  effect: 'full',
  ...change,
})

const linkOf = (change: Partial<Link> = {}): Link => ({
  id: 'link-1',
  drive_id: 'd',
  node_id: folder.id,
  role: 'viewer',
  url: 'https://awan.test/s/secret',
  has_password: false,
  downloads: 0,
  allow_download: true,
  ask_name: false,
  ask_email: false,
  created_by: rani.sub,
  created_time: '2026-11-01T00:00:00.000Z',
  ...change,
})

const ALLOWS_ALL: LinkPolicy = { enabled: true, needs_password: false, open_names: false }

/** The dialog of a folder of Rani's. */
async function open({
  grants = [],
  links = [],
  policy = ALLOWS_ALL,
  canAskEmail = true,
  answers = {},
}: {
  grants?: Grant[]
  links?: Link[]
  policy?: LinkPolicy
  canAskEmail?: boolean
  answers?: Parameters<typeof openStage>[0]['answers']
} = {}) {
  const stage = await openStage({
    areas: ['drive', 'drive-actions', 'drive-sharing', 'share-roles'],
    answers: {
      'GET /drive/v1/about': () => ({ drive_id: 'd' }),
      'GET /drive/v1/files/trips/grants': () => ({ owner: rani, grants }),
      'GET /drive/v1/links': () => ({ links, policy, can_ask_email: canAskEmail }),
      'GET /drive/v1/grantees': () => ({ grantees: [mei] }),
      'GET /v1/user/query': (_, query) => ({
        total: 1,
        data: query.get('username') === 'ben.k' ? [ben] : [],
      }),
      'POST /drive/v1/files/trips/grants': () => grantOf(mei),
      'PATCH /drive/v1/grants/grant-1': () => grantOf(mei),
      'DELETE /drive/v1/grants/grant-1': () => ({}),
      'PATCH /drive/v1/links/link-1': () => linkOf(),
      'DELETE /drive/v1/links/link-1': () => ({}),
      ...answers,
    },
  })
  await stage.signIn('rani')
  const user = userEvent.setup()
  const onClose = vi.fn()
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <stage.wrapper>
        <DriveProvider>
          <ShareDialog file={folder} onClose={onClose} />
        </DriveProvider>
      </stage.wrapper>
    </QueryClientProvider>,
  )
  await screen.findByText('Who has access')
  const shared = () => stage.callsOf('POST /drive/v1/files/trips/grants')
  return { ...stage, user, onClose, shared }
}

const field = () => screen.getByRole('combobox', { name: 'Add people or groups' })
const chips = () =>
  within(screen.getByRole('list', { name: 'Selected people' }))
    .queryAllByRole('button')
    .map((chip) => chip.textContent)
const rowOf = (name: string) => {
  const row = screen.getAllByRole('listitem').find((each) => each.textContent?.includes(name))
  if (!row) throw new Error(`there is no row of ${name}`)
  return within(row)
}

test('somebody with whom the person shares already is found by a part of the name, with the keyboard alone', async () => {
  const { user, shared } = await open()
  expect(document.activeElement).toBe(field())
  await user.keyboard('me')
  const option = await screen.findByRole('option', { name: 'Mei Lin' })
  expect(field().getAttribute('aria-activedescendant')).toBe(option.id)
  await user.keyboard('{Enter}')
  expect(chips()).toEqual(['Mei Lin'])
  await user.selectOptions(screen.getByLabelText('Role'), 'Editor')
  await user.click(field())
  await user.keyboard('{Escape}{Enter}')
  await waitFor(() =>
    expect(shared()).toEqual([{ grantee: { kind: 'person', sub: mei.sub }, role: 'editor' }]),
  )
  await waitFor(() => expect(chips()).toEqual([]))
})

test('a whole username finds an account, and one that nobody has stays in the field with the reason', async () => {
  const { user } = await open({ answers: { 'GET /drive/v1/grantees': () => ({ grantees: [] }) } })
  await user.keyboard('ben.k{Enter}')
  await waitFor(() => expect(chips()).toEqual(['Ben Kim']))
  await user.keyboard('ben.x{Enter}')
  expect(await screen.findByText(/Nobody has the username “ben.x”/)).toBeDefined()
  expect([field().getAttribute('aria-invalid'), (field() as HTMLInputElement).value]).toEqual([
    'true',
    'ben.x',
  ])
  expect(chips()).toEqual(['Ben Kim'])
})

test('pasted e-mails without an account become invitations, and half of one is not sent anywhere', async () => {
  const { user, shared, calls } = await open()
  await user.click(field())
  await user.paste('ana@example.org, leo@example')
  await waitFor(() => expect(chips()).toEqual(['ana@example.org']))
  expect(await screen.findByText(/“leo@example” is not a whole e-mail/)).toBeDefined()
  expect(calls.filter(({ call }) => call === 'GET /v1/user/query')).toHaveLength(1)
  await user.clear(field())
  await user.click(screen.getByRole('button', { name: 'Share' }))
  await waitFor(() =>
    expect(shared()).toEqual([
      { grantee: { kind: 'email', email: 'ana@example.org' }, role: 'viewer' },
    ]),
  )
})

test('the owner is not added, because they have access already', async () => {
  const { user } = await open({
    answers: {
      'GET /drive/v1/grantees': () => ({ grantees: [] }),
      'GET /v1/user/query': () => ({ total: 1, data: [rani] }),
    },
  })
  await user.keyboard('rani{Enter}')
  expect(await screen.findByText(/Rani Setia owns this item/)).toBeDefined()
  expect(chips()).toEqual([])
})

test('those who could not be added stay selected, with the reason at the field', async () => {
  const { user } = await open({
    answers: {
      'POST /drive/v1/files/trips/grants': ({ grantee }) => {
        if ((grantee as { kind: string }).kind === 'person') return grantOf(mei)
        throw new ServiceError('resource_exhausted')
      },
    },
  })
  await user.keyboard('me')
  await screen.findByRole('option', { name: 'Mei Lin' })
  await user.keyboard('{Enter}ana@example.org{Enter}')
  await waitFor(() => expect(chips()).toEqual(['Mei Lin', 'ana@example.org']))
  await user.click(screen.getByRole('button', { name: 'Share' }))
  expect(await screen.findByText(/ana@example.org: The limit is reached/)).toBeDefined()
  expect(chips()).toEqual(['ana@example.org'])
})

test('Escape closes the suggestions first, and Backspace in the empty field removes the last person', async () => {
  const { user, onClose } = await open()
  await user.keyboard('me')
  await screen.findByRole('option', { name: 'Mei Lin' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chips()).toEqual(['Mei Lin'])
  await user.keyboard('{Backspace}')
  expect(chips()).toEqual([])
  await user.keyboard('{Escape}{Escape}')
  expect(onClose).toHaveBeenCalled()
})

test('somebody who has access already is offered with that said', async () => {
  const { user } = await open({ grants: [grantOf(mei)] })
  await user.keyboard('me')
  const option = await screen.findByRole('option', { name: /Mei Lin/ })
  expect(within(option).getByText(/Has access already/)).toBeDefined()
})

test('a role is changed in its row, and a refusal is said there', async () => {
  let isDenied = false
  const { user, callsOf } = await open({
    grants: [grantOf(mei)],
    answers: {
      'PATCH /drive/v1/grants/grant-1': () => {
        if (isDenied) throw new ServiceError('permission_denied')
        return grantOf(mei)
      },
    },
  })
  const role = rowOf('Mei Lin').getByLabelText('Role of Mei Lin')
  await user.selectOptions(role, 'Manager')
  await waitFor(() =>
    expect(callsOf('PATCH /drive/v1/grants/grant-1')).toEqual([{ role: 'manager' }]),
  )
  isDenied = true
  await user.selectOptions(role, 'Editor')
  expect(await rowOf('Mei Lin').findByText('You can no longer share this item.')).toBeDefined()
})

test('access that was removed can be given back as it was', async () => {
  const grant = grantOf(mei, {
    role: 'editor',
    note: 'Hello',
    expires_time: '2027-01-31T12:00:00.000Z',
  })
  const grants = [grant]
  const { user, shared } = await open({
    grants,
    answers: {
      'DELETE /drive/v1/grants/grant-1': () => {
        grants.length = 0
        return {}
      },
    },
  })
  await user.click(rowOf('Mei Lin').getByRole('button', { name: 'Remove Mei Lin' }))
  const undo = await screen.findByRole('button', { name: 'Undo: give Mei Lin access again' })
  await waitFor(() => expect(document.activeElement).toBe(undo))
  await user.click(undo)
  await waitFor(() =>
    expect(shared()).toEqual([
      {
        grantee: { kind: 'person', sub: mei.sub },
        role: 'editor',
        note: 'Hello',
        expires_time: '2027-01-31T12:00:00.000Z',
      },
    ]),
  )
})

test('an inherited grant says from where, and cannot be changed here', async () => {
  await open({ grants: [grantOf(mei, { inherited_from: { id: 'p', name: 'Family' } })] })
  expect(rowOf('Mei Lin').getByText('Inherited from “Family”')).toBeDefined()
  expect(rowOf('Mei Lin').queryByRole('combobox')).toBeNull()
  expect(rowOf('Rani Setia (you)').getByText('Owner')).toBeDefined()
})

test('a manager sees their own access, which only others change', async () => {
  const me = { kind: 'person', ...rani } as const
  await open({
    answers: {
      'GET /drive/v1/files/trips/grants': () => ({
        owner: ben,
        grants: [grantOf(me, { role: 'manager', created_by: ben })],
      }),
    },
  })
  const own = rowOf('Rani Setia (you)')
  expect(own.getByText('Manager')).toBeDefined()
  expect(own.queryByRole('combobox')).toBeNull()
  expect(own.queryByRole('button')).toBeNull()
})

test('a grant with less effect than its role is given again by whoever may', async () => {
  const { user, callsOf } = await open({
    grants: [grantOf(mei, { effect: 'limited', created_by: ben })],
  })
  expect(rowOf('Mei Lin').getByText(/because Ben Kim, who shared it/)).toBeDefined()
  await user.click(rowOf('Mei Lin').getByRole('button', { name: 'Give this role again' }))
  await waitFor(() =>
    expect(callsOf('PATCH /drive/v1/grants/grant-1')).toEqual([{ role: 'viewer' }]),
  )
})

test('one press creates a link for viewing and copies its address', async () => {
  const links: Link[] = []
  const { user, callsOf } = await open({
    links,
    answers: {
      'POST /drive/v1/links': () => {
        links.push(linkOf())
        return linkOf()
      },
    },
  })
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('Link copied', { selector: 'p' })).toBeDefined()
  expect(await navigator.clipboard.readText()).toBe('https://awan.test/s/secret')
  expect(callsOf('POST /drive/v1/links')).toEqual([{ node_id: folder.id, role: 'viewer' }])
})

test('the settings of a link are saved together, and a refused password is said at its field', async () => {
  let isWeak = true
  const { user, callsOf } = await open({
    links: [linkOf()],
    answers: {
      'PATCH /drive/v1/links/link-1': () => {
        if (!isWeak) return linkOf()
        throw new ServiceError('invalid_argument', {
          details: [{ '@type': 'x', reason: 'password_too_common' }],
        })
      },
    },
  })
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  await user.click(screen.getByLabelText('Ask for a password'))
  await user.type(screen.getByLabelText('Password'), 'password1')
  await user.type(screen.getByLabelText('Title for visitors'), 'Our trips')
  await user.click(screen.getByRole('button', { name: 'Save link' }))
  expect(await screen.findByText(/too easy to guess/)).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
  isWeak = false
  await user.click(screen.getByRole('button', { name: 'Generate' }))
  const { value } = screen.getByLabelText<HTMLInputElement>('Password')
  await user.click(screen.getByRole('button', { name: 'Save link' }))
  await waitFor(() =>
    expect(callsOf('PATCH /drive/v1/links/link-1').at(-1)).toEqual({
      label: 'Our trips',
      password: value,
    }),
  )
  expect(await screen.findByText('Link saved', { selector: 'p' })).toBeDefined()
})

test('saving the settings of a link leaves what somebody else has changed since they were opened', async () => {
  const links = [linkOf()]
  const { user, callsOf } = await open({
    links,
    answers: {
      'POST /drive/v1/links': () => {
        const protectedLink = { has_password: true, expires_at: '2027-01-31T22:00:00.000Z' }
        const other = linkOf({ id: 'link-2', label: 'Another one' })
        links.splice(0, 1, linkOf(protectedLink), other)
        return other
      },
    },
  })
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  // Whatever makes the list be read again.
  await user.click(screen.getByRole('button', { name: 'Another link' }))
  expect(await screen.findByText('Another one')).toBeDefined()
  await user.type(screen.getByLabelText('Title for visitors'), 'Our trips')
  await user.click(screen.getByRole('button', { name: 'Save link' }))
  await waitFor(() =>
    expect(callsOf('PATCH /drive/v1/links/link-1')).toEqual([{ label: 'Our trips' }]),
  )
})

test('a link is revoked only after the person has confirmed it', async () => {
  const links = [linkOf()]
  const { user, callsOf } = await open({
    links,
    answers: {
      'DELETE /drive/v1/links/link-1': () => {
        links.length = 0
        return {}
      },
    },
  })
  await user.click(screen.getByRole('button', { name: 'Revoke' }))
  const question = within(await screen.findByRole('dialog', { name: 'Revoke this link?' }))
  expect(callsOf('DELETE /drive/v1/links/link-1')).toHaveLength(0)
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText(/A link opens this item for anyone/)).toBeDefined()
  expect(callsOf('DELETE /drive/v1/links/link-1')).toHaveLength(1)
})

test('a drop folder shows what has arrived and from whom, and can be closed', async () => {
  const drop = linkOf({ role: 'drop', drop: { received: 7 } })
  const { user, callsOf } = await open({
    links: [drop],
    answers: {
      'GET /drive/v1/links/link-1/received': () => ({
        received: [
          {
            file: { id: 'f', name: 'plan.pdf' },
            arrived_time: '2026-11-18T10:00:00.000Z',
            sender: { name: 'Leo' },
          },
          { file: { id: 'g', name: 'map.png' }, arrived_time: '2026-11-17T10:00:00.000Z' },
        ],
      }),
    },
  })
  await user.click(screen.getByRole('button', { name: 'What has arrived' }))
  expect(await screen.findByText(/From Leo/)).toBeDefined()
  expect(screen.getByText(/From somebody without a name/)).toBeDefined()
  const before = Date.now()
  await user.click(screen.getByRole('button', { name: 'Close drop folder' }))
  await waitFor(() => expect(callsOf('PATCH /drive/v1/links/link-1')).toHaveLength(1))
  const [{ drop: rules }] = callsOf('PATCH /drive/v1/links/link-1') as [
    { drop: { deadline: string } },
  ]
  expect(Date.parse(rules.deadline)).toBeGreaterThanOrEqual(before)
})

test('where links need a password, a new link gets one, which is shown', async () => {
  const policy = { ...ALLOWS_ALL, needs_password: true, max_days: 30 }
  const made = linkOf({ has_password: true })
  const links: Link[] = []
  const { user, callsOf } = await open({
    policy,
    links,
    answers: {
      'POST /drive/v1/links': () => {
        links.push(made)
        return made
      },
    },
  })
  expect(screen.getByText('Links end after 30 days at the latest on this server.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  const [{ password } = { password: '' }] = callsOf('POST /drive/v1/links') as {
    password: string
  }[]
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  expect(await screen.findAllByText(new RegExp(`Its password is ${password}`))).not.toEqual([])
})

test('where links are switched off, none can be created, and the dialog says why', async () => {
  await open({ policy: { ...ALLOWS_ALL, enabled: false } })
  expect(screen.getByText(/Links are switched off on this server/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull()
})

test('a drop folder asks for proven addresses only where the server sends mail, and says why not', async () => {
  const { user } = await open({
    canAskEmail: false,
    links: [linkOf({ role: 'drop', drop: { received: 0 } })],
  })
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  const box = screen.getByLabelText('Ask visitors for a proven e-mail address')
  expect(box).toHaveProperty('disabled', true)
  expect(box.getAttribute('aria-describedby')).toBe('ask-email-hint')
  expect(screen.getByText(/This server sends no e-mails/).id).toBe('ask-email-hint')
  expect(screen.queryByLabelText('E-mails about what arrives')).toBeNull()
})

test('what a drop link asks of senders and whom it mails is saved, and a proven sender is marked', async () => {
  const file = { ...folder, id: 'a', kind: 'file', name: 'a.txt' } as File
  const sender = { name: 'Ben', proven_email: 'ben@example.org' }
  const received = [{ file, sender, arrived_time: '2026-11-18T00:00:00.000Z' }]
  const { user, callsOf } = await open({
    links: [linkOf({ role: 'drop', drop: { received: 5 } })],
    answers: {
      'GET /drive/v1/links/link-1/received': () => ({ received }),
      'PATCH /drive/v1/links/link-1': () => linkOf(),
    },
  })
  await user.click(screen.getByRole('button', { name: 'What has arrived' }))
  expect(await screen.findByText('Address proven by a code: ben@example.org')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  await user.click(screen.getByLabelText('Ask visitors for a proven e-mail address'))
  await user.selectOptions(screen.getByLabelText('E-mails about what arrives'), 'Once a day')
  await user.click(screen.getByRole('button', { name: 'Save link' }))
  await waitFor(() =>
    expect(callsOf('PATCH /drive/v1/links/link-1')).toEqual([
      { ask_email: true, arrival_mail: 'daily' },
    ]),
  )
})
