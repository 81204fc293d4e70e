import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openStage } from '../../session/testing/open-stage.tsx'
import { DriveProvider } from '../DriveProvider.tsx'
import { StorageMeter } from './StorageMeter.tsx'

test.each([
  ['half full', 50, 'bg-accent'],
  ['nearly full', 95, 'bg-amber'],
  ['full', 100, 'bg-danger'],
  ['over its limit', 130, 'bg-danger'],
])('the storage meter of a drive that is %s has a colour that says so', async (_, used, colour) => {
  const stage = await openStage({
    areas: ['drive'],
    answers: { 'GET /drive/v1/about': () => ({ quota_usage: used, quota_limit: 100 }) },
  })
  await stage.signIn('ana')
  render(
    <stage.wrapper>
      <QueryClientProvider client={new QueryClient()}>
        <DriveProvider>
          <StorageMeter />
        </DriveProvider>
      </QueryClientProvider>
    </stage.wrapper>,
  )
  const bar = await screen.findByRole('progressbar')
  expect(bar.firstElementChild?.classList.contains(colour)).toBe(true)
})
