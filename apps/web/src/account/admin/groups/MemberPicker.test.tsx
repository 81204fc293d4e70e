import { ServiceError } from '@awan/protocol/errors'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openStage } from '../../../session/testing/open-stage.tsx'
import { SudoProvider } from '../../sudo/SudoProvider.tsx'
import { MemberPicker } from './MemberPicker.tsx'

const ADD = '/v1/admin/groups/family'
const person = (sub: string, name: string) => ({
  sub,
  name,
  status: 'ACTIVE',
  is_administrator: false,
  created_at: '2026-01-01T00:00:00Z',
})
const group = (id: string, name: string) => ({
  id,
  name,
  member_count: 1,
  created_at: '2026-01-01T00:00:00Z',
})

async function openPicker(answers: Parameters<typeof openStage>[0]['answers']) {
  const stage = await openStage({
    areas: ['admin', 'admin-groups', 'account'],
    answers: {
      'GET /v1/user/me': () => ({ sub: 'user-rani', name: 'Rani', groups: [], password: 'SET' }),
      'GET /v1/admin/users': () => ({
        users: [person('ana', 'Ana'), person('ben', 'Ben'), person('citra', 'Citra')],
      }),
      'GET /v1/admin/groups': () => ({
        groups: [group('family', 'Family'), group('parents', 'Parents')],
      }),
      'POST /v1/user/sudo': () => ({ sudo_token: 'proof', expires_in: 300 }),
      ...answers,
    },
  })
  await stage.signIn('rani')
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { wrapper: Stage } = stage
  let closed = 0
  render(
    <Stage>
      <QueryClientProvider client={queries}>
        <SudoProvider>
          <MemberPicker
            group={{
              id: 'family',
              members: [
                { kind: 'person', sub: 'citra', name: 'Citra', added_at: '2026-01-01T00:00:00Z' },
              ],
            }}
            onClose={() => {
              closed += 1
            }}
          />
        </SudoProvider>
      </QueryClientProvider>
    </Stage>,
  )
  const user = userEvent.setup()
  async function prove() {
    await user.type(await screen.findByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
  }
  return { stage, user, prove, wasClosed: () => closed > 0 }
}

test('the picker offers people and groups that are not in the group yet', async () => {
  await openPicker({})
  await screen.findByRole('option', { name: /Ana/ })
  await screen.findByRole('option', { name: /Parents/ })
  const names = screen.getAllByRole('option').map((option) => option.textContent)
  expect(names).toEqual(['Ana', 'Ben', 'ParentsGroup'])
})

test('everybody who was chosen is added after one proof', async () => {
  const { stage, user, prove, wasClosed } = await openPicker({
    [`PUT ${ADD}/people/ana`]: () => ({}),
    [`PUT ${ADD}/people/ben`]: () => ({}),
    [`PUT ${ADD}/groups/parents`]: () => ({}),
  })
  for (const name of [/Ana/, /Ben/, /Parents/, /Ben/]) {
    await user.click(await screen.findByRole('option', { name }))
  }
  await user.click(screen.getByRole('button', { name: 'Add 2 members' }))
  await prove()
  await waitFor(() => expect(wasClosed()).toBe(true))
  expect(stage.calls.filter(({ call }) => call.startsWith('PUT')).map(({ call }) => call)).toEqual([
    `PUT ${ADD}/people/ana`,
    `PUT ${ADD}/groups/parents`,
  ])
})

test('a group that is nested too deep is named, and those before it are not added twice', async () => {
  const { stage, user, prove, wasClosed } = await openPicker({
    [`PUT ${ADD}/people/ana`]: () => ({}),
    [`PUT ${ADD}/groups/parents`]: () => {
      throw new ServiceError('invalid_argument', { description: 'groups can be nested once' })
    },
  })
  for (const name of [/Ana/, /Parents/]) {
    await user.click(await screen.findByRole('option', { name }))
  }
  await user.click(screen.getByRole('button', { name: 'Add 2 members' }))
  await prove()
  await screen.findByText(/Groups nest one level deep: Parents contains groups/)
  await user.click(screen.getByRole('button', { name: 'Add 1 member' }))
  await screen.findByText(/Groups nest one level deep/)
  expect(stage.callsOf(`PUT ${ADD}/people/ana`)).toHaveLength(1)
  expect(wasClosed()).toBe(false)
})
