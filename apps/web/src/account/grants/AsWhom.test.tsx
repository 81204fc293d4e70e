import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { ConnectScreen } from '../connect/ConnectScreen.tsx'
import { DeviceLook } from '../device/DeviceLook.tsx'
import type { useDevice } from '../device/use-device.ts'
import { SudoProvider } from '../sudo/SudoProvider.tsx'

const requested_from = { address: '203.0.113.7' }

/** A page on which Rani lets somebody in. */
async function open(page: ReactNode) {
  const stage = await openStage({
    areas: ['grants'],
    answers: {
      'GET /v1/user/me': () => ({
        sub: 'user-rani',
        name: 'Rani Setia',
        email: 'r***@example.org',
        groups: [],
      }),
      'POST /v1/user/app_logins/info': () => ({ name: 'davfs2', requested_from, expires_in: 600 }),
    },
  })
  await stage.signIn('rani')
  const { wrapper: Stage } = stage
  render(
    <Stage>
      <QueryClientProvider client={new QueryClient()}>
        <SudoProvider>{page}</SudoProvider>
      </QueryClientProvider>
    </Stage>,
  )
}

test('who lets a program in sees into which account', async () => {
  await open(<ConnectScreen token="token" />)
  expect(await screen.findByText('davfs2')).toBeDefined()
  expect(await screen.findByText('Rani Setia')).toBeDefined()
  expect(screen.getByText('r***@example.org')).toBeDefined()
})

test('who lets a device in sees into which account', async () => {
  const flow = { busy: undefined, secondsLeft: 60 } as unknown as ReturnType<typeof useDevice>
  const device = {
    client: { id: 'tv', name: 'Television' },
    scopes: [{ id: 'drive', name: 'Files' }],
    meta: {},
    requested_from,
    expires_in: 60,
  }
  await open(<DeviceLook flow={flow} code="WDJBMJHT" device={device} />)
  expect(await screen.findByText('Rani Setia')).toBeDefined()
  expect(screen.getByText('r***@example.org')).toBeDefined()
})
