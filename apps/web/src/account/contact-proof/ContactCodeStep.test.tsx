import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { ContactCodeStep } from './ContactCodeStep.tsx'
import type { ContactProof } from './use-contact-proof.ts'

const verify = { code: '', type: () => undefined, submit: () => undefined, resendInSeconds: 0 }

async function show(delivery: 'sent' | 'printed', sent: 'verify.subtitle' | 'recover.sent') {
  const { wrapper: Stage } = await openStage({ areas: ['sign-up'] })
  const proof = {
    verify,
    facts: { codes: { email: delivery, sms: 'none' } },
    isPhone: false,
    contact: { text: 'ana@example.org', country: 'ID' },
  } as unknown as ContactProof
  render(
    <Stage>
      <ContactCodeStep proof={proof} sent={sent} />
    </Stage>,
  )
  return document.body.textContent ?? ''
}

test.each(['verify.subtitle', 'recover.sent'] as const)(
  'a server that sends no messages does not claim to have sent one (%s)',
  async (sent) => {
    const said = await show('printed', sent)
    expect(said).toContain('This server sends no messages yet. What it would send to')
    expect(said).not.toMatch(/We sent|on its way|Check your e-mail/)
  },
)

test('a server that sends messages says where the code went', async () => {
  const said = await show('sent', 'verify.subtitle')
  expect(said).toContain('We sent a six-digit code to ana@example.org.')
  expect(screen.getByRole('heading', { name: 'Check your e-mail' })).toBeDefined()
})
