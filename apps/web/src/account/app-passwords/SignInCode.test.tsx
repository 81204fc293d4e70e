import { render, screen } from '@testing-library/react'
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { SignInCode } from './SignInCode.tsx'

test('the code holds the address, the user name and the password as the mobile apps read them', async () => {
  const { wrapper } = await openStage({ areas: ['security'] })
  const made = { name: 'Phone', login_name: 'rani', password: 'awan_secret' }
  render(<SignInCode made={made} />, { wrapper })
  const code = await screen.findByRole('img', { name: /^QR code/ })
  const text = `nc://login/server:${location.origin}&user:rani&password:awan_secret`
  const { data } = encode(text, { ecc: 'M', border: 2 })
  const drawn = code.querySelector('path')?.getAttribute('d') ?? ''
  const squares = new Set([...drawn.matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) => `${x} ${y}`))
  const wanted = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : [])))
  expect(squares).toEqual(new Set(wanted))
})
