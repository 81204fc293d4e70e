import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { InviteAddress } from './InviteAddress.tsx'

async function show(origin: string): Promise<string> {
  const { wrapper: Stage } = await openStage({ areas: ['sign-up'] })
  render(
    <Stage>
      <InviteAddress origin={origin} />
    </Stage>,
  )
  return document.body.textContent ?? ''
}

test.each([
  'http://localhost:8080',
  'http://awan.localhost',
  'http://127.0.0.1:8080',
  'http://[::1]:8080',
])('people are not invited to %s, which only this computer can open', async (origin) => {
  const said = await show(origin)
  expect(said).toContain('works on this computer only')
  expect(said).not.toContain('/signup')
  expect(screen.queryByRole('button', { name: 'Copy the address' })).toBeNull()
})

test.each(['https://awan.example.org', 'http://192.168.1.7:8080'])(
  'people are invited to %s',
  async (origin) => {
    expect(await show(origin)).toContain(`${origin}/signup`)
    expect(screen.getByRole('button', { name: 'Copy the address' })).toBeDefined()
  },
)
