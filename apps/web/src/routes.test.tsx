import { expect, test } from 'vitest'
import { askedLogin } from './account/connect/asked-login.ts'
import { carriedToken } from './account/continue/carried-token.ts'
import { openLanguage } from './i18n/language.ts'
import { createAppRouter } from './routes.tsx'
import { openStage } from './session/testing/open-stage.tsx'

async function openAt(address: string) {
  const { client } = await openStage({})
  history.replaceState(null, '', address)
  const router = createAppRouter({ client, language: await openLanguage(), shell: undefined })
  await router.load()
  return router
}

test('leaving sign-in loads every other route, and keeps the address and the history state', async () => {
  const router = await openAt('/signin')
  expect(Object.keys(router.routesByPath)).not.toContain('/signup')
  const provider = { token: 'vouched', name: 'Rani' }
  await router.navigate({ to: '/signup', search: { from: '/files?a=1' }, state: { provider } })
  expect(router.state.matches.at(-1)).toMatchObject({ fullPath: '/signup', status: 'success' })
  expect(router.state.location).toMatchObject({
    pathname: '/signup',
    search: { from: '/files?a=1' },
    state: { provider },
  })
  expect(history.length).toBe(2)
})

test('a path that is neither sign-in nor any other route is not found', async () => {
  const router = await openAt('/signin')
  await router.navigate({ href: '/nowhere' })
  expect(router.state.location.pathname).toBe('/nowhere')
  expect(router.state.matches).toMatchObject([{ routeId: '__root__', _notFound: true }])
})

test('a sign-in token leaves the address before its page is shown', async () => {
  const router = await openAt('/continue#token-1')
  expect(router.state.location).toMatchObject({ pathname: '/continue', hash: '' })
  expect(location.href).not.toContain('token-1')
  expect(carriedToken()).toMatchObject({ token: 'token-1' })
  await router.navigate({ to: '/signin' })
  expect(carriedToken()).toBeUndefined()
})

test('the token of a program that asks for access is in no address, and is kept while its person signs in', async () => {
  const router = await openAt('/connect#token-2')
  expect(router.state.location).toMatchObject({ pathname: '/signin', search: { from: '/connect' } })
  expect(location.href).not.toContain('token-2')
  expect(askedLogin()).toBe('token-2')
})
